import fc from "fast-check";
import { expect, test } from "vitest";
import { canonicalScalar } from "./proto-json.ts";

test.each([
  ["TaskState", 3, "TASK_STATE_COMPLETED"],
  ["TaskState", 0, "TASK_STATE_UNSPECIFIED"],
  ["Role", 2, "ROLE_AGENT"],
  ["Role", 3, 3],
  ["Role", -1, -1],
  ["Role", 1.5, 1.5],
  ["Role", "1", "1"],
  ["Role", "ROLE_USER", "ROLE_USER"],
  ["Role", "user", "user"],
  ["int32", 10, 10],
  ["int32", "10", 10],
  ["int32", "10.0", 10],
  ["int32", "1e1", 10],
  ["int32", "-2147483648", -2147483648],
  ["int32", "2147483648", "2147483648"],
  ["int32", "1.5", "1.5"],
  ["int32", "", ""],
  ["int32", " 1", " 1"],
  ["int32", "0x10", "0x10"],
  ["int32", "abc", "abc"],
  ["int32", true, true],
  ["bytes", "", ""],
  ["bytes", "SGVsbG8=", "SGVsbG8="],
  ["bytes", "SGVsbG8", "SGVsbG8="],
  ["bytes", "-_-_", "+/+/"],
  ["bytes", "-_8", "+/8="],
  ["bytes", "-w==", "+w=="],
  ["bytes", "A", "A"],
  ["bytes", "no base64!", "no base64!"],
  ["bytes", 7, 7],
  ["boolean", "true", "true"],
  ["string", 1, 1],
  ["timestamp", "2026-03-01T10:30:00Z", "2026-03-01T10:30:00Z"],
  ["timestamp", "2026-03-01T10:30:00.123456789Z", "2026-03-01T10:30:00.123456789Z"],
  ["timestamp", "2026-03-01T10:30:00.5+02:00", "2026-03-01T08:30:00.5Z"],
  ["timestamp", "2026-03-01T00:30:00+05:30", "2026-02-28T19:00:00Z"],
  ["timestamp", "2026-03-01T10:30:00-08:00", "2026-03-01T18:30:00Z"],
  ["timestamp", "2026-03-01T10:30:00-00:00", "2026-03-01T10:30:00Z"],
  ["timestamp", "2026-03-01t10:30:00z", "2026-03-01T10:30:00Z"],
  ["timestamp", "2026-02-30T10:30:00+01:00", "2026-02-30T10:30:00+01:00"],
  ["timestamp", "2026-03-01T25:30:00+01:00", "2026-03-01T25:30:00+01:00"],
  ["timestamp", "2026-03-01T10:30:00+24:00", "2026-03-01T10:30:00+24:00"],
  ["timestamp", "2026-03-01T10:30:00.1234567890+01:00", "2026-03-01T10:30:00.1234567890+01:00"],
  ["timestamp", "2026-03-01", "2026-03-01"],
  ["timestamp", "yesterday", "yesterday"],
  ["timestamp", 1772361000, 1772361000],
])("%s %j is %j", (type, given, want) => {
  expect(canonicalScalar(type, given)).toBe(want);
});

test("base64url of any bytes becomes their standard base64", () => {
  fc.assert(
    fc.property(fc.uint8Array(), fc.boolean(), (bytes, padded) => {
      const standard = btoa(String.fromCharCode(...bytes));
      const url = standard.replaceAll("+", "-").replaceAll("/", "_");
      return canonicalScalar("bytes", padded ? url : url.replace(/=+$/, "")) === standard;
    }),
  );
});

test("a timestamp with an offset names the same instant in UTC", () => {
  fc.assert(
    fc.property(
      fc.date({ min: new Date("0001-01-02"), max: new Date("9999-12-30"), noInvalidDate: true }),
      fc.integer({ min: -1439, max: 1439 }),
      (date, minutes) => {
        const local = new Date(date.getTime() + minutes * 60_000).toISOString().slice(0, -1);
        const two = (value: number) => String(Math.trunc(Math.abs(value))).padStart(2, "0");
        const offset = `${minutes < 0 ? "-" : "+"}${two(minutes / 60)}:${two(minutes % 60)}`;
        return canonicalScalar("timestamp", local + offset) === date.toISOString();
      },
    ),
  );
});

test("nothing makes it throw", () => {
  fc.assert(
    fc.property(fc.constantFrom("int32", "bytes", "timestamp", "Role", "string"), fc.anything(), (type, value) => {
      canonicalScalar(type, value);
    }),
  );
});
