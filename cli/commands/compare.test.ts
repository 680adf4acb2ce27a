/** `orders-kit compare` with deployments and with profiles. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "playwright/test";
import {
  deployed,
  echoTheKey,
  provideFlags,
} from "../../contract-tests/corpus/changed-reference.ts";
import { header } from "../../contract-tests/corpus/raw-http.ts";
import type { ReferenceService } from "../../contract-tests/corpus/reference-service.ts";
import { error, html, json, withHeader } from "../../contract-tests/corpus/replies.ts";
import type { Comparison } from "../../contract-tests/profile/compare.ts";
import { KEY, leaksOf } from "../../contract-tests/testing/key-leaks.ts";
import { temporaryFolder } from "../../contract-tests/testing/temporary-folder.ts";
import { runInto } from "../testing/io.ts";
import { command } from "./compare.ts";
import { command as verify } from "./verify.ts";

test.describe.configure({ timeout: 60_000 });

const env = { ORDERS_API_KEY: KEY };

test("a deployment is compared with its profile: a change fails until it is accepted", async () => {
  const folder = temporaryFolder();
  const file = join(folder, "staging.yaml");
  const accepting = join(folder, "accepting.yaml");
  const deployment = await deployed();
  await runInto(verify, [...provideFlags(deployment), "--learn", file], { env });
  await deployment.close();
  writeFileSync(
    accepting,
    `${readFileSync(file, "utf8")}\naccepted: { answers.conflict-body: on purpose, replies.order-shipped: on purpose }\n`,
  );

  const compareWith = async (profile: string, change?: Parameters<typeof deployed>[0]) => {
    const today = await deployed(change);
    const ended = await runInto(command, [profile, ...provideFlags(today)], { env });
    await today.close();
    return ended;
  };
  const drift = (service: ReferenceService) => {
    service.conflict = () => error(409, "order_shipped", "Too late.");
  };
  const [same, differs, accepted] = await Promise.all([
    compareWith(file),
    compareWith(file, (service) => {
      drift(service);
      differElsewhere(service);
    }),
    compareWith(accepting, drift),
  ]);
  expect(same).toMatchObject({
    stderr: "",
    stdout: expect.stringContaining("do not differ"),
    code: 0,
  });
  expect(differs).toMatchObject({
    stdout: expect.stringContaining("answers.conflict-body"),
    code: 1,
  });
  expect(leaksOf(differs)).toEqual([]);
  for (const name of ["compare.md", "compare.html", "compare.json"])
    expect(readFileSync(join(differs.dir, name), "utf8")).toContain("answers.conflict-body");
  expect(accepted).toMatchObject({ stdout: expect.stringContaining("on purpose"), code: 0 });
  const { entries } = JSON.parse(
    readFileSync(join(differs.dir, "compare.json"), "utf8"),
  ) as Comparison;
  const found = entries
    .filter(({ outcome }) => outcome === "differs")
    .map(({ id, a, b }) => `${id}: ${a} / ${b}`);
  expect(found.filter((line) => line.startsWith("requests."))).toEqual([
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
    const [accept, origin, host] = ["accept", "origin", "host"].map((name) =>
      header(request, name),
    );
    const reply = await answer(request);
    if (path === "/" && method === "OPTIONS") return json(200, "{}");
    if (path === "/" && method === "GET")
      return withHeader(reply, "Link", `<http://${host}/docs>; rel=help`);
    if (accept === "text/html" && reply.status !== 401) return html(reply.status);
    return method === "GET" && reply.status === 404 && origin !== undefined
      ? withHeader(reply, "Access-Control-Allow-Origin", origin)
      : reply;
  };
}

test("two targets are judged, and their violations are differences", async () => {
  const deployment = await deployed(echoTheKey, "read-only");
  const ended = await runInto(command, ["mock", deployment.baseUrl], { env });
  await deployment.close();
  expect(ended.code).toBe(1);
  expect(ended.stdout).toContain("clauses.error-code");
  expect(leaksOf(ended)).toEqual([]);
});
