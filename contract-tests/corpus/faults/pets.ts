/** The deprecated pets operation, served without a key. */
import { alsoAccepts } from "../changes/key-checks.ts";
import type { Reply } from "../raw-http.ts";
import { empty, error, html, json } from "../replies.ts";
import { fault, type Replacement } from "../variant.ts";

const OPEN: readonly (readonly [id: string, title: string, reply?: Reply])[] = [
  ["pets-unguarded", "The pets operation needs no key."],
  ["pets-open-with-html", "The pets operation is an HTML page and needs no key.", html(200)],
  ["pets-open-gone", "The pets operation is gone and asks for no key.", error(410, "gone", "See the sunset.")],
  ["pets-open-500", "The pets operation is broken and asks for no key.", error(500, "internal", "No such table.")],
  ["pets-open-204", "The pets operation has no content and needs no key.", empty(204)],
  ["pets-open-null", "The pets operation is null and needs no key.", json(200, "null")],
  ["pets-open-501", "The pets operation is not implemented and asks for no key.", error(501, "not_implemented", "No.")],
];

export const PET_FAULTS = OPEN.map(([id, title, reply]) =>
  fault(
    id,
    title,
    ["pets-unauthorized"],
    (base): Replacement => ({
      ...alsoAccepts(base, ["pet"], () => true),
      ...(reply !== undefined && { pet: () => reply }),
    }),
    { foundBy: "pets" },
  ),
);
