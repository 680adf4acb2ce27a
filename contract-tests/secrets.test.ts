import { expect, test } from "playwright/test";
import { KEY_MARK, Mask } from "./secrets.ts";

const KEY = "s3cr+t/Key=~%7";
const masked = (text: string, key = KEY): string => new Mask([{ text: key, mark: KEY_MARK }]).text(text);

const percent = (text: string, digits: (hex: string) => string): string =>
  [...Buffer.from(text)].map((byte) => `%${digits(byte.toString(16))}`).join("");

for (const [title, form] of [
  ["plain", KEY],
  ["percent-encoded", encodeURIComponent(KEY)],
  ["percent-encoded altogether", percent(KEY, (hex) => hex)],
  ["percent-encoded in capitals", percent(KEY, (hex) => hex.toUpperCase())],
  ["percent-encoded in part", KEY.replace("s", "%73").replace("=", "%3d")],
  ["escaped for JSON", JSON.stringify('"a\\b"c').slice(1, -1)],
  ["escaped for HTML", "&quot;a\\b&quot;c"],
] as const)
  test(`is masked: ${title}`, () => {
    expect(masked(`<${form}>`, form.includes("a\\") ? '"a\\b"c' : KEY)).toBe(`<${KEY_MARK}>`);
  });

test("base64 of whatever contains it, in both alphabets", () => {
  for (const before of ["", "u", "us", "user:", '{"key":"'])
    for (const after of ["", ":", '"}'])
      for (const encoding of ["base64", "base64url"] as const) {
        const text = Buffer.from(`${before}${KEY}${after}`).toString(encoding);
        expect(masked(text)).toContain(KEY_MARK);
        // What is left of it holds less than one character of the key at either end.
        const [left = "", right = ""] = masked(text).split(KEY_MARK);
        expect(left.length + right.length).toBeLessThanOrEqual(Math.ceil(((before.length + after.length) * 8) / 6) + 4);
      }
});

test("every occurrence, and nothing else", () => {
  expect(masked(`${KEY}${KEY} and ${KEY.slice(1)}`)).toBe(`${KEY_MARK}${KEY_MARK} and ${KEY.slice(1)}`);
});

test("bytes without it are the same bytes", () => {
  const bytes = Buffer.from([0, 255, 37, 37, 200]);
  expect(new Mask([{ text: KEY, mark: KEY_MARK }]).bytes(bytes)).toBe(bytes);
});

test("a part does not stand in the way of the whole", () => {
  const mask = new Mask([
    { text: "abcdefg", mark: "PART" },
    { text: "abcdefgh", mark: "WHOLE" },
  ]);
  expect(mask.text("abcdefgh abcdefg")).toBe("WHOLE PART");
});

test("a key too short to be told is masked where it is called one", () => {
  expect(masked('[{"id":23}] not Bearer 23, nor key "23"', "23")).toBe(
    `[{"id":23}] not Bearer ${KEY_MARK}, nor key "${KEY_MARK}"`,
  );
});
