/** Bytes that a JSON value takes on the wire, without serialising it; escapes are counted as one byte. */
export function jsonSize(value: unknown): number {
  return measure(value, utf8Length);
}

/** The same in characters, which costs less: it looks at no text. */
export function jsonLength(value: unknown): number {
  return measure(value, (text) => text.length);
}

function measure(value: unknown, lengthOf: (text: string) => number): number {
  if (typeof value === "string") return lengthOf(value) + 2;
  if (typeof value !== "object" || value === null) return 5;
  let size = 2;
  if (Array.isArray(value)) {
    for (const item of value) size += measure(item, lengthOf) + 1;
    return size;
  }
  // What is measured is JSON, which inherits nothing; a list of its keys would be made only to be walked.
  for (const key in value) {
    const member: unknown = value[key as keyof typeof value];
    if (member !== undefined) size += lengthOf(key) + 4 + measure(member, lengthOf);
  }
  return size;
}

function utf8Length(text: string): number {
  let length = text.length;
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    if (unit < 0x80) continue;
    // A surrogate pair is two units and four bytes.
    length += unit < 0x800 || (unit >= 0xd800 && unit <= 0xdfff) ? 1 : 2;
  }
  return length;
}
