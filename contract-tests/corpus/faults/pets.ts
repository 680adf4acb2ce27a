/** The deprecated pets operation, forgotten by whoever guards the rest. */
import { alsoAdmits } from "../credentials.ts";
import { empty, html, json } from "../replies.ts";
import type { Service } from "../service.ts";
import { type Fault, fault } from "../variant.ts";
import type { Reply } from "../wire.ts";

/** Answers the pets operation to everybody. */
const open = (id: string, title: string, reply: Reply): Fault =>
  fault(id, title, ["pets-unauthorized"], (service) => {
    alsoAdmits(service, ["pet"], () => true);
    service.pet = () => reply;
  });
const unguarded = (service: Service): void => alsoAdmits(service, ["pet"], () => true);

export const PET_FAULTS: readonly Fault[] = [
  fault("pets-unguarded", "The pets operation asks for no key.", ["pets-unauthorized"], unguarded),
  open("pets-open-with-html", "The pets operation is a page for everybody.", html(200)),
  open(
    "pets-open-gone",
    "The pets operation is gone for everybody, without asking for a key.",
    json(410, '{"code":"gone","message":"See the sunset.","status":410}'),
  ),
  open(
    "pets-open-500",
    "The pets operation is broken for everybody.",
    json(500, '{"code":"internal","message":"No such table.","status":500}'),
  ),
  open("pets-open-204", "The pets operation says nothing to everybody.", empty(204)),
  open("pets-open-null", "The pets operation is null for everybody.", json(200, "null")),
  open(
    "pets-open-501",
    "The pets operation is not implemented, for everybody.",
    json(501, '{"code":"not_implemented","message":"No.","status":501}'),
  ),
];
