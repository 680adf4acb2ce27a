import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "playwright/test";
import { parseProfile } from "../../spec/profile/reader.ts";
import type { Verdict } from "../assertions/finding.ts";
import { deployed, echoTheKey, provideFlags } from "../corpus/changed-reference.ts";
import { header } from "../corpus/raw-http.ts";
import type { ReferenceService } from "../corpus/reference-service.ts";
import { error, html, json, withHeader } from "../corpus/replies.ts";
import { runCompare, runVerify } from "../testing/cli-runner.ts";
import { KEY, leaksOf } from "../testing/key-leaks.ts";
import { temporaryFolder } from "../testing/temporary-folder.ts";
import { type Comparison, compare, isSame, type Side } from "./compare.ts";
import { NOT_IMITATED, REQUESTS } from "./requests.ts";

test.describe.configure({ timeout: 60_000 });

const side = (yaml: string, name = "a"): Side => ({ name, profile: parseProfile(`version: 1\n${yaml}`) });
const outcomes = (a: Side, b: Side): string[] =>
  compare(a, b).entries.flatMap(({ id, outcome, a: own, b: other }) =>
    outcome === "same" || (own === undefined && other === undefined) ? [] : [`${outcome} ${id}: ${own} / ${other}`],
  );

test("an entry that both sides have is compared, one that a side omits is not", () => {
  const a = side("answers: { head: like-get, cors: any }\nreplies: { order-unknown: { code: X } }");
  const b = side("answers: { head: refused }\nreplies: { order-unknown: { code: Y, message: No. } }");
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
  expect(outcomes(a, side("order: { id: [integer, absent], note: integer, more: object }"))).toEqual([
    "differs order.id: integer / integer or absent",
    "differs order.note: string or null / integer",
    "differs order.tags: list / absent",
    "differs order.more: absent / object",
  ]);
});

test("a clause differs when one side violates it", () => {
  const judged = (verdict: Verdict): Side => ({ ...side("", "b"), verdicts: new Map([["list-ok", verdict]]) });
  const clause = (a: Side, b: Side) => compare(a, b).entries.find(({ id }) => id === "clauses.list-ok")?.outcome;
  expect(clause(side(""), judged("violated"))).toBe("differs");
  expect(clause(side("violates: [list-ok]"), judged("violated"))).toBe("same");
  expect(clause(side("violates: [list-ok]"), judged("held"))).toBe("differs");
  expect(clause(side(""), judged("held"))).toBe("same");
  expect(clause(side(""), judged("withheld"))).toBe("not compared");
  expect(clause(judged("violated"), judged("unproven"))).toBe("differs");
});

test("the order of the elements of a header is no difference", () => {
  const [a, b] = ["GET, HEAD", "head,GET"].map((methods, nth) =>
    side(`replies: { options: { status: 200, body: none, headers: { Allow: "${methods}", Link: <${nth}> } } }`),
  );
  const differing = compare(a!, b!).entries.filter(({ outcome }) => outcome === "differs");
  expect(differing.map(({ id }) => id)).toEqual(["replies.options.headers.Link"]);
});

test("an accepted entry, or prefix of entries, does not count, and one that does not differ is stale", () => {
  const a = side(`answers: { head: like-get, cors: any }
replies: { order-unknown: { code: X, message: M } }
accepted: { answers.head: soon mended, replies.order-unknown: another team's, order.note: gone, answers.cor: no entry }`);
  const b = side("answers: { head: refused, cors: none }\nreplies: { order-unknown: { code: Y, message: N } }");
  const comparison = compare(a, b);
  expect(comparison.entries.filter(({ outcome }) => outcome === "accepted").map(({ id, why }) => [id, why])).toEqual([
    ["answers.head", "soon mended"],
    ["replies.order-unknown.code", "another team's"],
    ["replies.order-unknown.message", "another team's"],
  ]);
  expect(comparison.stale).toEqual(["order.note", "answers.cor"]);
  expect(isSame(comparison)).toBe(false);
});

