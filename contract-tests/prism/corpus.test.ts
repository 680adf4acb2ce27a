import { expect, test } from "playwright/test";
import { startDeployment } from "../corpus/deployment.ts";
import type { Variant } from "../corpus/variant.ts";
import { VARIANTS } from "../corpus/variants.ts";
import type { Call } from "../exchange.ts";
import { identityOf } from "../proxy/jury.ts";
import { httpSender } from "../transport.ts";
import { judgeAlone } from "./alone.ts";
import { startReferee } from "./referee.ts";
import { compareVerdicts } from "./second-opinion.ts";

/** Calls of every kind, the ids of one deployment in them. */
function callsFor({ pending, shipped }: { pending: readonly bigint[]; shipped: readonly bigint[] }): Call[] {
  const list = { method: "GET", path: "/store/orders" } as const;
  const cancel = (id: unknown, credential: Call["credential"] = "good"): Call => ({
    method: "DELETE",
    path: `/store/orders/${id}`,
    credential,
  });
  return [
    { ...list, credential: "good" },
    { ...list, credential: "none" },
    { ...list, credential: "lower-case-scheme" },
    { ...list, credential: "basic" },
    { ...list, credential: "good", query: "limit=1" },
    { ...list, credential: "good", headers: [["Range", "items=0-0"]] },
    { ...list, credential: "good", headers: [["Accept", "application/xml"]] },
    { ...list, method: "HEAD", credential: "good" },
    cancel(77),
    cancel(-1),
    cancel("abc"),
    cancel("%zz"),
    ...pending.slice(0, 1).flatMap((id) => [cancel(id, "wrong"), cancel(id), cancel(id)]),
    ...shipped.slice(0, 1).map((id) => cancel(id)),
    { method: "GET", path: "/pets/1", credential: "good" },
    { method: "GET", path: "/pets/1", credential: "none" },
  ];
}

/** Its key is a number that stands in the list: masked, the list is no JSON any more. */
const MASK_BREAKS_IT = "key-like-an-id";

/** Variants under way at a time: some of them keep a call waiting. */
const AT_ONCE = 8;

test("whatever a deployment does: Prism and we agree or the table says why not, and what is sound is not blamed", async () => {
  test.setTimeout(300_000);
  const referee = await startReferee();
  const unexplained: string[] = [];
  const falseAlarms: string[] = [];
  // Most variants answer most calls as the others do.
  const judged = new Set<string>();

  const tryVariant = async (variant: Variant): Promise<void> => {
    const deployment = await startDeployment(variant);
    const sender = httpSender({ ...deployment, limits: { firstByteMs: 300, wholeMs: 1_000, quietMs: 20 } });
    for (const call of callsFor(deployment)) {
      const exchange = await sender.send(call);
      if (exchange.response === undefined || exchange.failure !== undefined) continue;
      const { findings } = judgeAlone(exchange);
      const where = `${variant.id}: ${call.method} ${call.path} (${call.credential})`;
      for (const finding of findings)
        if (finding.kind === "violated" && variant.kind !== "fault" && variant.id !== MASK_BREAKS_IT)
          falseAlarms.push(`${where} ${finding.why}`);
      const identity = identityOf(exchange);
      if (judged.has(identity)) continue;
      judged.add(identity);
      for (const { clause, ours, prism, artefact } of compareVerdicts(
        exchange,
        findings,
        await referee.judge(exchange),
      ))
        if (artefact === undefined) unexplained.push(`${where} ${clause}: ${ours} | ${prism}`);
    }
    await sender.close();
    await deployment.close();
  };

  const left = [...VARIANTS];
  const work = async (): Promise<void> => {
    for (let next = left.pop(); next !== undefined; next = left.pop()) await tryVariant(next);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  await referee.close();
  expect({ unexplained, falseAlarms }).toEqual({ unexplained: [], falseAlarms: [] });
});
