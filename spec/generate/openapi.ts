/** Generates schema/generated/types.ts and validators.ts from openapi.yaml. */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { _, Ajv2020, type AnySchemaObject, type KeywordCxt } from "ajv/dist/2020.js";
import standalone from "ajv/dist/standalone/index.js";
import openapiTS, { astToString } from "openapi-typescript";
import ts from "typescript";
import { parse } from "yaml";

const source = fileURLToPath(import.meta.resolve("orders-kit/openapi.yaml"));
const banner = "// Generated from spec/openapi.yaml by `npm run generate`. Do not edit.\n";

/** TypeScript types of all components and operations; int64 is a bigint. */
async function types(yaml: string): Promise<string> {
  const bigint = ts.factory.createKeywordTypeNode(ts.SyntaxKind.BigIntKeyword);
  const nodes = await openapiTS(yaml, {
    transform: (schema) => (schema.format === "int64" ? bigint : undefined),
  });
  return banner + astToString(nodes);
}

/**
 * ajv validators for values of spec/json/json.ts. Three keywords replace types and formats: `integer` of ajv rejects bigint and
 * Decimal, and int64 and date-time of ajv-formats accept values that the contract does not.
 */
function validators(yaml: string): string {
  const ajv = new Ajv2020({
    allErrors: true,
    verbose: false,
    strict: true,
    code: { source: true, esm: true, lines: true },
  });
  const keyword = (name: string, predicate: string): void => {
    ajv.addKeyword({
      keyword: name,
      schemaType: "boolean",
      error: { message: name },
      code: (cxt: KeywordCxt) => {
        const test = cxt.gen.scopeValue("func", { ref: name, code: _([predicate] as unknown as TemplateStringsArray) });
        cxt.fail(_`!${test}(${cxt.data})`);
      },
    });
  };
  keyword("int64", "isInt64Value");
  keyword("integerValue", "isIntegerValue");
  keyword("dateTime", "isDateTime");
  const schemas = parse(yaml).components.schemas as Record<string, AnySchemaObject>;
  for (const [name, schema] of Object.entries(schemas)) ajv.addSchema(forExactValues(schema), name);
  const code = standalone.default(
    ajv,
    Object.fromEntries(Object.keys(schemas).map((name) => [`validate${name}`, name])),
  );
  const imports = 'import { isDateTime, isInt64Value, isIntegerValue } from "../numbers.ts";\n';
  return `// @ts-nocheck\n${banner}${imports}${code.replace('"use strict";', "")}\n`;
}

/** The schema with these keywords. */
function forExactValues(schema: AnySchemaObject): AnySchemaObject {
  const { type, format, description: _text, ...rest } = schema;
  if (rest.properties)
    rest.properties = Object.fromEntries(
      Object.entries(rest.properties as Record<string, AnySchemaObject>).map(([name, property]) => [
        name,
        forExactValues(property),
      ]),
    );
  if (type === "integer") return { ...rest, [format === "int64" ? "int64" : "integerValue"]: true };
  if (format === "date-time") return { ...rest, type, dateTime: true };
  return { ...rest, type };
}

/** The generated files, by path from the project's root. */
export async function deriveSpec(): Promise<Record<string, string>> {
  const yaml = readFileSync(source, "utf8");
  return {
    "spec/schema/generated/types.ts": await types(yaml),
    "spec/schema/generated/validators.ts": validators(yaml),
  };
}
