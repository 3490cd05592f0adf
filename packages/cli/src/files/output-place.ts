import { accessSync, constants, type Stats, statSync } from "node:fs";
import { dirname } from "node:path";
import { CliError, usageError } from "../cli-error.ts";
import { reasonOfSystem } from "../message-of.ts";

/** Errors of the file system that say that the place is no good, and not that something went wrong there. */
const ABOUT_THE_PLACE = ["ENOENT", "ENOTDIR", "EISDIR", "EACCES", "EPERM", "EROFS", "ELOOP", "ENAMETOOLONG", "EINVAL"];

/**
 * Refuses a folder that could not be written to, or made, before the work is done whose results go there.
 *
 * @param what the option that names it, for messages
 * @throws CliError A2ACLI_ERR_USAGE
 */
export function requireFolder(what: string, path: string): void {
  let nearest = path;
  let stats = statsOf(what, nearest);
  while (!stats) {
    nearest = dirname(nearest);
    stats = statsOf(what, nearest);
  }
  if (!stats.isDirectory()) throw usageError(`${what}: ${nearest} is no folder`);
  requireAccess(what, nearest);
}

/** The same for a file, whose folder must be there. */
export function requireFile(what: string, path: string): void {
  const stats = statsOf(what, path);
  if (stats?.isDirectory()) throw usageError(`${what}: ${path} is a folder`);
  const folder = dirname(path);
  if (!stats && !statsOf(what, folder)) throw usageError(`${what}: there is no folder ${folder}`);
  if (stats) requireAccess(what, path);
  else requireFolder(what, folder);
}

/** What it is to the user that something could not be written after all. */
export function writeError(what: string, path: string, error: unknown): CliError {
  const message = `${path} cannot be written: ${reasonOfSystem(error)}`;
  const isPlace = error instanceof Error && "code" in error && ABOUT_THE_PLACE.includes(String(error.code));
  return isPlace ? usageError(`${what}: ${message}`) : new CliError("A2ACLI_ERR_INTERNAL", message, { cause: error });
}

/** Undefined where there is nothing. */
function statsOf(what: string, path: string): Stats | undefined {
  return refusing(what, path, () => statSync(path, { throwIfNoEntry: false }));
}

function requireAccess(what: string, path: string): void {
  refusing(what, path, () => accessSync(path, constants.W_OK));
}

function refusing<T>(what: string, path: string, ask: () => T): T {
  try {
    return ask();
  } catch (error) {
    throw writeError(what, path, error);
  }
}
