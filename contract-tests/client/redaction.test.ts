import { expect, test } from "playwright/test";
import { echoesSecret, KEY_PLACEHOLDER, keySecret, Redactor } from "./redaction.ts";

const KEY = "s3cr+t/Key=~%7";
const masked = (text: string, key = KEY): string => new Redactor([keySecret(key)]).text(text);

const percent = (text: string, digits: (hex: string) => string): string =>
  [...Buffer.from(text)].map((byte) => `%${digits(byte.toString(16))}`).join("");

const hex = (character: string): string => character.charCodeAt(0).toString(16);
for (const [title, form] of [
  ["plain", KEY],
  ["percent-encoded", encodeURIComponent(KEY)],
  ["percent-encoded altogether", percent(KEY, (hex) => hex)],
  ["percent-encoded in capitals", percent(KEY, (hex) => hex.toUpperCase())],
  ["percent-encoded in part", KEY.replace("s", "%73").replace("=", "%3d")],
  ["escaped for JSON", JSON.stringify('"a\\b"c').slice(1, -1)],
  ["escaped for JSON by PHP", KEY.replaceAll("/", "\\/")],
  ["escaped for JSON by .NET", KEY.replace("+", "\\u002B")],
  ["escaped for JSON altogether", [...KEY].map((c) => `\\u00${hex(c)}`).join("")],
  ["in capitals", KEY.toUpperCase()],
] as const)
  test(`the key is masked: ${title}`, () => {
    expect(masked(`<${form}>`, form.includes("a\\") ? '"a\\b"c' : KEY)).toBe(
      `<${KEY_PLACEHOLDER}>`,
    );
  });

for (const [title, form] of [
  ["in hexadecimal", Buffer.from(KEY).toString("hex")],
  ["percent-encoded twice", encodeURIComponent(encodeURIComponent(KEY))],
  ["escaped for JSON twice", JSON.stringify(JSON.stringify(KEY.replaceAll("/", "\\/")))],
  ["escaped for HTML", KEY.replace("+", "&plus;").replace("/", "&#x2F;").replace("=", "&#61;")],
] as const)
  test(`that a text shows the key is noticed: ${title}`, () => {
    expect(echoesSecret(`<${form}>`, [keySecret(KEY)])).toBe(true);
    expect(echoesSecret(`<${form.slice(0, 8)}>`, [keySecret(KEY)])).toBe(false);
  });

test("base64 of a text with the key is masked, in both alphabets", () => {
  for (const before of ["", "u", "us", "user:", '{"key":"'])
    for (const after of ["", ":", '"}'])
      for (const encoding of ["base64", "base64url"] as const) {
        const text = Buffer.from(`${before}${KEY}${after}`).toString(encoding);
        expect(masked(text)).toContain(KEY_PLACEHOLDER);
        expect(masked(text.replaceAll("/", "\\/"))).toContain(KEY_PLACEHOLDER);
        // The rest holds less than one character of the key at either end.
        const [left = "", right = ""] = masked(text).split(KEY_PLACEHOLDER);
        expect(left.length + right.length).toBeLessThanOrEqual(
          Math.ceil(((before.length + after.length) * 8) / 6) + 4,
        );
      }
});

test("a key of any length and of any characters is masked", () => {
  const characters = Array.from({ length: 94 }, (_, at) => String.fromCharCode(0x21 + at)).join("");
  const key = characters.repeat(300);
  expect(masked(`<${key}>`, key)).toBe(`<${KEY_PLACEHOLDER}>`);
  expect(masked(`<${percent(key, (hex) => hex)}>`, key)).toBe(`<${KEY_PLACEHOLDER}>`);
});

test("a key on the edge of what is searched at once is masked", () => {
  for (const form of [KEY, percent(KEY, (hex) => hex)])
    for (const before of [form.length - 1, form.length / 2, 1].map(
      (part) => (1 << 20) - Math.floor(part),
    ))
      expect(masked(`${"x".repeat(before)}${form}y`)).toBe(
        `${"x".repeat(before)}${KEY_PLACEHOLDER}y`,
      );
});

test("every occurrence is masked, and nothing else", () => {
  expect(masked(`${KEY}${KEY} and ${KEY.slice(1)}`)).toBe(
    `${KEY_PLACEHOLDER}${KEY_PLACEHOLDER} and ${KEY.slice(1)}`,
  );
});

test("bytes without the key are returned unchanged", () => {
  const bytes = Buffer.from([0, 255, 37, 37, 200]);
  expect(new Redactor([keySecret(KEY)]).bytes(bytes)).toBe(bytes);
});

test("a longer secret is masked before a part of it", () => {
  const redactor = new Redactor([
    { text: "abcdefg", replacement: "PART" },
    { text: "abcdefgh", replacement: "WHOLE" },
  ]);
  expect(redactor.text("abcdefgh abcdefg")).toBe("WHOLE PART");
});

test("a key that is a word of reports is masked only after a word such as key", () => {
  for (const key of ["orders", "Bearer", "Authorization", "quantity", "unproven"])
    expect(masked(`{"${key}":1} Bearer ${key}`, key)).toBe(
      `{"${key}":1} Bearer ${KEY_PLACEHOLDER}`,
    );
});

test("a short key is masked only after a word such as key", () => {
  expect(masked('[{"id":23}] not Bearer 23, nor key "23"', "23")).toBe(
    `[{"id":23}] not Bearer ${KEY_PLACEHOLDER}, nor key "${KEY_PLACEHOLDER}"`,
  );
});

test("a secret that occurs some thousand times is masked one by one, and with more the whole is", () => {
  const masks = (times: number) =>
    masked(`${KEY},`.repeat(times)).replaceAll(KEY_PLACEHOLDER, "").replaceAll(",", "");
  expect(masks(4_000)).toBe("");
  expect(masks(12_001)).toBe("(masked as a whole: a secret is in it thousands of times)");
});
