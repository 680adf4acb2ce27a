/** What a reader says of a text that it refuses, for tests. */
import { UserError } from "../../spec/errors/user-error.ts";
import { parseFaults, parseScenario } from "../parse.ts";

/** "none" for a text that is read. */
export function complaintOf(read: typeof parseScenario | typeof parseFaults, text: string): string {
  try {
    read(text, read === parseFaults ? "body" : "mine/shop.yaml");
  } catch (error) {
    if (error instanceof UserError) return error.message;
    throw error;
  }
  return "none";
}

/** What is said of a scenario. */
export function complaint(yaml: string): string {
  return complaintOf(parseScenario, yaml);
}
