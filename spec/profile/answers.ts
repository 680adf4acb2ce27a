/** Reads the answers to silences, which profiles and scenarios share. */
import { type Answers, SILENCES, type Silence } from "../clauses/index.ts";
import { mapping, oneOf, type Reader, withSchema } from "../yaml/readers.ts";

/** Editors show the question, and what each answer means. */
const answer = ({ question, answers, default: usual }: Silence): Reader<string> => {
  const words = Object.entries(answers).map(([word, description]) => ({
    const: word,
    description,
  }));
  return withSchema(
    { oneOf: words, description: question, default: usual },
    oneOf(Object.keys(answers)),
  );
};

export const answers = mapping<Answers>(
  Object.fromEntries(SILENCES.map((silence) => [silence.id, answer(silence)])) as unknown as {
    readonly [Id in keyof Answers]: Reader<Answers[Id]>;
  },
);
