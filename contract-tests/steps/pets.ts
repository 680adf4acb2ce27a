/** The deprecated pets operation: it requires the key, everything else is a silence (sections Authentication, Other operations). */
import { OPERATIONS } from "../../spec/interface/operations.ts";
import { GET_PET, header } from "../client/exchange.ts";
import { isForbidden, isSuccess, observeStatus, statusOf } from "./answers.ts";
import { PET_WITHOUT_KEY } from "./cancellations.ts";
import { assertKeyOnEachRequest } from "./each-request.ts";
import { PETS_KEYS } from "./keys.ts";
import { tryBadCredentials } from "./refusals.ts";
import type { Step } from "./step.ts";

const { situations, unauthorized } = OPERATIONS.getPet;
const PHRASE = "The pets operation";

export const pets: Step = {
  id: "pets",
  title: "the deprecated pets operation requires the key",
  clauses: [unauthorized.clause, "auth-key-exact", "auth-each-request", "auth-error-body"],
  async run(s) {
    const [withoutKey, withKey] = await s.all([
      PET_WITHOUT_KEY.call,
      { ...GET_PET, credential: "good" },
    ]);
    if (!isForbidden(withoutKey!)) await PET_WITHOUT_KEY.judge(s, withoutKey!);

    const { response } = withKey!;
    observeStatus(s, withKey!, situations.pets);
    const names = ["deprecation", "sunset"].filter(
      (name) => response && header(response, name) !== undefined,
    );
    const observed = names.length > 1 ? "both" : (names[0] ?? "none");
    if (response !== undefined) s.report.observe("deprecation-headers", observed);

    if (statusOf(withoutKey!) === 404) return s.report.held(unauthorized.clause);
    await tryBadCredentials(s, PHRASE, GET_PET, PETS_KEYS);
    if (isSuccess(withKey!)) await assertKeyOnEachRequest(s, GET_PET, isSuccess, PHRASE);
  },
};
