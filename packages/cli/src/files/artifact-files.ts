import { A2AError, type Artifact, type Part, type Task } from "@a2akit/client";
import { nameByType, numbered, safeFileName } from "./file-name.ts";

/** A file to be written: its bytes, or where they are to be fetched. */
export interface ArtifactFile {
  readonly artifactId: string;
  readonly name: string;
  readonly mediaType: string | undefined;
  readonly content: Uint8Array | URL;
}

/** The files of a task's artifacts, or of one of them: a file part each, texts and data by the name of their artifact. No two have one name. */
export function artifactFiles(task: Task, artifactId?: string): ArtifactFile[] {
  const artifacts = (task.artifacts ?? []).filter(
    (artifact) => artifactId === undefined || artifact.artifactId === artifactId,
  );
  const taken = new Set<string>();
  return artifacts.flatMap(filesOf).map((file) => ({ ...file, name: freeName(file.name, taken) }));
}

/** Texts that follow each other are one: an artifact may have arrived in chunks. */
function filesOf(artifact: Artifact): ArtifactFile[] {
  const files: ArtifactFile[] = [];
  let text = "";
  const base = artifact.name ?? artifact.artifactId;
  const push = (part: Part, content: ArtifactFile["content"], otherwise: string) => {
    const { filename, mediaType } = part;
    const name = safeFileName(filename, nameByType(safeFileName(base, "artifact"), mediaType, otherwise));
    files.push({ artifactId: artifact.artifactId, name, mediaType, content });
  };
  for (const [index, part] of artifact.parts.entries()) {
    if (part.text !== undefined) {
      text += part.text;
      const next = artifact.parts[index + 1];
      if (next?.text !== undefined && next.filename === part.filename) continue;
      push(part, Buffer.from(text), ".txt");
      text = "";
    } else if (part.raw !== undefined) push(part, Buffer.from(part.raw, "base64"), ".bin");
    else if (part.url !== undefined)
      push({ ...part, filename: part.filename ?? lastStep(part.url) }, new URL(part.url), ".bin");
    else push(part, Buffer.from(`${JSON.stringify(part.data, null, 2)}\n`), ".json");
  }
  return files;
}

function urlOf(text: string): URL {
  if (URL.canParse(text)) return new URL(text);
  throw new A2AError("InvalidAgentResponse", { message: `A part of an artifact has no URL: ${JSON.stringify(text)}` });
}

function lastStep(url: string): string {
  return urlOf(url).pathname.split("/").at(-1) ?? "";
}

/** File systems that do not tell capitals apart must not write one file over another. */
function freeName(name: string, taken: Set<string>): string {
  let free = name;
  for (let number = 2; taken.has(free.toLowerCase()); number += 1) free = numbered(name, number);
  taken.add(free.toLowerCase());
  return free;
}
