/** The schema of a scenario's answers to open questions. */
import * as v from "valibot";
import { type Answers, OPEN_QUESTIONS, type OpenQuestion } from "../spec/clauses/index.ts";
import { field, inEditors, mapping, oneOf } from "./source/schemas.ts";

/** Editors show the question and the meaning of each answer. */
function answerSchema({ question, answers, default: usual }: OpenQuestion) {
  const meanings = Object.entries(answers).map(([name, description]) => {
    return { const: name, description };
  });
  // Replaces the bare list of names.
  const described = inEditors<string>({ enum: undefined, oneOf: meanings, default: usual });
  return field(question, v.pipe(oneOf(Object.keys(answers)), described));
}

export const answers = mapping(
  Object.fromEntries(OPEN_QUESTIONS.map((question) => [question.id, answerSchema(question)])),
) as v.GenericSchema<Partial<Answers>>;
