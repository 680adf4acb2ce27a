/** The JSON Schemas by which editors complete and check files: derived from the schemas that read them. */
import { toJsonSchema } from "@valibot/to-json-schema";
import type { GenericSchema } from "valibot";
import type { JsonSchema } from "../source/schemas.ts";

/** `definitions` are the parts that other documents refer to, or that stand in the schema more than once. */
export function jsonSchemaOf(
  title: string,
  schema: GenericSchema,
  definitions: Readonly<Record<string, GenericSchema>> = {},
): JsonSchema {
  const { $schema, ...derived } = toJsonSchema(schema, {
    target: "draft-2020-12",
    definitions,
    // A check by a function has no keyword: the schemas give one with inEditors where JSON Schema has it.
    errorMode: "ignore",
    overrideSchema: ({ valibotSchema, jsonSchema }) =>
      valibotSchema.type === "object_with_rest"
        ? { ...jsonSchema, additionalProperties: false }
        : undefined,
    overrideAction({ valibotAction, jsonSchema }) {
      const { metadata } = valibotAction as { metadata?: { editors?: JsonSchema } };
      if (metadata?.editors === undefined) return undefined;
      // The package has copied the metadata as they are.
      const { editors: _, ...known } = jsonSchema as JsonSchema;
      return { ...known, ...metadata.editors };
    },
  });
  return { $schema, title, ...derived };
}
