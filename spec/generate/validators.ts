/**
 * Compiles the schemas of the OpenAPI document to validators of values that spec/json/json.ts has read: standalone code of ajv, an ES module
 * that needs nothing but the predicates of this project.
 */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import {
  _,
  Ajv2020,
  type AnySchemaObject,
  type Code,
  type KeywordCxt,
  Name,
} from "ajv/dist/2020.js";
import standalone from "ajv/dist/standalone/index.js";
import { isMap, isScalar, LineCounter, type Pair, parseDocument, visit } from "yaml";

const HEAD =
  "// @ts-nocheck\n// Generated from spec/openapi.yaml by `npm run generate`. Do not edit.\n";

/**
 * Keywords that replace types and formats, each judged by a predicate of spec/schema: `integer` of ajv rejects bigint and Decimal, and int64
 * and date-time of ajv-formats accept values that the contract does not.
 */
const PREDICATES = [
  { keyword: "int64", from: "../integers.ts", name: "isInt64Value" },
  { keyword: "integerValue", from: "../integers.ts", name: "isIntegerValue" },
  { keyword: "dateTime", from: "../date-time.ts", name: "isDateTime" },
] as const;

/** A text has as many characters as code points. Standalone code of ajv would require a file of ajv to count them. */
const LENGTHS = [
  {
    keyword: "maxLength",
    isWrong: (text: Code, max: Code) => _`${text}.length > ${max} && [...${text}].length > ${max}`,
  },
  { keyword: "minLength", isWrong: (text: Code, min: Code) => _`[...${text}].length < ${min}` },
] as const;

/** Keywords that ajv judges without a file of its own, and those that say nothing of a value. schema/validate.ts has words for the former. */
const OTHER_KEYWORDS = [
  "type",
  "properties",
  "required",
  "enum",
  "format",
  "title",
  "description",
  "example",
  "examples",
  "default",
  "deprecated",
];

const FORMATS = ["int64", "date-time"];

/** The text of the module. `path` names the document in errors. */
export async function generateValidators(yaml: string, path: string): Promise<string> {
  expectKnownKeywords(yaml, path);
  const schemas = parseDocument(yaml).toJS().components.schemas as Record<string, AnySchemaObject>;

  const ajv = new Ajv2020({ allErrors: true, code: { source: true, esm: true, lines: true } });
  for (const { keyword, name } of PREDICATES)
    ajv.addKeyword({
      keyword,
      schemaType: "boolean",
      error: { message: keyword },
      code: (cxt: KeywordCxt) => {
        const test = cxt.gen.scopeValue("func", { ref: keyword, code: _`${new Name(name)}` });
        cxt.fail(_`!${test}(${cxt.data})`);
      },
    });
  for (const { keyword, isWrong } of LENGTHS) {
    ajv.removeKeyword(keyword);
    ajv.addKeyword({
      keyword,
      type: "string",
      schemaType: "number",
      error: { message: keyword, params: ({ schemaCode }) => _`{limit: ${schemaCode}}` },
      code: (cxt: KeywordCxt) => cxt.fail(isWrong(cxt.data, _`${cxt.schemaCode}`)),
    });
  }
  for (const [name, schema] of Object.entries(schemas)) ajv.addSchema(forExactValues(schema), name);

  const exported = Object.fromEntries(
    Object.keys(schemas).map((name) => [`validate${name}`, name]),
  );
  const code = standalone.default(ajv, exported).replace('"use strict";', "");
  const module = `${importsFor(code)}${code}\n`;
  await expectLoadable(module);
  return `${HEAD}${module}`;
}

/** Only what the code uses: the package has no import that does nothing. */
function importsFor(code: string): string {
  const used = PREDICATES.filter(({ name }) => code.includes(name));
  const files = [...new Set(used.map(({ from }) => from))].toSorted();
  const names = (file: string) => used.filter(({ from }) => from === file).map(({ name }) => name);
  return files.map((file) => `import { ${names(file).join(", ")} } from "${file}";\n`).join("");
}

/** The schema with the keywords of the predicates in place of the types and formats that these replace. */
function forExactValues(schema: AnySchemaObject): AnySchemaObject {
  const { type, format, description: _text, ...rest } = schema;
  const properties = Object.entries<AnySchemaObject>(rest.properties ?? {});
  if (properties.length > 0)
    rest.properties = Object.fromEntries(
      properties.map(([name, property]) => [name, forExactValues(property)]),
    );
  if (type === "integer") return { ...rest, [format === "int64" ? "int64" : "integerValue"]: true };
  if (format === "date-time") return { ...rest, type, dateTime: true };
  return { ...rest, type };
}

/**
 * A keyword that nothing here judges would be ignored, or end in code that cannot be loaded: an error names it and its place before
 * anything is written.
 */
function expectKnownKeywords(yaml: string, path: string): void {
  const lines = new LineCounter();
  const document = parseDocument(yaml, { lineCounter: lines });
  const known: readonly string[] = [...OTHER_KEYWORDS, ...LENGTHS.map(({ keyword }) => keyword)];
  const fail = (pair: Pair, problem: string): never => {
    const { line, col } = lines.linePos((pair.key as { range: [number] }).range[0]);
    throw new Error(`${path}:${line}:${col}: ${problem}`);
  };

  visit(document.getIn(["components", "schemas"]) as never, {
    Pair(_key, pair, ancestors) {
      // The names of schemas and of properties are not keywords.
      if (ancestors.length === 1 || isNameOfProperty(ancestors)) return undefined;
      const keyword = String(isScalar(pair.key) ? pair.key.value : pair.key);
      const value = isScalar(pair.value) ? String(pair.value.value) : "";
      if (!known.includes(keyword))
        return fail(
          pair,
          `the validators do not know the keyword ${keyword}. Known: ${known.join(", ")}. A new one needs a predicate in spec/generate/validators.ts and words in spec/schema/validate.ts.`,
        );
      if (keyword === "format" && !FORMATS.includes(value))
        return fail(
          pair,
          `the validators do not know the format ${value}. Known: ${FORMATS.join(", ")}.`,
        );
      // What a keyword has as its value is data, but for the properties.
      return keyword === "properties" ? undefined : visit.SKIP;
    },
  });
}

/** Whether a pair stands in a map that is the value of `properties`. */
function isNameOfProperty(ancestors: readonly unknown[]): boolean {
  const [parent, map] = [ancestors.at(-2) as Pair | undefined, ancestors.at(-1)];
  return isMap(map) && isScalar(parent?.key) && parent.key.value === "properties";
}

/** Loads the module as the package will: code that cannot be loaded must not be written. */
async function expectLoadable(module: string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "validators-"));
  const file = join(folder, "validators.mjs");
  // Compiled to JavaScript, this file has compiled ones beside it.
  const extension = import.meta.url.endsWith(".ts") ? "ts" : "js";
  const compiled = (name: string) =>
    new URL(`../schema/${name}.${extension}`, import.meta.url).href;
  try {
    writeFileSync(
      file,
      module.replace(
        /from "\.\.\/([\w-]+)\.ts"/g,
        (_from, name: string) => `from "${compiled(name)}"`,
      ),
    );
    await import(pathToFileURL(file).href);
    if (/\brequire\(/.test(module)) throw new Error("it requires a file of ajv");
  } catch (error) {
    throw new Error(`The generated validators cannot be loaded: ${(error as Error).message}`);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
