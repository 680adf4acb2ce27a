/** Derives the types, the field table, and openapi.string-ids.yaml from openapi.yaml. */
import { readFileSync } from "node:fs";
import openapiTS, { astToString } from "openapi-typescript";
import ts from "typescript";
import { fieldTables } from "./fields.ts";

/** TypeScript types of all components and operations, and their names; int64 becomes bigint. */
async function types(yaml: string): Promise<string> {
  const bigint = ts.factory.createKeywordTypeNode(ts.SyntaxKind.BigIntKeyword);
  const nodes = await openapiTS(yaml, {
    transform: (schema) => (schema.format === "int64" ? bigint : undefined),
  });
  const ids = [...yaml.matchAll(/operationId: (\w+)/g)].map(([, id]) => `"${id}"`);
  return `// Generated from spec/openapi.yaml by \`npm run generate\`. Do not edit.
${astToString(nodes)}
/** The operationId of each operation of the interface. */
export type OperationId = ${ids.join(" | ")};
`;
}

/** The document with ids as strings of digits, for clients that keep every digit. */
function withStringIds(yaml: string): string {
  const string = '$1type: string\n$1pattern: "^-?[0-9]{1,19}$$"';
  const document = yaml.replace(/^( *)type: integer\n *format: int64$/gm, string);
  return `# Generated from openapi.yaml by \`npm run generate\`: ids are strings of digits. Do not edit.\n${document}`;
}

/** Generated files by path. */
export async function deriveSpec(): Promise<Record<string, string>> {
  const yaml = readFileSync("spec/openapi.yaml", "utf8");
  return {
    "spec/schema/generated/types.ts": await types(yaml),
    "spec/schema/generated/fields.ts": fieldTables(yaml),
    "spec/openapi.string-ids.yaml": withStringIds(yaml),
  };
}
