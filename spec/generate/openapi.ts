/** Generates schema/generated/types.ts from openapi.yaml: the types of all components and operations; int64 is a bigint. */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import openapiTS, { astToString } from "openapi-typescript";
import ts from "typescript";

/** The generated file, by path from the project's root. */
export async function deriveTypes(): Promise<Record<string, string>> {
  const yaml = readFileSync(fileURLToPath(import.meta.resolve("orders-kit/openapi.yaml")), "utf8");
  const bigint = ts.factory.createKeywordTypeNode(ts.SyntaxKind.BigIntKeyword);
  const nodes = await openapiTS(yaml, {
    transform: (schema) => (schema.format === "int64" ? bigint : undefined),
  });
  const banner = "// Generated from spec/openapi.yaml by `npm run generate`. Do not edit.\n";
  return { "spec/schema/generated/types.ts": banner + astToString(nodes) };
}
