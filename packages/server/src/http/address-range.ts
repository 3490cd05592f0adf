/** Whether an address is in one of the ranges. */
export type InRange = (address: string) => boolean;

interface Range {
  readonly bytes: readonly number[];
  readonly bits: number;
}

/**
 * Addresses and ranges (CIDR) as a test, without the modules of Node. An IPv4 address that is written as IPv6 (`::ffff:10.0.0.1`) counts as
 * what it is.
 *
 * @throws TypeError that names what is neither
 */
export function createRanges(ranges: readonly string[]): InRange {
  const all = ranges.map(parseRange);
  return (address) => {
    const bytes = parseAddress(address);
    return bytes !== undefined && all.some((range) => contains(range, bytes));
  };
}

function parseRange(range: string): Range {
  const [address = "", prefix, ...more] = range.split("/");
  const bytes = parseAddress(address);
  const most = (bytes?.length ?? 0) * 8;
  const bits = prefix === undefined ? most : /^\d{1,3}$/.test(prefix) ? Number(prefix) : most + 1;
  if (bytes === undefined || bits > most || more.length > 0) throw new TypeError(`${range} is no address range`);
  return { bytes, bits };
}

function contains({ bytes, bits }: Range, address: readonly number[]): boolean {
  if (bytes.length !== address.length) return false;
  return bytes.every((byte, index) => {
    const shift = 8 - Math.min(Math.max(bits - index * 8, 0), 8);
    return byte >> shift === (address[index] ?? 0) >> shift;
  });
}

/** The four or sixteen bytes of an address; undefined for what is none. */
export function parseAddress(text: string): readonly number[] | undefined {
  if (/^\d{1,3}(\.\d{1,3}){3}$/.test(text)) {
    const bytes = text.split(".").map(Number);
    return bytes.every((byte) => byte < 256) ? bytes : undefined;
  }
  // A URL knows every way to write an IPv6 address, and gives back one. A zone (`%eth0`) says where, not who.
  const [bare = ""] = text.split("%");
  if (!/^[\da-f:.]*:[\da-f:.]*$/i.test(bare) || !URL.canParse(`http://[${bare}]/`)) return undefined;
  const bytes = expand(new URL(`http://[${bare}]/`).hostname.slice(1, -1));
  return isMapped(bytes) ? bytes.slice(12) : bytes;
}

/** `1::2` → sixteen bytes. */
function expand(compressed: string): readonly number[] {
  const [head = "", tail] = compressed.split("::");
  const groups = (text = ""): number[] =>
    text === "" ? [] : text.split(":").map((group) => Number.parseInt(group, 16));
  const [first, last] = [groups(head), groups(tail)];
  const zeros = new Array<number>(8 - first.length - last.length).fill(0);
  return [...first, ...zeros, ...last].flatMap((group) => [group >> 8, group & 255]);
}

/** ::ffff:0:0/96 (RFC 4291 §2.5.5.2). */
function isMapped(bytes: readonly number[]): boolean {
  return bytes.slice(0, 10).every((byte) => byte === 0) && bytes[10] === 255 && bytes[11] === 255;
}
