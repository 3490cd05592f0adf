import type { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";

/**
 * Makes the validator assert `format`, and strictly where ajv-formats departs from the RFCs: it takes a space for the `T` of RFC 3339
 * and several lines for one base64 text, and it refuses a URI with an empty path.
 */
export function assertFormats(ajv: Ajv2020): void {
  ajv.opts.validateFormats = true;
  addFormats.default(ajv);
  const reference = (name: string) => (ajv.formats[name] as { validate: (text: string) => boolean }).validate;
  const [isDateTime, isUri] = [reference("date-time"), ajv.formats.uri as (text: string) => boolean];
  ajv.addFormat("date-time", (text) => /^.{10}T/i.test(text) && isDateTime(text));
  ajv.addFormat("uri", (text) => /^[a-z][a-z\d+.-]*:$/i.test(text) || isUri(text));
  ajv.addFormat("byte", (text) => text.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(text));
}
