import { readFileSync } from "node:fs";
import { expect, test } from "playwright/test";
import { parseProfile } from "../../spec/profile/reader.ts";
import type { Verdict } from "../assertions/finding.ts";
import { compare, isSame, type Side } from "./compare.ts";
import { NOT_IMITATED, REQUESTS } from "./requests.ts";

const side = (yaml: string, name = "a"): Side => ({
  name,
  profile: parseProfile(`version: 1\n${yaml}`),
});
const outcomes = (a: Side, b: Side): string[] =>
  compare(a, b).entries.flatMap(({ id, outcome, a: own, b: other }) =>
    outcome === "same" || (own === undefined && other === undefined)
      ? []
      : [`${outcome} ${id}: ${own} / ${other}`],
  );

test("an entry that both sides have is compared, one that a side omits is not", () => {
  const a = side("answers: { head: like-get, cors: any }\nreplies: { order-unknown: { code: X } }");
  const b = side(
    "answers: { head: refused }\nreplies: { order-unknown: { code: Y, message: No. } }",
  );
  expect(outcomes(a, b)).toEqual([
    "differs answers.head: like-get / refused",
    "not compared answers.cors: any / undefined",
    "differs replies.order-unknown.code: X / Y",
    "not compared replies.order-unknown.message: undefined / No.",
  ]);
  expect(isSame(compare(a, a))).toBe(true);
});

test("a header that is stated to be absent differs from a present one", () => {
  const a = side("replies: { list: { headers: {} } }");
  expect(outcomes(a, side("replies: { list: { headers: { cache-control: no-store } } }"))).toEqual([
    "differs replies.list.headers.Cache-Control: none / no-store",
  ]);
  expect(outcomes(a, side("replies: { list: { type: application/json } }"))).toEqual([
    "not compared replies.list.type: undefined / application/json",
  ]);
});

test("a new kind of a field differs, a kind that is not observed today does not", () => {
  const a = side('order: { id: integer, note: [string, "null"], tags: list }');
  expect(outcomes(a, side("order: { id: integer, note: string, tags: list }"))).toEqual([]);
  expect(
    outcomes(a, side("order: { id: [integer, absent], note: integer, more: object }")),
  ).toEqual([
    "differs order.id: integer / integer or absent",
    "differs order.note: string or null / integer",
    "differs order.tags: list / absent",
    "differs order.more: absent / object",
  ]);
});

test("a clause differs when one side violates it", () => {
  const judged = (verdict: Verdict): Side => ({
    ...side("", "b"),
    verdicts: new Map([["list-ok", verdict]]),
  });
  const clause = (a: Side, b: Side) =>
    compare(a, b).entries.find(({ id }) => id === "clauses.list-ok")?.outcome;
  expect(clause(side(""), judged("violated"))).toBe("differs");
  expect(clause(side("violates: [list-ok]"), judged("violated"))).toBe("same");
  expect(clause(side("violates: [list-ok]"), judged("held"))).toBe("differs");
  expect(clause(side(""), judged("held"))).toBe("same");
  expect(clause(side(""), judged("withheld"))).toBe("not compared");
  expect(clause(judged("violated"), judged("unproven"))).toBe("differs");
});

test("the order of the elements of a header is no difference", () => {
  const [a, b] = ["GET, HEAD", "head,GET"].map((methods, nth) =>
    side(
      `replies: { options: { status: 200, body: none, headers: { Allow: "${methods}", Link: <${nth}> } } }`,
    ),
  );
  const differing = compare(a!, b!).entries.filter(({ outcome }) => outcome === "differs");
  expect(differing.map(({ id }) => id)).toEqual(["replies.options.headers.Link"]);
});

test("an accepted entry, or prefix of entries, does not count, and one that does not differ is stale", () => {
  const a = side(`answers: { head: like-get, cors: any }
replies: { order-unknown: { code: X, message: M } }
accepted: { answers.head: soon mended, replies.order-unknown: another team's, order.note: gone, answers.cor: no entry }`);
  const b = side(
    "answers: { head: refused, cors: none }\nreplies: { order-unknown: { code: Y, message: N } }",
  );
  const comparison = compare(a, b);
  expect(
    comparison.entries
      .filter(({ outcome }) => outcome === "accepted")
      .map(({ id, why }) => [id, why]),
  ).toEqual([
    ["answers.head", "soon mended"],
    ["replies.order-unknown.code", "another team's"],
    ["replies.order-unknown.message", "another team's"],
  ]);
  expect(comparison.stale).toEqual(["order.note", "answers.cor"]);
  expect(isSame(comparison)).toBe(false);
});

test("the page names what is not imitated, which does not count where the mock has answered", () => {
  const page = readFileSync("docs/alike.md", "utf8");
  for (const why of Object.values(NOT_IMITATED)) expect(page).toContain(why);
  const asked = (status: number) =>
    new Map(REQUESTS.map(({ id }) => [id, { reply: { status }, situations: [] }]));
  const [a, b] = [200, 404].map((status) => ({ ...side(""), asked: asked(status) }));
  const accepted = compare(a!, b!).entries.filter(({ outcome }) => outcome === "accepted");
  expect(accepted.map(({ id }) => id).sort()).toEqual(
    Object.keys(NOT_IMITATED)
      .map((id) => `${id}.status`)
      .sort(),
  );
  const judged = compare({ ...a!, verdicts: new Map() }, { ...b!, verdicts: new Map() });
  expect(judged.entries.filter(({ outcome }) => outcome === "differs")).toHaveLength(
    REQUESTS.length,
  );
});
