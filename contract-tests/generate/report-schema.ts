/** The JSON Schema of report.json, from the types of a report: their comments are its descriptions. */
import ts from "typescript";
import type { JsonSchema } from "../../scenarios/source/schemas.ts";

/** Relative to the root of the project, in which the generator runs. */
const FILE = "contract-tests/report/report.ts";
const { NoTruncation } = ts.TypeFormatFlags;

const COMPILER_OPTIONS: ts.CompilerOptions = {
  strict: true,
  exactOptionalPropertyTypes: true,
  target: ts.ScriptTarget.ES2023,
  module: ts.ModuleKind.NodeNext,
  moduleResolution: ts.ModuleResolutionKind.NodeNext,
  allowImportingTsExtensions: true,
  noEmit: true,
};

export function reportJsonSchema(): JsonSchema {
  const program = ts.createProgram([FILE], COMPILER_OPTIONS);
  const checker = program.getTypeChecker();
  const source = program.getSourceFile(FILE)!;
  const report = checker
    .getExportsOfModule(checker.getSymbolAtLocation(source)!)
    .find(({ name }) => name === "Report")!;

  const schemaOf = (type: ts.Type): JsonSchema => {
    if (type.isStringLiteral() || type.isNumberLiteral()) return { const: type.value };
    if (type.flags & ts.TypeFlags.String) return { type: "string" };
    if (type.flags & ts.TypeFlags.Number) return { type: "number" };
    if (type.flags & ts.TypeFlags.BooleanLike)
      return checker.typeToString(type) === "true" ? { const: true } : { type: "boolean" };
    if (type.isUnion()) return unionOf(type.types);
    if (checker.isArrayType(type)) {
      const [element] = checker.getTypeArguments(type as ts.TypeReference);
      return { type: "array", items: schemaOf(element!) };
    }
    if (type.flags & ts.TypeFlags.Object || type.isIntersection()) return objectOf(type);
    throw new Error(`No schema for ${checker.typeToString(type, undefined, NoTruncation)}.`);
  };

  const unionOf = (types: readonly ts.Type[]): JsonSchema => {
    const own = types.filter(({ flags }) => !(flags & ts.TypeFlags.Undefined));
    const literals = own.flatMap((one) =>
      one.isStringLiteral() || one.isNumberLiteral() ? [one.value] : [],
    );
    // The compiler orders them by where it has met them first.
    if (literals.length === own.length) return { enum: literals.toSorted() };
    if (own.every(({ flags }) => flags & ts.TypeFlags.BooleanLiteral))
      return own.length === 2 ? { type: "boolean" } : schemaOf(own[0]!);
    return own.length === 1 ? schemaOf(own[0]!) : { anyOf: own.map(schemaOf) };
  };

  const objectOf = (type: ts.Type): JsonSchema => {
    const members = checker.getPropertiesOfType(type);
    const properties = members.map((member) => {
      const description = ts.displayPartsToString(member.getDocumentationComment(checker));
      const schema = schemaOf(checker.getTypeOfSymbolAtLocation(member, source));
      return [member.name, { ...(description !== "" && { description }), ...schema }] as const;
    });
    const required = members
      .filter(({ flags }) => !(flags & ts.SymbolFlags.Optional))
      .map(({ name }) => name);
    return { type: "object", properties: Object.fromEntries(properties), required };
  };

  return {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    title: "A report of orders-kit verify: report.json",
    ...schemaOf(checker.getDeclaredTypeOfSymbol(report)),
  };
}
