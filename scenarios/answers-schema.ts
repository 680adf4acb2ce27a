/** The schema of the answers to silences in a scenario. */
import * as v from "valibot";
import { type Answers, SILENCES, type Silence } from "../spec/clauses/index.ts";
import { field, inEditors, mapping, oneOf } from "./source/schemas.ts";

/** Editors show the question, and what each answer means. */
function answer({ question, answers, default: usual }: Silence) {
  const meanings = Object.entries(answers).map(([name, description]) => {
    return { const: name, description };
  });
  // In place of the names alone.
  const described = inEditors<string>({ enum: undefined, oneOf: meanings, default: usual });
  return field(question, v.pipe(oneOf(Object.keys(answers)), described));
}

export const answers = mapping(
  Object.fromEntries(SILENCES.map((silence) => [silence.id, answer(silence)])),
) as v.GenericSchema<Partial<Answers>>;
