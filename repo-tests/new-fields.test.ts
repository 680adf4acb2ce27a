/**
 * A field of an Order is one entry in spec/openapi.yaml, from which everything else derives. The
 * test adds a field of each kind in a copy of the project.
 */
import { readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { cp } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "playwright/test";
import { isWhole } from "../contract-tests/corpus/chosen.ts";
import { environment, launch, succeed } from "../contract-tests/testing/servers/processes.ts";
import { temporaryFolder } from "../contract-tests/testing/temporary-folder.ts";
import { FILES } from "./habits/sources.ts";
import { ROOT } from "./manifest.ts";

/** Each kind of field, as in openapi.yaml. */
const KINDS = {
  Date: 'type: string, format: date-time, example: "2026-03-01T09:00:00Z"',
  Number: "type: integer, minimum: 3, maximum: 5, example: 4",
  Flag: "type: boolean, example: true",
  Choice: "type: string, enum: [red, green], example: red",
  Text: "type: string, maxLength: 20, example: By the back door",
};

/** Adds a required field of each kind, and one that only some orders have. */
function withNewFields(yaml: string): string {
  const fields = Object.entries(KINDS).flatMap(([name, keywords]) => [
    `        every${name}: { ${keywords}, description: New. }`,
    `        some${name}: { ${keywords}, description: New., x-on-some-orders: true }`,
  ]);
  const required = Object.keys(KINDS).map((name) => `every${name}`);
  return yaml.replace(
    /(?<= {4}Order:\n {6}type: object\n)([\s\S]*?)(?=\n {4}Error:)/,
    (order) => `      required: [${required.join(", ")}]\n${order}\n${fields.join("\n")}`,
  );
}

test("a new field of an Order, of each kind, is generated, and proven to be right in the mock", async () => {
  test.setTimeout(240_000);
  const copy = temporaryFolder();
  const files = FILES.filter((file) => !file.startsWith("examples/"));
  await Promise.all(files.map((file) => cp(join(ROOT, file), join(copy, file))));
  symlinkSync(join(ROOT, "node_modules"), join(copy, "node_modules"));
  const document = join(copy, "spec/openapi.yaml");
  writeFileSync(document, withNewFields(readFileSync(document, "utf8")));

  const run = (program: string, ...argv: string[]) =>
    succeed(launch(program, argv, copy, environment(join(ROOT, "node_modules/.bin"))));
  await run("npm", "run", "--silent", "generate");
  // The types take half of the time.
  if (isWhole) await run("tsc", "--noEmit", "-p", "tsconfig.build.json");
  await run("npm", "run", "--silent", "build");
  const verified = ["dist/cli/main.js", "verify", "mock", "--require-proven", "--json"];
  const { stdout } = await run("node", ...verified);

  const { clauses } = JSON.parse(stdout) as { clauses: { id: string; verdict: string }[] };
  const held = clauses.filter(({ verdict }) => verdict === "held").map(({ id }) => id);
  for (const name of Object.keys(KINDS).map((kind) => kind.toLowerCase()))
    expect(held).toEqual(expect.arrayContaining([`order-every-${name}`, `order-some-${name}`]));
});
