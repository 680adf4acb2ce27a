import { expect, test } from "playwright/test";
import { shorten } from "../../../spec/shorten.ts";
import { KEY_PLACEHOLDER, keySecret, LEFT_OUT, Redactor } from "./redaction.ts";

const KEY = "s3cr+t/Key=~%7";
const masked = (text: string, key = KEY): string => new Redactor([keySecret(key)]).text(text);

const percent = (text: string, digits = (hex: string) => hex): string =>
  [...Buffer.from(text)].map((byte) => `%${digits(byte.toString(16))}`).join("");

const hex = (character: string): string => character.charCodeAt(0).toString(16);
for (const [title, form] of [
  ["plain", KEY],
  ["percent-encoded", encodeURIComponent(KEY)],
  ["percent-encoded altogether", percent(KEY)],
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

/** Writes every character of the key in another form, or every second one. */
const every = (form: (code: number) => string) =>
  [...KEY].map((character) => form(character.charCodeAt(0))).join("");
const everySecond = (form: (code: number) => string) =>
  [...KEY].map((one, at) => (at % 2 === 0 ? one : form(one.charCodeAt(0)))).join("");

for (const [title, form] of [
  ["in hexadecimal", Buffer.from(KEY).toString("hex")],
  ["percent-encoded twice", percent(percent(KEY))],
  ["percent-encoded three times", percent(percent(percent(KEY)))],
  ["escaped for JSON twice", every((code) => `\\\\u00${code.toString(16)}`)],
  ["escaped for HTML by names", KEY.replace("+", "&plus;").replace("=", "&equals;")],
  ["in references of HTML", every((code) => `&#${code};`)],
  ["in references of HTML, in hexadecimal", every((code) => `&#x00${code.toString(16)};`)],
  ["in references of HTML, every second character", everySecond((code) => `&#${code};`)],
  ["in references of HTML without the semicolon", everySecond((code) => `&#${code}`)],
  ["in references of HTML that were escaped again", every((code) => `&amp;#${code};`)],
  ["in hexadecimal escapes of JavaScript", every((code) => `\\x${code.toString(16)}`)],
  ["in code point escapes of JavaScript", every((code) => `\\u{${code.toString(16)}}`)],
  ["in octal escapes", every((code) => `\\${code.toString(8)}`)],
  ["with colours of a terminal in it", `${KEY.slice(0, 5)}\u001b[0m${KEY.slice(5)}`],
  ["with colours of a terminal that were escaped", `${KEY.slice(0, 5)}\\x1b[0m${KEY.slice(5)}`],
  ["in a JSON pointer", KEY.replaceAll("~", "~0").replaceAll("/", "~1")],
] as const)
  test(`a text with the key is left out: ${title}`, () => {
    const redactor = new Redactor([keySecret(KEY)]);
    expect(redactor.shown(`<${form}>`)).toBe(LEFT_OUT);
    expect(redactor.shown(`<${form.slice(0, 8)}>`)).toBe(`<${form.slice(0, 8)}>`);
  });

test("base64 of a text with the key is masked, in both alphabets", () => {
  for (const before of ["", "u", "us", "user:", '{"key":"'])
    for (const after of ["", ":", '"}'])
      for (const encoding of ["base64", "base64url"] as const) {
        const text = Buffer.from(`${before}${KEY}${after}`).toString(encoding);
        expect(masked(text)).toContain(KEY_PLACEHOLDER);
        expect(masked(text.replaceAll("/", "\\/"))).toContain(KEY_PLACEHOLDER);
        // The rest contains less than one character of the key at either end.
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
  expect(masked(`<${percent(key)}>`, key)).toBe(`<${KEY_PLACEHOLDER}>`);
});

test("a key on the edge of what is searched at once is masked", () => {
  for (const form of [KEY, percent(KEY)])
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

const LONG_KEY = "sk_live_9Xw4Tq7Lm2Zp-Hd83";
const percentOfLong = percent(LONG_KEY);
const jsonOfLong = LONG_KEY.replaceAll(/./g, (one) => `\\u00${hex(one)}`);
const htmlOfLong = LONG_KEY.replaceAll(/./g, (one) => `&#x${hex(one)};`);
const REPEATING = "00000000-0000-0000-0000-00000000a1b2";

for (const [title, text, key] of [
  ["after the beginning", shorten(`value: ${LONG_KEY} and more`, 24)],
  ["before the end", `begin…(12 characters left out)…${LONG_KEY.slice(6)}, end`],
  ["in an escape", shorten(`value: ${percentOfLong} and more`, 60)],
  ["in an escape of JSON", `"aa${jsonOfLong.slice(0, 80)}…`],
  ["in a reference of HTML", `${htmlOfLong.slice(0, 83)}…`],
  ["in the end of an escape", `…${percentOfLong.slice(31)}`],
  ["in a key that repeats itself", `${REPEATING.slice(0, 31)}…`, REPEATING],
] as const)
  test(`a text is left out that a cut has left a part of the key in: ${title}`, () => {
    expect(new Redactor([keySecret(key ?? LONG_KEY)]).shown(text)).toBe(LEFT_OUT);
  });

test("a few characters before a cut are no part of a key", () => {
  const text = "sk_live_… and GET /store/orders…";
  expect(new Redactor([keySecret(LONG_KEY)]).shown(text)).toBe(text);
});

test("a part of a text is masked as the whole text is", () => {
  const redactor = new Redactor([keySecret(LONG_KEY)]);
  const text = `0123456789${LONG_KEY} ${percentOfLong} 0123456789`;
  for (let from = 0; from < text.length; from++)
    for (const to of [from + 1, from + 20, text.length]) {
      const shown = redactor.shown(text, from, to).replaceAll(KEY_PLACEHOLDER, "");
      expect(shown).toMatch(/^\d* ? ?\d*$/);
    }
});
