// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the notation of the file
import { Ajv2020 } from "ajv/dist/2020.js";
import { expect, test } from "playwright/test";
import { parse } from "yaml";
import TARGETS_SCHEMA from "../schema.json" with { type: "json" };
import { parseTarget } from "./targets-file.ts";

const validate = new Ajv2020({ allowUnionTypes: true }).compile(TARGETS_SCHEMA);
const read = (yaml: string, env = {}) => parseTarget(yaml, "a", "ci/orders-kit.yaml", env).entry;
const complaint = (yaml: string, env = {}): string => {
  try {
    read(yaml, env);
  } catch (error) {
    return (error as Error).message;
  }
  return "";
};

test("ids have every digit, and variables are expanded but in what is read where it is used", () => {
  const target = `
    url: https://\${HOST}/v1
    pending: [17, 9223372036854775807, "9007199254740993"]
    absent: [0, -9223372036854775808]
    setup: node prepare.js $HOST
    headers: { X-Tenant: pets, Cookie: "session=\${SESSION}" }
    clientCert: \${PKI}/client.pem
    ca: \${HOST}.pem
    gentle: true`;
  const entry = read(`targets:\n  a:${target}`, { HOST: "staging.example", PKI: "/pki" });
  expect(entry).toEqual({
    url: "https://staging.example/v1",
    pending: [17n, 9223372036854775807n, 9007199254740993n],
    absent: [0n, -9223372036854775808n],
    setup: "node prepare.js $HOST",
    headers: { "X-Tenant": "pets", Cookie: "session=${SESSION}" },
    clientCert: "/pki/client.pem",
    ca: "ci/staging.example.pem",
    gentle: true,
  });
});

for (const [entry, valid] of [
  ["{ url: http://h/v1 }", true],
  ["{ url: http://h/v1, pending: [1, '9007199254740993'], gentle: true, timeout: 0.5 }", true],
  [
    "{ url: http://h/v1, readOnly: true, production: true, keyCommand: vault read, shipped: [-4], teardown: x }",
    true,
  ],
  ["{ url: http://h/v1, headers: { X-Tenant: 1 } }", false],
  ["{ url: http://h/v1, apiKeyEnv: A, keyCommand: b }", false],
  ["{ gentle: true }", false],
  ["{ url: http://h/v1, rate: 0 }", false],
  ["{ url: http://h/v1, linger: 601 }", false],
] as const)
  test(`schema and reader agree that this is ${valid ? "valid" : "invalid"}: ${entry}`, () => {
    const yaml = `targets: { a: ${entry} }`;
    expect(validate(parse(yaml))).toBe(valid);
    if (valid) expect(complaint(yaml)).toBe("");
    else expect(complaint(yaml)).toContain("ci/orders-kit.yaml");
  });
