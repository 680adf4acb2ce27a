/** Generates schema/generated/types.ts from openapi.yaml. */
import { readFileSync } from "node:fs";
import openapiTS, { astToString } from "openapi-typescript";
import ts from "typescript";

/** TypeScript types of all components and operations; int64 is a bigint. */
async function types(yaml: string): Promise<string> {
  const bigint = ts.factory.createKeywordTypeNode(ts.SyntaxKind.BigIntKeyword);
  const nodes = await openapiTS(yaml, {
    transform: (schema) => (schema.format === "int64" ? bigint : undefined),
  });
  return `// Generated from spec/openapi.yaml by \`npm run generate\`. Do not edit.\n${astToString(nodes)}`;
}

/** The generated file, by its path. */
export async function deriveSpec(): Promise<Record<string, string>> {
  const yaml = readFileSync("spec/openapi.yaml", "utf8");
  return { "spec/schema/generated/types.ts": await types(yaml) };
}
