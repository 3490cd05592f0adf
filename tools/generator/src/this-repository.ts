import { resolve } from "node:path";
import { fileURLToPath } from "node:url";

/** The root of the repository that this file is in. */
export const thisRepository = fileURLToPath(new URL("../../..", import.meta.url));

/** The option that names another one. */
export const rootOption = (holds: string) => ({
  value: "FOLDER",
  says: `the folder that holds ${holds}; default: this repository`,
  read: (text: string) => resolve(text),
});
