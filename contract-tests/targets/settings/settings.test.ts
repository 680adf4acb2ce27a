/**
 * Tests the settings of a call: which values they take, and which apply beside those of
 * orders-kit.yaml.
 */
import { expect, test } from "playwright/test";
import { inputError } from "../../../spec/errors/inputs.ts";
import { chooseSettings } from "./choose-settings.ts";
import { checkOptionNames, readOptions } from "./options.ts";
import type { SettingOptions } from "./settings.ts";

const url = "http://h/v1";
const OF_FILE = { url, headers: { "X-Tenant": "a", Cookie: "b" }, pending: [1n], shipped: [2n] };

for (const [title, options, entry, expected] of [
  [
    "an option wins over the file, and that over a default",
    { rate: 5, strict: false },
    { url, rate: 1, strict: true, timeout: 2 },
    { rate: 5, strict: false, timeout: 2, linger: 5 },
  ],
  ["the file wins over a default also with 0", {}, { url, linger: 0 }, { linger: 0 }],
  [
    "headers are joined by their names",
    { headers: { "x-tenant": "c" } },
    OF_FILE,
    { headers: { Cookie: "b", "x-tenant": "c" } },
  ],
  [
    "ids take the place of those of the file where there are any",
    { pending: [3n], shipped: [] },
    OF_FILE,
    { pending: [3n], shipped: [2n] },
  ],
  ["the file's command", {}, { url, keyCommand: "vault read" }, { keyCommand: "vault read" }],
  [
    "a variable that an option names takes the place of the command of the file",
    { apiKeyEnv: "MY_KEY" },
    { url, keyCommand: "vault read" },
    { apiKeyEnv: "MY_KEY", keyCommand: undefined },
  ],
] as const)
  test(`what applies: ${title}`, () => {
    const settings = chooseSettings(options, entry);
    expect({ keyCommand: undefined, ...settings }).toMatchObject(expected);
    if ("headers" in expected) expect(settings.headers).toEqual(expected.headers);
  });

test("what protects orders in the file is not lifted by an option, nor the other way round", () => {
  for (const [call, file] of [
    [false, true],
    [true, false],
  ] as const)
    expect(chooseSettings({ readOnly: call }, { url: "", readOnly: file }).readOnly).toBe(true);
});

for (const [options, flag, expected, value] of [
  [{ rate: "fast" }, "rate", "a number from 0.001 to 999999", "fast"],
  [{ linger: 601 }, "linger", "seconds: a number from 0 to 600", "601"],
  [{ gentle: "yes" }, "gentle", "true or false", "yes"],
  [{ pending: "17" }, "pending", "a list", "17"],
  [{ strict: ["date-from"] }, "strict", "true, false, or a list of kinds of advice", "date-from"],
  [{ headers: { Cookie: 7 } }, "headers", "a string", "another value"],
] as const)
  test(`a value that an option does not take is an error: ${JSON.stringify(options)}`, () => {
    expect(() => readOptions(options as unknown as SettingOptions)).toThrow(
      inputError("bad-value", { flag, expected, value }),
    );
  });

test("a setting of the file alone is no option", () => {
  const check = (options: object) => () => checkOptionNames("verify", options, "only");
  expect(check({ url: "http://h/v1" })).toThrow(/\burl\b/);
  expect(check({ target: "mock", only: [], rate: 1, wait: 1, absent: [] })).not.toThrow();
});
