/** Profiles as YAML text: the reader, and the writer for people. */
import * as v from "valibot";
import { Document, isMap } from "yaml";
import { OPERATIONS } from "../../spec/interface/operations.ts";
import { read } from "../source/read.ts";
import { dictionary, mapping, string } from "../source/schemas.ts";
import { errorAt } from "../source/source.ts";
import { yamlSource } from "../source/yaml-source.ts";
import { answers } from "./answers.ts";
import { EMPTY_PROFILE, type Profile } from "./shape.ts";

/** A status, or an operation and a status. */
const place = v.pipe(
  v.string(),
  v.check(
    isPlace,
    ({ input }) =>
      `"${input}" is not a status such as 404, or an operation with one, such as getPet 404.`,
  ),
);

function isPlace(text: string): boolean {
  const [status = "", operation] = text.split(" ").reverse();
  const isKnown = operation === undefined || Object.hasOwn(OPERATIONS, operation);
  return isKnown && /^[45]\d\d$/.test(status);
}

const errorText = mapping({ code: v.exactOptional(string), message: v.exactOptional(string) });

const profile = mapping({
  answers: v.exactOptional(answers),
  errors: v.exactOptional(dictionary(place, errorText)),
});

/** Reads a profile; `file` is its name in errors. Throws a UserError with file, line, column and the fix. */
export function parseProfile(yaml: string, file = "profile.yaml"): Profile {
  const source = yamlSource(yaml, file);
  if (source.value === undefined)
    throw errorAt(source, [], "This profile is empty. verify --learn writes one.");
  return { ...EMPTY_PROFILE, ...read(source, profile) };
}

/** The profile as YAML, with a comment that says whose it is. `at`: when it was learned (ISO 8601). */
export function profileText({ answers, errors }: Profile, from: string, at: string): string {
  // A status without quotes, as people write it.
  const places = Object.entries(errors).map(([place, text]) => {
    return [/^\d+$/.test(place) ? Number(place) : place, text] as const;
  });
  const document = new Document({ answers, errors: new Map(places) });
  document.commentBefore = ` How ${from} answers where the contract is silent, as seen by verify --learn on ${at.slice(0, 10)}.
 orders-kit mock --profile with this file answers alike. orders-kit clauses says what the answers mean.`;

  // Each Error is on one line.
  const texts = document.get("errors");
  for (const { value } of isMap(texts) ? texts.items : []) if (isMap(value)) value.flow = true;
  return document.toString({ lineWidth: 0 });
}
