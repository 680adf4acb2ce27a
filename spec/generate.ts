/** Derives generated/types.ts and generated/validators.ts from openapi.yaml. */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { _, Ajv2020, type AnySchemaObject, type KeywordCxt } from "ajv/dist/2020.js";
import standalone from "ajv/dist/standalone/index.js";
import openapiTS, { astToString } from "openapi-typescript";
import ts from "typescript";
import { parse } from "yaml";

const source = fileURLToPath(import.meta.resolve("orders-kit/openapi.yaml"));
const banner = "// Derived from spec/openapi.yaml by `npm run generate`. Not to be edited.\n";

/** TypeScript types of every component and operation; int64 is a bigint. */
async function types(yaml: string): Promise<string> {
  const bigint = ts.factory.createKeywordTypeNode(ts.SyntaxKind.BigIntKeyword);
  const nodes = await openapiTS(yaml, {
    transform: (schema) => (schema.format === "int64" ? bigint : undefined),
  });
  return banner + astToString(nodes);
}

/**
 * ajv validators for values of spec/json.ts, in which an integer may be a bigint or a Decimal. ajv's own `integer` refuses
 * both, and the int64 and date-time of ajv-formats let through what the contract does not, so these three are keywords.
 */
function validators(yaml: string): string {
  const ajv = new Ajv2020({
    allErrors: true,
    verbose: false,
    strict: true,
    code: { source: true, esm: true, lines: true },
  });
  const keyword = (name: string, sound: string): void => {
    ajv.addKeyword({
      keyword: name,
      schemaType: "boolean",
      error: { message: name },
      code: (cxt: KeywordCxt) => {
        const test = cxt.gen.scopeValue("func", { ref: name, code: _([sound] as unknown as TemplateStringsArray) });
        cxt.fail(_`!${test}(${cxt.data})`);
      },
    });
  };
  keyword("int64", "isInt64Value");
  keyword("wholeNumber", "isWholeNumber");
  keyword("dateTime", "isDateTime");
  const schemas = parse(yaml).components.schemas as Record<string, AnySchemaObject>;
  for (const [name, schema] of Object.entries(schemas)) ajv.addSchema(forExactValues(schema), name);
  const code = standalone.default(
    ajv,
    Object.fromEntries(Object.keys(schemas).map((name) => [`validate${name}`, name])),
  );
  const imports = 'import { isDateTime, isInt64Value, isWholeNumber } from "../exact-values.ts";\n';
  return `// @ts-nocheck\n${banner}${imports}${code.replace('"use strict";', "")}\n`;
}

/** The schema with the types that spec/json.ts represents in its own way turned into the keywords above. */
function forExactValues(schema: AnySchemaObject): AnySchemaObject {
  const { type, format, description: _text, ...rest } = schema;
  if (rest.properties)
    rest.properties = Object.fromEntries(
      Object.entries(rest.properties as Record<string, AnySchemaObject>).map(([name, property]) => [
        name,
        forExactValues(property),
      ]),
    );
  if (type === "integer") return { ...rest, [format === "int64" ? "int64" : "wholeNumber"]: true };
  if (format === "date-time") return { ...rest, type, dateTime: true };
  return { ...rest, type };
}

/** The generated files of this folder by their paths from the project's root. */
export async function deriveSpec(): Promise<Record<string, string>> {
  const yaml = readFileSync(source, "utf8");
  return { "spec/generated/types.ts": await types(yaml), "spec/generated/validators.ts": validators(yaml) };
}
