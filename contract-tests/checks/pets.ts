/** The deprecated pets operation: it requires the key, everything else is a silence (sections Authentication, Other operations). */
import { OPERATIONS } from "../../spec/interface/operations.ts";
import { type Credential, credentialsOf } from "../client/credentials.ts";
import { GET_PET, header } from "../client/exchange.ts";
import { isSuccess, observeStatus, statusOf } from "./answer-status.ts";
import { assertKeyOnEachRequest, refused, tryBadCredentials } from "./auth/refusal.ts";
import type { Check } from "./check.ts";
import { judgeAlone } from "./send-together.ts";

/** The key check is likely to be that of the list, with which more credentials are tried. */
const CREDENTIALS_TRIED: readonly Credential[] = [
  ...["wrong", "empty", "truncated", "first-character", "extended", "swapped-case", "undefined"],
  ...credentialsOf("unusual"),
] as Credential[];
const { clause } = OPERATIONS.getPet.unauthorized;
const PHRASE = "The pets operation";

export const pets: Check = {
  id: "pets",
  area: "pets",
  title: "the deprecated pets operation requires the key",
  clauses: [clause, "auth-key-exact", "auth-each-request", "auth-error-body"],
  async run(context) {
    const [withoutKey, withKey] = await Promise.all([
      judgeAlone(context, PET_WITHOUT_KEY),
      context.send({ ...GET_PET, credential: "good" }),
    ]);
    const { response } = withKey;
    observeStatus(context, withKey, OPERATIONS.getPet.situations.pets);
    const names = ["deprecation", "sunset"].filter(
      (name) => response && header(response, name) !== undefined,
    );
    if (response !== undefined)
      context.report.observe(
        "deprecation-headers",
        names.length > 1 ? "both" : (names[0] ?? "none"),
      );
    if (statusOf(withoutKey) === 404) return context.report.held(clause);
    await Promise.all([
      tryBadCredentials(context, PHRASE, GET_PET, CREDENTIALS_TRIED),
      isSuccess(withKey) && assertKeyOnEachRequest(context, GET_PET, isSuccess, PHRASE),
    ]);
  },
};

export const PET_WITHOUT_KEY = refused({ ...GET_PET, credential: "none" }, PHRASE);
