import { Decimal, type Json, type JsonObject } from "../../spec/json/json.ts";

/** A {@link Decimal} is an object of JavaScript, but a JSON number. */
export function isJsonObject(value: Json | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof Decimal);
}
