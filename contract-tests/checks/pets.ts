/** The deprecated pets operation: it requires the key, everything else is a silence (sections Authentication, Other operations). */
import { CREDENTIALS, type Credential, credentialsOf } from "../client/credentials.ts";
import { type Exchange, header } from "../client/exchange.ts";
import { isSuccess, observeStatus, statusOf } from "./answer-status.ts";
import { assertKeyOnEachRequest, expectRefused, sendWithCredentials } from "./auth/refusal.ts";
import type { Check, CheckContext } from "./check.ts";

export const GET_PET = { method: "GET", path: "/pets/1" } as const;
/** The key check is likely to be that of the list, with which more credentials are tried. */
const CREDENTIALS_TRIED: readonly Credential[] = [
  ...["none", "wrong", "empty", "truncated", "first-character", "extended", "swapped-case", "undefined"],
  ...credentialsOf("unusual"),
] as Credential[];
const OPERATION = { clause: "pets-unauthorized", phrase: "The pets operation", lookupStatuses: [] } as const;

export const pets: Check = {
  id: "pets",
  area: "pets",
  title: "the deprecated pets operation requires the key",
  clauses: ["pets-unauthorized", "auth-key-exact", "auth-each-request", "auth-error-body"],
  async run(context) {
    const [withoutKey, withKey] = await Promise.all([
      context.send({ ...GET_PET, credential: "none" }),
      context.send({ ...GET_PET, credential: "good" }),
    ]);
    if (statusOf(withoutKey) === 404) {
      context.advise(
        "pets-gone",
        "Without a key the pets operation gets 404: it is hidden from unauthorized clients, or no longer exists.",
        [withoutKey],
      );
      context.held("pets-unauthorized");
      return observePet(context, withKey);
    }
    observePet(context, withKey);
    const [refused] = await Promise.all([
      sendWithCredentials(context, GET_PET, CREDENTIALS_TRIED),
      isSuccess(withKey) && assertKeyOnEachRequest(context, GET_PET, isSuccess, OPERATION.phrase),
    ]);
    for (const exchange of refused) await expectPetRefused(context, exchange);
  },
};

/** Judges a call of the pets operation without the good key. */
export async function expectPetRefused(context: CheckContext, exchange: Exchange): Promise<void> {
  if (statusOf(exchange) !== 404) await expectRefused(context, OPERATION, exchange);
  else
    context.advise("pets-gone", `With ${CREDENTIALS[exchange.call.credential].name} the pets operation gets 404.`, [
      exchange,
    ]);
}

function observePet(context: CheckContext, exchange: Exchange): void {
  const { response } = exchange;
  observeStatus(context, "pets-answer", exchange, { 200: "pet", 404: "not-found", 410: "gone" });
  if (response === undefined) return;
  const [deprecation, sunset] = [header(response, "deprecation"), header(response, "sunset")];
  if (deprecation !== undefined && sunset !== undefined) context.observe("deprecation-headers", "both");
  else if (deprecation !== undefined) context.observe("deprecation-headers", "deprecation");
  else context.observe("deprecation-headers", sunset === undefined ? "none" : "sunset");
}
