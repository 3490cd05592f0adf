import { join } from "../pointer.ts";

interface Step {
  readonly value: object;
  readonly pointer: string;
  /** Those behind it on the way down are done. */
  readonly isLeft: boolean;
}

/** JSON pointer of the first object that lies in itself, which no JSON can; undefined where there is none. */
export function findCircle(root: object): string | undefined {
  const above = new Set<object>();
  const done = new Set<object>();
  const open: Step[] = [{ value: root, pointer: "", isLeft: false }];
  for (let step = open.pop(); step; step = open.pop()) {
    const { value, pointer, isLeft } = step;
    if (isLeft) {
      above.delete(value);
      done.add(value);
    } else if (above.has(value)) return pointer;
    else if (!done.has(value)) {
      above.add(value);
      open.push({ ...step, isLeft: true });
      for (const [key, child] of Object.entries(value).reverse())
        if (typeof child === "object" && child !== null)
          open.push({ value: child, pointer: join(pointer, key), isLeft: false });
    }
  }
  return undefined;
}
