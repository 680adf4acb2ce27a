/** What is tried in one call, because most deployments ignore all of it, is told apart before it is reported. */
import { expect, test } from "playwright/test";
import { judgeVariant } from "../corpus/judge-variant.ts";
import { VARIANTS } from "../corpus/variants.ts";

for (const [id, clause, finding] of [
  ["trusts-real-ip", "list-unauthorized", "Without a key, GET /store/orders with X-Real-IP: 127.0.0.1 shows orders."],
  ["format-not-found", "query-refused", "A list call with the undeclared query ?format=csv gets 404."],
] as const)
  test(`${id}: the finding names the one that does it`, async () => {
    const variant = VARIANTS.find((one) => one.id === id)!;
    const { report } = await judgeVariant(variant, "read-only");
    const findings = [...report.clauses, ...report.advice].filter((one) => one.id === clause);
    expect(findings[0]?.why).toBe(finding);
  });
