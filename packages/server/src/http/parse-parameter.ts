interface Parameter {
  /** In lower case. */
  readonly name: string;
  readonly value: string;
}

/** `name=value` or `name="value"`, as headers list them (RFC 9110 §5.6.6); takes a time in proportion to the text, whatever a stranger made of it. */
export function parseParameter(text: string): Parameter | undefined {
  const equals = text.indexOf("=");
  if (equals < 0) return undefined;
  const value = text.slice(equals + 1).trim();
  const isQuoted = value.length > 1 && value.startsWith('"') && value.endsWith('"');
  return { name: text.slice(0, equals).trim().toLowerCase(), value: isQuoted ? value.slice(1, -1) : value };
}
