import type { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";

/** What is in none of the ranges that RFC 6570 §2.1 lists, beyond ASCII; and DEL. */
const outsideTemplates =
  /[\x7f-\x9f\ud800-\udfff\ufdd0-\ufdef\ufff0-\uffff\u{1fffe}\u{1ffff}\u{2fffe}\u{2ffff}\u{3fffe}\u{3ffff}\u{4fffe}\u{4ffff}\u{5fffe}\u{5ffff}\u{6fffe}\u{6ffff}\u{7fffe}\u{7ffff}\u{8fffe}\u{8ffff}\u{9fffe}\u{9ffff}\u{afffe}\u{affff}\u{bfffe}\u{bffff}\u{cfffe}\u{cffff}\u{dfffe}\u{dffff}\u{e0000}-\u{e0fff}\u{efffe}\u{effff}\u{ffffe}\u{fffff}\u{10fffe}\u{10ffff}]/u;

/**
 * Makes the validator assert `format`, and strictly where ajv-formats departs from the RFCs: it takes a space for the `T` of RFC 3339
 * and several lines for one base64 text, and it refuses a URI with an empty path. In a URI template it takes characters that RFC 6570 §2.1
 * does not, and no dot in the name of a variable.
 */
export function assertFormats(ajv: Ajv2020): void {
  ajv.opts.validateFormats = true;
  addFormats.default(ajv);
  const reference = (name: string) => (ajv.formats[name] as { validate: (text: string) => boolean }).validate;
  const [isDateTime, isUri] = [reference("date-time"), ajv.formats.uri as (text: string) => boolean];
  ajv.addFormat("date-time", (text) => /^.{10}T/i.test(text) && isDateTime(text));
  ajv.addFormat("uri", (text) => /^[a-z][a-z\d+.-]*:$/i.test(text) || isUri(text));
  const template = ajv.formats["uri-template"] as RegExp;
  ajv.addFormat(
    "uri-template",
    (text) => !outsideTemplates.test(text) && template.test(text.replaceAll(/(?<=[\w%])\.(?=[\w%])/g, "_")),
  );
  ajv.addFormat("byte", (text) => text.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(text));
}
