/** Error codes of the tool itself and the exit status of each; errors of the protocol exit with 1. */
export const exitStatus = {
  A2ACLI_ERR_INTERNAL: 1,
  A2ACLI_ERR_CARD_INVALID: 1,
  A2ACLI_ERR_USAGE: 2,
  A2ACLI_ERR_CARD_NOT_FOUND: 3,
  A2ACLI_ERR_UNREACHABLE: 3,
  A2ACLI_ERR_CREDENTIALS_MISSING: 4,
  A2ACLI_ERR_AUTH_FAILED: 4,
  A2ACLI_ERR_TIMEOUT: 5,
  // Not in the registry of the specification, whose prefix is therefore not theirs. By the habit of shells: 128 and the signal.
  A2AKIT_ERR_INTERRUPTED: 130,
  A2AKIT_ERR_TERMINATED: 143,
} as const;

/** The user has had enough: SIGINT or SIGTERM. */
export function isInterruption(error: unknown): boolean {
  return error instanceof CliError && /^A2AKIT_ERR_(INTERRUPTED|TERMINATED)$/.test(error.code);
}

export type CliErrorCode = keyof typeof exitStatus;

interface CliErrorOptions extends ErrorOptions {
  /** A command that one can paste. */
  readonly hint?: string | undefined;
  /** The JSON-RPC code, where the agent sent one. */
  readonly a2aCode?: number | undefined;
}

/** Why the tool could not do its job. */
export class CliError extends Error {
  override readonly name = "CliError";
  readonly code: CliErrorCode;
  readonly hint: string | undefined;
  readonly a2aCode: number | undefined;

  constructor(code: CliErrorCode, message: string, { hint, a2aCode, ...options }: CliErrorOptions = {}) {
    super(message, options);
    this.code = code;
    this.hint = hint;
    this.a2aCode = a2aCode;
  }
}

/** The command line is wrong. */
export function usageError(message: string, hint?: string): CliError {
  return new CliError("A2ACLI_ERR_USAGE", message, { hint });
}
