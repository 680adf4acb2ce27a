/**
 * Derives the JSON Schemas that editors use to complete and check files from the schemas that read
 * these files.
 */
import { toJsonSchema } from "@valibot/to-json-schema";
import type { GenericSchema } from "valibot";
import type { JsonSchema } from "../source/schemas.ts";

/**
 * `definitions` are parts that other documents refer to, or that occur in the schema more than
 * once.
 */
export function jsonSchemaOf(
  title: string,
  schema: GenericSchema,
  definitions: Readonly<Record<string, GenericSchema>> = {},
): JsonSchema {
  const { $schema, ...derived } = toJsonSchema(schema, {
    target: "draft-2020-12",
    definitions,
    // A check by a function has no keyword; where JSON Schema has one, our schemas add it with
    // inEditors.
    errorMode: "ignore",
    overrideSchema: ({ valibotSchema, jsonSchema }) =>
      valibotSchema.type === "object_with_rest"
        ? { ...jsonSchema, additionalProperties: false }
        : undefined,
    overrideAction({ valibotAction, jsonSchema }) {
      const { metadata } = valibotAction as { metadata?: { editors?: JsonSchema } };
      if (metadata?.editors === undefined) return undefined;
      // The package copied the metadata as is, so we move its keywords to the right place.
      const { editors: _, ...known } = jsonSchema as JsonSchema;
      return { ...known, ...metadata.editors };
    },
  });
  return { $schema, title, ...derived };
}
