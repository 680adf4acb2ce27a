/**
 * Tests the settings of a call: which values they take, and which apply beside those of
 * orders-kit.yaml.
 */
import { expect, test } from "playwright/test";
import { inputError } from "../../../spec/errors/inputs.ts";
import { chooseSettings } from "./choose-settings.ts";
import { checkOptionNames, readOptions } from "./options.ts";
import type { SettingOptions } from "./settings.ts";

test("an option wins over the file, and that over a default", () => {
  const url = "http://h/v1";
  const settings = chooseSettings(
    { rate: 5, strict: false },
    { url, rate: 1, strict: true, timeout: 2 },
  );
  expect(settings).toMatchObject({ rate: 5, strict: false, timeout: 2, linger: 5 });
  expect(chooseSettings({}, { url, linger: 0 }).linger).toBe(0);
});

test("headers are joined by their names, and ids take the place of those of the file where there are any", () => {
  const entry = {
    url: "",
    headers: { "X-Tenant": "a", Cookie: "b" },
    pending: [1n],
    shipped: [2n],
  };
  const call = { headers: { "x-tenant": "c" }, pending: [3n], shipped: [] };
  expect(chooseSettings(call, entry)).toMatchObject({
    headers: { Cookie: "b", "x-tenant": "c" },
    pending: [3n],
    shipped: [2n],
  });
});

test("what protects orders in the file is not lifted by an option, nor the other way round", () => {
  for (const [call, file] of [
    [false, true],
    [true, false],
  ] as const)
    expect(chooseSettings({ readOnly: call }, { url: "", readOnly: file }).readOnly).toBe(true);
});

test("a variable that an option names takes the place of the command of the file", () => {
  const entry = { url: "", keyCommand: "vault read" };
  expect(chooseSettings({}, entry).keyCommand).toBe("vault read");
  const named = chooseSettings({ apiKeyEnv: "MY_KEY" }, entry);
  expect([named.apiKeyEnv, named.keyCommand]).toEqual(["MY_KEY", undefined]);
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

test("an option that is gone says what takes its place, and one of the file alone is none", () => {
  const check = (options: object) => () => checkOptionNames("verify", options, "only");
  expect(check({ lingerMs: 0 })).toThrow("linger takes seconds.");
  expect(check({ url: "http://h/v1" })).toThrow(/\burl\b/);
  expect(check({ target: "mock", only: [], rate: 1, wait: 1, absent: [] })).not.toThrow();
});
