/** Generates schema/generated/types.ts and validators.ts from openapi.yaml. */
import { readFileSync } from "node:fs";
import { _, Ajv2020, type AnySchemaObject, type KeywordCxt } from "ajv/dist/2020.js";
import standalone from "ajv/dist/standalone/index.js";
import openapiTS, { astToString } from "openapi-typescript";
import ts from "typescript";
import { parse } from "yaml";

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
 * Three keywords that replace types and formats: `integer` of ajv rejects bigint and Decimal, and int64 and date-time of ajv-formats
 * accept values that the contract does not.
 */
const PREDICATES = { int64: _`isInt64Value`, integerValue: _`isIntegerValue`, dateTime: _`isDateTime` };

/** ajv validators for values of spec/json/json.ts. */
function validators(yaml: string): string {
  const ajv = new Ajv2020({ allErrors: true, code: { source: true, esm: true, lines: true } });
  for (const [name, predicate] of Object.entries(PREDICATES))
    ajv.addKeyword({
      keyword: name,
      schemaType: "boolean",
      error: { message: name },
      code: (cxt: KeywordCxt) => {
        const test = cxt.gen.scopeValue("func", { ref: name, code: predicate });
        cxt.fail(_`!${test}(${cxt.data})`);
      },
    });
  const schemas = parse(yaml).components.schemas as Record<string, AnySchemaObject>;
  for (const [name, schema] of Object.entries(schemas)) ajv.addSchema(forExactValues(schema), name);
  const exported = Object.fromEntries(Object.keys(schemas).map((name) => [`validate${name}`, name]));
  const imports =
    'import { isDateTime } from "../date-time.ts";\nimport { isInt64Value, isIntegerValue } from "../integers.ts";\n';
  return `// @ts-nocheck\n${banner}${imports}${standalone.default(ajv, exported).replace('"use strict";', "")}\n`;
}

/** The schema with these keywords. */
function forExactValues(schema: AnySchemaObject): AnySchemaObject {
  const { type, format, description: _text, ...rest } = schema;
  const properties = Object.entries<AnySchemaObject>(rest.properties ?? {});
  if (properties.length > 0)
    rest.properties = Object.fromEntries(properties.map(([name, property]) => [name, forExactValues(property)]));
  if (type === "integer") return { ...rest, [format === "int64" ? "int64" : "integerValue"]: true };
  if (format === "date-time") return { ...rest, type, dateTime: true };
  return { ...rest, type };
}

/** The generated files, by their paths. */
export async function deriveSpec(): Promise<Record<string, string>> {
  const yaml = readFileSync("spec/openapi.yaml", "utf8");
  return {
    "spec/schema/generated/types.ts": await types(yaml),
    "spec/schema/generated/validators.ts": validators(yaml),
  };
}
