/**
 * The first lists show which orders exist. Until then, the run sends no id but the provided ones.
 */

import { VERSION_SEGMENT } from "../../../../spec/base-address.ts";
import { CLAUSES, type Clause } from "../../../../spec/clauses/index.ts";
import { LIST_CALL, LIST_WITH_KEY } from "../../../client/calls.ts";
import type { Exchange } from "../../../client/exchange.ts";
import { describeAnswer, statusOf } from "../../../client/outcome.ts";
import { observeList } from "../../assertions/observed-list.ts";
import { isListed } from "../../assertions/order-list.ts";
import { untilFresh } from "../../session/lists/compare.ts";
import { listOrders, readList } from "../../session/lists/read-list.ts";
import type { Session } from "../../session/session.ts";
import { ask } from "../ask.ts";
import { findOrders } from "../find-orders.ts";
import { checkProvided } from "../provided.ts";
import type { Step } from "../step.ts";

/** Headers that browsers send: the response may be compressed. */
const AS_BROWSERS_SEND = [
  ["Accept", "application/json;q=0.9, */*;q=0.1"],
  ["Accept-Encoding", "gzip, deflate, br"],
] as const;

/**
 * True if any list shows whether the clause holds, without knowing an order beforehand or trying
 * anything else.
 */
function isShownByList({ area, id }: Clause): boolean {
  return area === "order" || area === "versioning" || id === "list-ok" || id === "list-array";
}

const OF_KEYS = CLAUSES.flatMap(({ id }) => (/^auth-|-unauthorized$/.test(id) ? [id] : []));

export const firstList: Step = {
  id: "first-list",
  title: "every list is an array of all orders, at an address that ends in the version",
  clauses: CLAUSES.filter(isShownByList).map(({ id }) => id),
  async run(s) {
    const exchange = await s.send(LIST_WITH_KEY);
    const plain = await readList(s, exchange);
    // We ask how a call without a key is refused before a firewall may have had enough of the run.
    if (s.wants(...OF_KEYS)) await ask(s, [{ ...LIST_CALL, credential: "none" }]);
    expectVersion(s, exchange);
    const coded = await listOrders(s, { headers: AS_BROWSERS_SEND });
    if (coded !== undefined && s.orders.provided.ids.some((id) => !isListed(coded, id))) {
      // The list may be an old copy, or what a cache has for such calls.
      await untilFresh(s);
      await listOrders(s, { headers: AS_BROWSERS_SEND });
    }
    const first = plain ?? coded ?? (await listOrders(s));
    if (first === undefined) return s.report.unproven("list-whole", "No list could be read.");

    observeList(first, s.report);
    await checkProvided(s);
    await findOrders(s);
    s.baseline.set(s.lists.at(-1));

    // The provided orders were looked for in each list when it arrived.
    const { ids, pendingNeeded, shippedNeeded } = s.orders.provided;
    if (ids.length > 0) return;
    const needed = s.config.readOnly ? pendingNeeded : shippedNeeded;
    const why = `A run can only miss an order in the list that it knows to exist. ${needed}`;
    s.report.unproven("list-whole", why);
  },
};

function expectVersion(s: Session, exchange: Exchange): void {
  const last = new URL(s.config.baseUrl).pathname.split("/").filter(Boolean).at(-1);
  if (last !== VERSION_SEGMENT) {
    const end = last === undefined ? "has no path" : `ends in "${last}"`;
    const address = `The base address ${end}`;
    s.report.unproven("version-in-path", `${address}.`);
    return s.report.advise("base-address", `${address}, not in ${VERSION_SEGMENT}.`, [exchange]);
  }
  if ([200, 203].includes(statusOf(exchange) ?? 0)) return s.report.held("version-in-path");
  const why = `Listing the orders at this address gets ${describeAnswer(exchange)}.`;
  s.report.unproven("version-in-path", why);
}
