import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { CANONICAL } from "../canonical.ts";
import { isSound, readSpec, type SoundSpec } from "../read-spec.ts";

/** In the published package it lies beside the code; in the repository, where it is edited. */
const places = ["./a2a.openapi.yaml", "../../../../specs/a2a/openapi.yaml"];

let reading: Promise<SoundSpec> | undefined;

/** The canonical spec, A2A 1.0, which other files refer to as `a2a#Task`. Read once. */
export function readCanonical(): Promise<SoundSpec> {
  reading ??= read();
  return reading;
}

async function read(): Promise<SoundSpec> {
  const file = places.map((place) => fileURLToPath(new URL(place, import.meta.url))).find(existsSync);
  const spec = file === undefined ? undefined : await readSpec(file, { name: CANONICAL });
  if (!spec || !isSound(spec)) throw new Error("the canonical spec is missing from this installation");
  return spec;
}
