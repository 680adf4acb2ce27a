/** The deprecated pets operation, served without a key. */
import { alsoAccepts } from "../changes/key-checks.ts";
import type { Reply } from "../raw-http.ts";
import { empty, error, html, json } from "../replies.ts";
import { type Fault, fault } from "../variant.ts";

const open = (title: string, reply?: Reply): Fault =>
  fault(title, ["pets-unauthorized"], { foundBy: "bad-keys" }, (base) => ({
    ...alsoAccepts(base, ["pet"], () => true),
    ...(reply !== undefined && { pet: () => reply }),
  }));

export const PET_FAULTS = [
  open("The pets operation needs no key."),
  open("The pets operation is an HTML page and needs no key.", html(200)),
  open(
    "The pets operation is broken and asks for no key.",
    error(500, "internal", "No such table."),
  ),
  open("The pets operation has no content and needs no key.", empty(204)),
  open("The pets operation is null and needs no key.", json(200, "null")),
  open(
    "The pets operation is not implemented and asks for no key.",
    error(501, "not_implemented", "No."),
  ),
];
