/** The kinds of answers of which a deployment may give a wrong one now and then. */
export const ANSWER_KINDS = [
  "lists",
  "lists without the key",
  "unknown orders",
  "shipped orders",
  "orders cancelled before",
  "cancellations without the key",
  "pets without the key",
] as const;
export type AnswerKind = (typeof ANSWER_KINDS)[number];
