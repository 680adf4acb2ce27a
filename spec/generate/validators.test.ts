import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { expect, test } from "playwright/test";
import { generateValidators } from "./validators.ts";

const DOCUMENT = readFileSync(
  fileURLToPath(import.meta.resolve("orders-kit/openapi.yaml")),
  "utf8",
);
const LAST_FIELD = "          description: Whether the order is fulfilled.\n";

/** The document with one more field of Order. */
function withNote(...lines: readonly string[]): string {
  return DOCUMENT.replace(
    LAST_FIELD,
    `${LAST_FIELD}        note:\n${lines.map((line) => `          ${line}\n`).join("")}`,
  );
}

type Validator = ((value: unknown) => boolean) & {
  errors?: readonly { keyword: string; params: object }[] | null;
};

/** Loads the generated code alone: what it imports of ours is left out. */
async function load(code: string): Promise<{ validateOrder: Validator }> {
  const folder = mkdtempSync(join(tmpdir(), "validators-"));
  const file = join(folder, "validators.mjs");
  const stubs =
    "const isDateTime = () => true, isInt64Value = isDateTime, isIntegerValue = isDateTime;\n";
  writeFileSync(file, stubs + code.replace(/^import .*\n/gm, ""));
  return import(pathToFileURL(file).href).finally(() => rmSync(folder, { recursive: true }));
}

test("a limited text is judged by its code points, by an ES module that requires nothing", async () => {
  const code = await generateValidators(
    withNote("type: string", "minLength: 2", "maxLength: 3"),
    "openapi.yaml",
  );
  expect(code).not.toContain("require(");
  const { validateOrder } = await load(code);
  const errorsOf = (note: unknown) => (validateOrder({ note }) ? [] : validateOrder.errors);

  for (const note of ["ab", "abc", "🐕🐕🐕"]) expect(errorsOf(note), note).toEqual([]);
  expect(errorsOf("abcd")).toMatchObject([{ keyword: "maxLength", params: { limit: 3 } }]);
  expect(errorsOf("🐕")).toMatchObject([{ keyword: "minLength", params: { limit: 2 } }]);
  expect(errorsOf(17)).toMatchObject([{ keyword: "type" }]);
});

for (const [lines, problem] of [
  [
    ["type: array", "uniqueItems: true"],
    "139:11: the validators do not know the keyword uniqueItems.",
  ],
  [["type: string", "format: uuid"], "139:11: the validators do not know the format uuid."],
] as const)
  test(`what the validators cannot judge is named with its place: ${lines[1]}`, async () => {
    const place = DOCUMENT.slice(0, DOCUMENT.indexOf(LAST_FIELD)).split("\n").length + 3;
    await expect(generateValidators(withNote(...lines), "openapi.yaml")).rejects.toThrow(
      problem.replace("139", `openapi.yaml:${place}`),
    );
  });

test("a property may have the name of a keyword", async () => {
  const renamed = withNote("type: string").replace("        note:", "        pattern:");
  await expect(generateValidators(renamed, "openapi.yaml")).resolves.toContain(
    '"pattern":{"type":"string"}',
  );
});
