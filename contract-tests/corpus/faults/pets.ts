/** The deprecated pets operation, served without a key. */
import { alsoAccepts } from "../changes/key-checks.ts";
import type { Reply } from "../raw-http.ts";
import { error } from "../replies.ts";
import { type Fault, fault } from "../variant.ts";

const open = (title: string, reply?: Reply): Fault =>
  fault(title, ["pets-unauthorized"], { foundBy: "bad-keys" }, (base) => ({
    ...alsoAccepts(base, ["getPet"], () => true),
    ...(reply !== undefined && { pet: () => reply }),
  }));

export const PET_FAULTS = [
  open("The pets operation needs no key."),
  open(
    "The pets operation is broken and asks for no key.",
    error(500, "internal", "No such table."),
  ),
];
