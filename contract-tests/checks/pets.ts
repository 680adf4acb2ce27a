/** The deprecated pets operation: it requires the key, everything else is a silence (sections Authentication, Other operations). */
import { OPERATIONS } from "../../spec/interface/operations.ts";
import { CREDENTIALS, type Credential, credentialsOf } from "../client/credentials.ts";
import { type Exchange, GET_PET, header } from "../client/exchange.ts";
import { isSuccess, observeStatus, statusOf } from "./answer-status.ts";
import { assertKeyOnEachRequest, expectRefused, sendWithCredentials } from "./auth/refusal.ts";
import type { Check, CheckContext } from "./check.ts";

/** The key check is likely to be that of the list, with which more credentials are tried. */
const CREDENTIALS_TRIED: readonly Credential[] = [
  ...["none", "wrong", "empty", "truncated", "first-character", "extended", "swapped-case", "undefined"],
  ...credentialsOf("unusual"),
] as Credential[];
const { clause } = OPERATIONS.getPet.unauthorized;
const PHRASE = "The pets operation";

export const pets: Check = {
  id: "pets",
  area: "pets",
  title: "the deprecated pets operation requires the key",
  clauses: [clause, "auth-key-exact", "auth-each-request", "auth-error-body"],
  after: ["list-whole"],
  cost: () => ({ calls: 21, badKeyCalls: 18 }),
  async run(context) {
    const [withoutKey, withKey] = await Promise.all([
      context.send({ ...GET_PET, credential: "none" }),
      context.send({ ...GET_PET, credential: "good" }),
    ]);
    observePet(context, withKey);
    if (statusOf(withoutKey) === 404) {
      const why =
        "Without a key the pets operation gets 404: it is hidden from unauthorized clients, or no longer exists.";
      context.report.advise("pets-gone", why, [withoutKey]);
      return context.report.held(clause);
    }
    const [refused] = await Promise.all([
      sendWithCredentials(context, GET_PET, CREDENTIALS_TRIED),
      isSuccess(withKey) && assertKeyOnEachRequest(context, GET_PET, isSuccess, PHRASE),
    ]);
    for (const exchange of refused) await expectPetRefused(context, exchange);
  },
};

/** Judges a call of the pets operation without the good key. */
export async function expectPetRefused(context: CheckContext, exchange: Exchange): Promise<void> {
  if (statusOf(exchange) !== 404) return void (await expectRefused(context, PHRASE, exchange));
  const { name } = CREDENTIALS[exchange.call.credential];
  context.report.advise("pets-gone", `With ${name} the pets operation gets 404.`, [exchange]);
}

function observePet(context: CheckContext, exchange: Exchange): void {
  const { response } = exchange;
  observeStatus(context, exchange, OPERATIONS.getPet.situations.pets);
  if (response === undefined) return;
  const [deprecation, sunset] = [header(response, "deprecation"), header(response, "sunset")];
  const withoutSunset = deprecation === undefined ? "none" : "deprecation";
  const withSunset = deprecation === undefined ? "sunset" : "both";
  context.report.observe("deprecation-headers", sunset === undefined ? withoutSunset : withSunset);
}
