import { alsoAdmits, CARELESS } from "../credentials.ts";
import { empty, error, html, json, redirect, withBody } from "../replies.ts";
import { bearer } from "../service.ts";
import { type Fault, fault } from "../variant.ts";
import { field, type Reply } from "../wire.ts";
import { OPERATIONS, refuseOn } from "./guarding.ts";

/** The pets operation forgets the same things as the others: these are enough to tell. */
const FOR_PETS = [
  "no-header",
  "any-token",
  "any-header",
  "key-start",
  "other-case",
  "in-a-list",
  "undefined",
  "any-basic",
];

const careless = OPERATIONS.flatMap(([operation, title, clause]) =>
  Object.entries(CARELESS)
    .filter(([name]) => operation !== "pet" || FOR_PETS.includes(name))
    .map(([name, [words, lets]]) =>
      fault(`${operation}-open-${name}`, `${title} is open ${words}.`, ["auth-key-exact", clause], (service) =>
        alsoAdmits(service, [operation], lets),
      ),
    ),
);

/** In place of the 401. */
const REFUSALS: Readonly<Record<string, Reply>> = {
  "403": error(403, "forbidden", "You may not."),
  "400": error(400, "bad_request", "Authorization is required."),
  "404": error(404, "not_found", "Nothing here."),
  "407": error(407, "proxy_auth", "Authorization is required."),
  "500": error(500, "internal", "jwt malformed"),
  "302": redirect(302, "/login"),
  "200-error": error(200, "unauthorized", "The API key is missing or not valid."),
  "204": empty(204),
};

const refusals = OPERATIONS.flatMap(([operation, title, clause]) =>
  Object.entries(REFUSALS)
    .filter(([name]) => !(operation === "pet" && name === "404"))
    .map(([name, reply]) =>
      fault(
        `${operation}-refuses-with-${name}`,
        `${title} refuses a bad key with ${name}, not 401.`,
        [clause],
        (service) => refuseOn(service, operation, () => reply),
      ),
    ),
);

const halves = OPERATIONS.flatMap(([operation, title, clause]) => [
  fault(
    `${operation}-403-for-wrong-key`,
    `${title} answers 403 to a wrong key and 401 only to none.`,
    [clause],
    (service) =>
      refuseOn(service, operation, (request, plain) =>
        (bearer(request) ?? "").length > 0 ? error(403, "forbidden", "The key is not valid.") : plain,
      ),
  ),
  fault(
    `${operation}-400-for-no-key`,
    `${title} answers 400 to a missing key and 401 only to a wrong one.`,
    [clause],
    (service) =>
      refuseOn(service, operation, (request, plain) =>
        field(request, "authorization") === undefined
          ? error(400, "missing_header", "Authorization is required.")
          : plain,
      ),
  ),
  fault(
    `${operation}-500-for-odd-scheme`,
    `${title} breaks on an Authorization that is not Bearer.`,
    [clause, "auth-key-exact"],
    (service) =>
      refuseOn(service, operation, (request, plain) =>
        /^(?!bearer)./i.test(field(request, "authorization") ?? "")
          ? error(500, "internal", "Cannot read properties of undefined")
          : plain,
      ),
  ),
]);

const leaks = [
  fault("list-behind-401", "The 401 of the list carries the orders.", ["auth-error-body", "error-code"], (service) =>
    refuseOn(service, "list", (request, plain) => withBody(plain, service.list(request).body)),
  ),
  fault(
    "401-only-in-body",
    "A bad key gets 200 with the status 401 in the body, everywhere.",
    ["list-unauthorized", "cancel-unauthorized"],
    (service) => {
      service.refuse = () => json(200, '{"code":"unauthorized","message":"No.","status":401}');
    },
  ),
  fault(
    "login-page",
    "A gateway shows its login page, 200 in HTML, for a bad key.",
    ["list-unauthorized", "cancel-unauthorized"],
    (service) => {
      service.refuse = () => html(200);
    },
  ),
];

export const AUTH_KEY_FAULTS: readonly Fault[] = [...careless, ...refusals, ...halves, ...leaks];
