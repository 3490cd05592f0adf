import { createHash } from "node:crypto";
import { chmodSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Token } from "@a2akit/client";
import { usageError } from "../cli-error.ts";
import type { Context } from "../context.ts";
import { findStats } from "../files/find-stats.ts";
import { makeFolder } from "../files/make-folder.ts";
import { requireFolder } from "../files/output-place.ts";
import { type FileContent, readFileLimited } from "../files/read-limited.ts";
import { messageOf } from "../message-of.ts";
import { agentFileNames } from "../settings/agent-file-names.ts";
import { tokenFolder } from "./token-folder.ts";

/** A token, and what it takes to refresh it. */
export interface StoredToken extends Token {
  /** URL of the interface that it is for; it is sent nowhere else. */
  readonly agent: string;
  readonly flow: "device-code" | "client-credentials";
  readonly clientId: string;
  readonly tokenUrl?: string | undefined;
  readonly deviceAuthorizationUrl?: string | undefined;
}

const MAX_TOKEN_FILE_BYTES = 65_536;
/** For the owner alone (AUTH_007, CONFIG_001). */
const FILE_MODE = 0o600;
const FOLDER_MODE = 0o700;

/** The file that has, or would have, the token for an interface. */
export function tokenFile({ io }: Pick<Context, "io">, agent: string): string {
  const folder = homeOf({ io });
  const [name = ""] = agentFileNames(agent);
  // Two URLs may give one name.
  const digest = createHash("sha256").update(agent).digest("hex").slice(0, 8);
  return join(folder, `${name.replace(/\.env$/, "")}-${digest}.json`);
}

/** @throws CliError USAGE where no token could be kept. */
export function requireTokenStore(context: Pick<Context, "io">): void {
  requireFolder("No token could be kept", homeOf(context));
}

function homeOf(context: Pick<Context, "io">): string {
  const folder = tokenFolder(context);
  if (folder === undefined) throw usageError("There is no home to keep tokens in: set HOME or XDG_CONFIG_HOME");
  return folder;
}

/** @throws CliError USAGE when others can read the file, or it is broken, too large or no file. */
export function loadToken(context: Pick<Context, "io">, agent: string): StoredToken | undefined {
  const file = tokenFile(context, agent);
  if (!findStats(file)) return undefined;
  const { bytes, mode } = readTokenFile(file);
  if (process.platform !== "win32" && (mode & 0o077) !== 0)
    throw usageError(`${file} holds a token, and others can read it`, `chmod 600 '${file}'`);
  const stored = readToken(bytes.toString("utf8"));
  if (!stored) throw usageError(`${file} is no token of this tool`, `rm '${file}'`);
  return stored.agent === agent ? stored : undefined;
}

/** Writes it whole or not at all. */
export function saveToken(context: Pick<Context, "io">, token: StoredToken): string {
  const file = tokenFile(context, token.agent);
  const folder = join(file, "..");
  makeFolder(folder, FOLDER_MODE);
  chmodSync(folder, FOLDER_MODE);
  const draft = `${file}.${process.pid}`;
  try {
    rmSync(draft, { force: true });
    writeFileSync(draft, `${JSON.stringify(token, null, 2)}\n`, { mode: FILE_MODE, flag: "wx" });
    renameSync(draft, file);
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  }
  return file;
}

/** Whether there was one. */
export function removeToken(context: Pick<Context, "io">, agent: string): boolean {
  const file = tokenFile(context, agent);
  const isThere = findStats(file) !== undefined;
  rmSync(file, { force: true });
  return isThere;
}

function readTokenFile(file: string): FileContent {
  try {
    return readFileLimited(file, { limit: MAX_TOKEN_FILE_BYTES });
  } catch (error) {
    throw usageError(messageOf(error), `rm '${file}'`);
  }
}

function readToken(text: string): StoredToken | undefined {
  try {
    const value = JSON.parse(text);
    const strings = [value.agent, value.clientId, value.accessToken];
    if (!strings.every((member) => typeof member === "string")) return undefined;
    // JSON has no Infinity: it stands as null.
    return { ...value, expiresAt: value.expiresAt ?? Number.POSITIVE_INFINITY };
  } catch {
    return undefined;
  }
}
