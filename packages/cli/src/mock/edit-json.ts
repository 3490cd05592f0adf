type Edit = (members: Record<string, unknown>, name: string) => void;

/**
 * A copy of `value` in which `edit` was applied where the pointer leads.
 *
 * The pointer is a JSON Pointer (RFC 6901) in which `*` stands for every member or item, and `**` for any number of levels. Where it leads nowhere
 * nothing changes.
 */
export function editJson(value: unknown, pointer: string, edit: Edit): unknown {
  const copy: unknown = structuredClone(value);
  const steps = pointer.split("/").slice(1).map(unescapeStep);
  walk(copy, steps, edit);
  return copy;
}

function unescapeStep(step: string): string {
  return step.replaceAll("~1", "/").replaceAll("~0", "~");
}

function walk(node: unknown, [step, ...rest]: readonly string[], edit: Edit): void {
  if (!isContainer(node) || step === undefined) return;
  if (step === "**") {
    for (const child of Object.values(node)) walk(child, [step, ...rest], edit);
    const [name, ...below] = rest;
    // At any depth only what is there is meant, not every place where it could be.
    if (name !== undefined && Object.hasOwn(node, name)) walk(node, [name, ...below], edit);
    return;
  }
  const names = step === "*" ? Object.keys(node) : [step];
  for (const name of names) {
    if (rest.length === 0) edit(node, name);
    else walk(node[name], rest, edit);
  }
}

function isContainer(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

export function setMember(value: unknown): Edit {
  return (members, name) => {
    members[name] = value;
  };
}

export function removeMember(members: Record<string, unknown>, name: string): void {
  if (Array.isArray(members)) members.splice(Number(name), 1);
  else delete members[name];
}

export function renameMember(to: string): Edit {
  return (members, name) => {
    if (!Object.hasOwn(members, name)) return;
    const { [name]: value } = members;
    delete members[name];
    members[to] = value;
  };
}
