import { expect, test } from "playwright/test";
import { cancellationOf } from "../../client/exchange.ts";
import { ListedIds } from "../../safety/listed-ids.ts";
import { refusal } from "../../safety/policy.ts";
import { PENDING } from "../../testing/simulation/scripted-run.ts";
import { usefulAbsentIds } from "../../testing/useful-absent-ids.ts";
import { providedOrders } from "../provided-orders.ts";
import { DISPUTABLE_TEXTS, EDGE_IDS, fillId, ID_SPELLINGS, SIMILAR_TEXTS, similarIds } from "./similar-ids.ts";

test("with the useful ids provided as absent, no text that is similar to an id is refused", () => {
  const rules = { readOnly: false, pending: PENDING, shipped: [1n] };
  const absent = usefulAbsentIds(rules);
  const listed = new ListedIds();
  listed.add([...PENDING, 1n]);
  const { exact = 0n, parallel = 0n, refused = 0n } = providedOrders(rules);
  const texts = [
    ...[...EDGE_IDS, ...similarIds(exact), exact + 2n ** 64n].map(String),
    ...SIMILAR_TEXTS.map((text) => fillId(text, parallel)),
    ...[...DISPUTABLE_TEXTS, ...ID_SPELLINGS.slice(2)].map((text) => fillId(text, refused)),
  ];
  const isRefused = (text: string) =>
    refusal(cancellationOf(text), { ...rules, absent }, { listed, drawn: new Set() }) !== undefined;
  expect(texts.filter(isRefused)).toEqual([]);
  expect(absent.filter((id) => id === 1n || PENDING.some((pending) => pending === id))).toEqual([]);
});
