/** Reads the answers to silences, which profiles and scenarios share. */
import { type Answers, SILENCES, type Silence } from "../clauses/index.ts";
import { mapping, oneOfDescribed, type Reader, withSchema } from "../yaml/readers.ts";

const answer = ({ question, answers, default: usual }: Silence): Reader<string> => {
  const read = oneOfDescribed(answers);
  return withSchema({ ...read.schema, description: question, default: usual }, read);
};

export const answers = mapping<Answers>(
  Object.fromEntries(SILENCES.map((silence) => [silence.id, answer(silence)])) as unknown as {
    readonly [Id in keyof Answers]: Reader<Answers[Id]>;
  },
);
