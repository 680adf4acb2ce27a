import { expect, test } from "playwright/test";
import { parseTargets } from "./targets-file.ts";

const read = (yaml: string, env = {}) => parseTargets(yaml, "orders-kit.yaml", env);
const complaint = (yaml: string, env = {}): string => {
  try {
    read(yaml, env);
  } catch (error) {
    return (error as Error).message;
  }
  return "";
};

test("targets with everything", () => {
  const targets = read(
    `
targets:
  staging:
    url: https://\${HOST}/v1
    keyEnv: STAGING_KEY
    pending: [17, 9223372036854775807, "9007199254740993"]
    shipped: [-4]
    setup: node prepare.js
    teardown: node clean.js
  production: { url: "https://api.example/v1", readOnly: true, production: true }
`,
    { HOST: "staging.example" },
  );
  expect(targets.get("staging")).toEqual({
    url: "https://staging.example/v1",
    keyEnv: "STAGING_KEY",
    pending: [17n, 9223372036854775807n, 9007199254740993n],
    shipped: [-4n],
    setup: "node prepare.js",
    teardown: "node clean.js",
  });
  expect(targets.get("production")).toMatchObject({ readOnly: true, production: true });
});

test("an empty file has no targets", () => {
  expect(read("").size).toBe(0);
  expect(read("targets: {}").size).toBe(0);
});

for (const [title, yaml, place, fix] of [
  ["no url", "targets:\n  a:\n    keyEnv: K", "3:5", "no url"],
  ["an unknown key", "targets:\n  a:\n    url: http://h/v1\n    pendign: [1]", "4:5", "Did you mean pending?"],
  [
    "an id beyond int64",
    "targets:\n  a:\n    url: http://h/v1\n    pending: [9223372036854775808]",
    "4:15",
    "an integer from -9223372036854775808",
  ],
  [
    "an id with a fraction",
    "targets:\n  a:\n    url: http://h/v1\n    pending: [1.5]",
    "4:15",
    "an integer from -9223372036854775808",
  ],
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the notation of the file
  ["a variable that is not set", "targets:\n  a:\n    url: http://${NOPE}/v1", "3:10", "NOPE is not set"],
  ["targets in a list", "targets:\n  - url: http://h/v1", "2:3", "names"],
  ["no YAML", "targets: [", "1:11", "not YAML"],
] as const)
  test(`the place and the fix: ${title}`, () => {
    const message = complaint(yaml);
    expect(message).toContain(`orders-kit.yaml:${place}`);
    expect(message).toContain(fix);
  });
