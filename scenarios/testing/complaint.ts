/** The errors with which readers refuse a text, for tests. */
import { UserError } from "../../spec/errors/user-error.ts";
import { faultSchema } from "../event-schemas.ts";
import { parseScenario } from "../parse.ts";
import { jsonSource } from "../source/json-source.ts";
import { read } from "../source/read.ts";
import { oneOrMore } from "../source/schemas.ts";

/** Returns "none" for a text that is accepted. */
function complaintOf(readText: () => void): string {
  try {
    readText();
  } catch (error) {
    if (error instanceof UserError) return error.message;
    throw error;
  }
  return "none";
}

/** The error for a scenario. */
export const complaint = (yaml: string): string =>
  complaintOf(() => parseScenario(yaml, "mine/shop.yaml"));

/** Reads JSON: a fault, or a list of them. */
export const readJsonFaults = (text: string, file: string) =>
  read(jsonSource(text, file), oneOrMore(faultSchema));

/** The error for faults in JSON. */
export const complaintOfFaults = (text: string): string =>
  complaintOf(() => readJsonFaults(text, "body"));
