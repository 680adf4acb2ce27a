/** The deprecated pets operation, served without a key. */
import { alsoAccepts } from "../changes/key-checks.ts";
import type { Reply } from "../raw-http.ts";
import { empty, error, html, json } from "../replies.ts";
import { fault, type Replacement } from "../variant.ts";

const OPEN: readonly (readonly [title: string, reply?: Reply])[] = [
  ["The pets operation needs no key."],
  ["The pets operation is an HTML page and needs no key.", html(200)],
  ["The pets operation is gone and asks for no key.", error(410, "gone", "See the sunset.")],
  ["The pets operation is broken and asks for no key.", error(500, "internal", "No such table.")],
  ["The pets operation has no content and needs no key.", empty(204)],
  ["The pets operation is null and needs no key.", json(200, "null")],
  ["The pets operation is not implemented and asks for no key.", error(501, "not_implemented", "No.")],
];

export const PET_FAULTS = OPEN.map(([title, reply]) =>
  fault(
    title,
    ["pets-unauthorized"],
    { foundBy: "pets" },
    (base): Replacement => ({
      ...alsoAccepts(base, ["pet"], () => true),
      ...(reply !== undefined && { pet: () => reply }),
    }),
  ),
);
