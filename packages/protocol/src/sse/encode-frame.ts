export interface Frame {
  readonly data: string;
  readonly id?: string | number | undefined;
  readonly event?: string | undefined;
}

/**
 * One server-sent event. A line break in `data` begins another `data:` line, so that the text arrives with `\n` for each of them.
 *
 * @throws RangeError for a line break in `id` or `event`, or a NUL in `id`, which a reader would take apart or ignore.
 */
export function encodeFrame({ data, id, event }: Frame): string {
  const head = field("id", id) + field("event", event);
  // JSON has no line breaks, so the common case is one concatenation.
  return `${head}data: ${/[\r\n]/.test(data) ? data.split(/\r\n|\r|\n/).join("\ndata: ") : data}\n\n`;
}

/** A comment, which readers ignore: sent now and then, it keeps an idle connection open. */
export function encodeComment(text = ""): string {
  return `:${text === "" ? "" : ` ${text.replace(/[\r\n]+/g, " ")}`}\n\n`;
}

function field(name: string, value: string | number | undefined): string {
  if (value === undefined) return "";
  if (/[\r\n\0]/.test(String(value)))
    throw new RangeError(`The ${name} of a server-sent event holds no line break and no NUL`);
  return `${name}: ${value}\n`;
}
