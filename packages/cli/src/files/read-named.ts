import { usageError } from "../cli-error.ts";
import { type FileContent, FileError, readLimited, type WaitOptions } from "./read-limited.ts";

/** What a file holds that the command line names. Rejects with CliError A2ACLI_ERR_USAGE where it cannot be read, after the name of the option. */
export async function readNamed(
  path: string,
  { option, ...options }: WaitOptions & { readonly option?: string },
): Promise<FileContent> {
  try {
    return await readLimited(path, options);
  } catch (error) {
    if (!(error instanceof FileError)) throw error;
    throw usageError(option === undefined ? error.message : `--${option}: ${error.message}`);
  }
}
