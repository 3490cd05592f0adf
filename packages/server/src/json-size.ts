/** Bytes that a JSON value takes on the wire, without serialising it; escapes are counted as one byte. */
export function jsonSize(value: unknown): number {
  if (typeof value === "string") return utf8Length(value) + 2;
  if (typeof value !== "object" || value === null) return 5;
  let size = 2;
  if (Array.isArray(value)) {
    for (const item of value) size += jsonSize(item) + 1;
    return size;
  }
  // What is measured is JSON, which inherits nothing; a list of its keys would be made only to be walked.
  for (const key in value) {
    const member: unknown = value[key as keyof typeof value];
    if (member !== undefined) size += utf8Length(key) + 4 + jsonSize(member);
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
