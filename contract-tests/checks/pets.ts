/** The deprecated pets operation: protected like all others, and otherwise open (sections Authentication, Other operations). */
import type { Check, Context } from "../check.ts";
import { type Exchange, header } from "../exchange.ts";
import { receivedOf, statusOf } from "./answers.ts";
import { judgeEachRequest, judgeRefusal, tryCredentials } from "./credentials.ts";

const PET = { method: "GET", path: "/pets/1" } as const;

export const pets: Check = {
  id: "pets",
  area: "pets",
  title: "the deprecated pets operation asks for the key",
  clauses: ["pets-unauthorized", "auth-key-exact", "auth-each-request", "auth-error-body"],
  async run(context) {
    const guarded = { clause: "pets-unauthorized", doing: "The pets operation", looksUp: [] } as const;
    const bare = await context.send({ ...PET, credential: "none" });
    if (statusOf(bare) === 404) {
      context.advise("pets-gone", "Without a key the pets operation gets 404: it hides, or is gone.", [bare]);
      context.held("pets-unauthorized");
      return observe(context, await context.send({ ...PET, credential: "good" }));
    }
    const served = await context.send({ ...PET, credential: "good" });
    observe(context, served);
    for (const { attempt, exchange } of await tryCredentials(context, PET)) {
      if (statusOf(exchange) === 404)
        context.advise("pets-gone", `With ${attempt.name} the pets operation gets 404.`, [exchange]);
      else judgeRefusal(context, attempt, guarded, exchange);
    }
    const good = statusOf(served);
    if (good !== undefined && good < 300)
      await judgeEachRequest(context, PET, (exchange) => (statusOf(exchange) ?? 500) < 300, "The pets operation");
  },
};

function observe(context: Context, exchange: Exchange): void {
  const { response } = exchange;
  const status = statusOf(exchange);
  const answers: Record<number, string> = { 200: "pet", 404: "not-found", 410: "gone" };
  context.observe("pets-answer", (status !== undefined && answers[status]) || receivedOf(exchange));
  if (response === undefined) return;
  const [deprecation, sunset] = [header(response, "deprecation"), header(response, "sunset")];
  if (deprecation !== undefined && sunset !== undefined) context.observe("deprecation-headers", "both");
  else if (deprecation !== undefined) context.observe("deprecation-headers", "deprecation");
  else context.observe("deprecation-headers", sunset === undefined ? "none" : "Sunset alone");
}
