/**
 * Tests what a report shows first: among things tried in one call, because most deployments ignore
 * them all, the one at fault; the plainest call; and a cause before its consequences.
 */
import { expect, test } from "playwright/test";
import { judgeVariant } from "./judge-variant.ts";
import { VARIANTS } from "./variants.ts";

for (const [title, clause, finding] of [
  [
    "A request with X-Real-IP: 127.0.0.1 needs no key.",
    "list-unauthorized",
    "Without a key, GET /store/orders with X-Real-IP: 127.0.0.1 shows orders.",
  ],
  [
    "The query parameter format gets 404, as where it chooses a view.",
    "probe-refused",
    "With ?format=csv, listing the orders gets 404.",
  ],
] as const)
  test(`${title} The finding names the one that does it`, async () => {
    const variant = VARIANTS.find((one) => one.title === title)!;
    const { report } = await judgeVariant(variant, "without ids");
    const findings = [...report.clauses, ...report.advice].filter((one) => one.id === clause);
    expect(findings[0]?.why).toBe(finding);
  });

for (const [title, finding, curl, blameless] of [
  [
    "A list without a query comes for a second from a cache that does not check the key.",
    "Listing the orders with no key gets 200.",
    /^curl -i 'http[^?']+\/v1\/store\/orders'$/,
    "auth-no-effect",
  ],
  [
    "An unknown id cancels the order for the pet with this id.",
    /^Cancelling \d+ gets 204, .* is not an order and is read as/,
    /-X DELETE -H/,
    "auth-no-effect",
  ],
  ["The list ends after 20 orders.", /is not in the list/, /\/v1\/store\/orders'$/, "order-id"],
] as const)
  test(`${title} The plainest evidence of its cause leads`, async () => {
    const variant = VARIANTS.find((one) => one.title === title)!;
    const { report } = await judgeVariant(variant, "full");
    const violated = report.clauses.filter(({ verdict }) => verdict === "violated");
    const shown = violated.find(({ why = "" }) => why.match(finding));
    expect(shown?.evidence?.[0]?.curl).toMatch(curl);
    expect(violated.map((one) => one.id)).not.toContain(blameless);
  });