test("a deployment is compared with its profile: a change fails until it is accepted", async () => {
  const folder = temporaryFolder();
  const file = join(folder, "staging.yaml");
  const accepting = join(folder, "accepting.yaml");
  const env = { ORDERS_API_KEY: KEY };
  const deployment = await deployed();
  await runVerify([...provideFlags(deployment), "--learn", file], { env });
  await deployment.close();
  writeFileSync(
    accepting,
    `${readFileSync(file, "utf8")}\naccepted: { answers.conflict-body: on purpose, replies.order-shipped: on purpose }\n`,
  );

  const compareWith = async (profile: string, change?: Parameters<typeof deployed>[0]) => {
    const today = await deployed(change);
    const ended = await runCompare([profile, ...provideFlags(today)], { env });
    await today.close();
    return ended;
  };
  const drift: Parameters<typeof deployed>[0] = (service) => {
    service.conflict = () => error(409, "order_shipped", "Too late.");
  };
  const [same, differs, accepted, elsewhere] = await Promise.all([
    compareWith(file),
    compareWith(file, drift),
    compareWith(accepting, drift),
    compareWith(file, differElsewhere),
  ]);
  expect(same).toMatchObject({ stderr: "", stdout: expect.stringContaining("do not differ"), code: 0 });
  expect(differs).toMatchObject({ stdout: expect.stringContaining("answers.conflict-body"), code: 1 });
  expect(leaksOf(differs)).toEqual([]);
  for (const name of ["compare.md", "compare.html", "compare.json"])
    expect(readFileSync(join(differs.dir, name), "utf8")).toContain("answers.conflict-body");
  expect(accepted).toMatchObject({ stdout: expect.stringContaining("on purpose"), code: 0 });
  expect(elsewhere.code).toBe(1);
  const { entries } = JSON.parse(readFileSync(join(elsewhere.dir, "compare.json"), "utf8")) as Comparison;
  const found = entries.filter(({ outcome }) => outcome === "differs").map(({ id, a, b }) => `${id}: ${a} / ${b}`);
  expect(found).toEqual([
    "requests.get-base.headers.Link: none / <{server}/docs>; rel=help",
    "requests.options-base.status: 404 / 200",
    "requests.list-accept-html.body: json / text",
    "requests.unknown-path-accept-html.body: error / text",
    "requests.unknown-path-origin.headers.Access-Control-Allow-Origin: none / {origin}",
  ]);
});

/** In five ways that no check of a run looks at, and no profile has. */
function differElsewhere(service: ReferenceService): void {
  const { answer } = service;
  service.answer = async (request) => {
    const { method, path } = request;
    const [accept, origin, host] = ["accept", "origin", "host"].map((name) => header(request, name));
    const reply = await answer(request);
    if (path === "/" && method === "OPTIONS") return json(200, "{}");
    if (path === "/" && method === "GET") return withHeader(reply, "Link", `<http://${host}/docs>; rel=help`);
    if (accept === "text/html" && reply.status !== 401) return html(reply.status);
    return method === "GET" && reply.status === 404 && origin !== undefined
      ? withHeader(reply, "Access-Control-Allow-Origin", origin)
      : reply;
  };
}

test("the page names what is not imitated, which does not count where the mock has answered", () => {
  const page = readFileSync("docs/alike.md", "utf8");
  for (const why of Object.values(NOT_IMITATED)) expect(page).toContain(why);
  const asked = (status: number) => new Map(REQUESTS.map(({ id }) => [id, { reply: { status }, situations: [] }]));
  const [a, b] = [200, 404].map((status) => ({ ...side(""), asked: asked(status) }));
  const accepted = compare(a!, b!).entries.filter(({ outcome }) => outcome === "accepted");
  expect(accepted.map(({ id }) => id).sort()).toEqual(
    Object.keys(NOT_IMITATED)
      .map((id) => `${id}.status`)
      .sort(),
  );
  const judged = compare({ ...a!, verdicts: new Map() }, { ...b!, verdicts: new Map() });
  expect(judged.entries.filter(({ outcome }) => outcome === "differs")).toHaveLength(REQUESTS.length);
});

test("two targets are judged, and their violations are differences", async () => {
  const deployment = await deployed(echoTheKey, "read-only");
  const ended = await runCompare(["mock", deployment.baseUrl], { env: { ORDERS_API_KEY: KEY } });
  await deployment.close();
  expect(ended.code).toBe(1);
  expect(ended.stdout).toContain("clauses.error-code");
  expect(leaksOf(ended)).toEqual([]);
});
