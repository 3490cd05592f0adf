import { join } from "node:path";
import type { Context } from "../context.ts";
import { configFolder } from "../settings/layers.ts";

/** Where tokens are kept; undefined for a user without a home. */
export function tokenFolder({ io }: Pick<Context, "io">): string | undefined {
  const folder = configFolder(io.env);
  return folder && join(folder, "tokens");
}
