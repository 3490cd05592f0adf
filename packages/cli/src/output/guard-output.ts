/** That of an internal error. Not imported: `--version`, which scripts ask for most often, reads no further file. */
const FAILURE = 1;

/** What becomes of this process when its output can no longer be written. */
export function guardOutput(): void {
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    // A reader that has seen enough (`a2a … | head`) is no failure.
    if (error.code === "EPIPE") process.exit(0);
    process.stderr.write(`Error: Cannot write: ${error.message}\n`);
    process.exit(FAILURE);
  });
  // There is nobody to tell; the result may still be wanted.
  process.stderr.on("error", () => {});
}
