/** `verify --learn`: what is written, what is omitted, and when nothing is written. */
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "playwright/test";
import {
  deployed,
  echoTheKey,
  provideFlags,
} from "../../contract-tests/corpus/changed-reference.ts";
import { bearer } from "../../contract-tests/corpus/raw-http.ts";
import type { ReferenceService } from "../../contract-tests/corpus/reference-service.ts";
import { error, json, withHeader } from "../../contract-tests/corpus/replies.ts";
import { KEY, leaksOf } from "../../contract-tests/testing/key-leaks.ts";
import { temporaryFolder } from "../../contract-tests/testing/temporary-folder.ts";
import { parseProfile } from "../../spec/profile/reader.ts";
import { runInto } from "../testing/io.ts";
import { command as verify } from "./verify.ts";

test.describe.configure({ timeout: 60_000 });

const env = { ORDERS_API_KEY: KEY };

/** Learns a deployment into a file in a folder of its own. `before` is the content of the file before that. */
async function learnInto(
  change: (service: ReferenceService) => void,
  more: readonly string[] = [],
  before?: string,
) {
  const deployment = await deployed(change);
  const folder = temporaryFolder();
  const file = join(folder, "staging.yaml");
  if (before !== undefined) writeFileSync(file, before);
  const ended = await runInto(verify, [...provideFlags(deployment), "--learn", file, ...more], {
    env,
  });
  await deployment.close();
  const files = readdirSync(folder);
  const text = files.includes("staging.yaml") ? readFileSync(file, "utf8") : undefined;
  return { deployment, ended, folder, files, text };
}

/** Puts data of the order and of the request into every response. */
function talkative(service: ReferenceService): void {
  const { members, notFound } = service;
  service.members = (order, ...rest) => ({
    ...members(order, ...rest),
    customer: `"Customer No ${order.id} of Basel"`,
    reference: `"ref-${order.id}"`,
    address: `{"street":"Lane ${order.id}"}`,
    state: `"${order.state}"`,
  });
  service.conflict = (order) =>
    withHeader(
      error(
        409,
        `shipped-${order.id}`,
        `Order ${order.id} of Customer No ${order.id} of Basel shipped ${order.shipDate}.`,
      ),
      "Location",
      `/store/orders/${order.id}`,
    );
  service.secondCancel = () => error(404, "cancelled", "Order ref-23 is gone, see Lane 23.");
  service.notFound = (id) => withHeader(notFound(id), "Link", `</store/orders/${id}>; rel="self"`);
  service.unauthorized = (request) =>
    error(401, "unauthorized", `No such key: ${bearer(request) ?? "none"}`);
  service.malformedId = (text) => error(400, "malformed", `"${text}" is not an integer.`);
}

test("a profile holds no data of an order and nothing of the key, and names what it omits", async () => {
  const { deployment, ended, folder, files, text = "" } = await learnInto(talkative);
  expect(ended.code).toBe(0);
  expect(ended.stderr).toMatch(/^Wrote .*staging\.yaml: /m);
  expect(files).toEqual(["staging.yaml"]);
  expect(leaksOf(ended, folder)).toEqual([]);

  // Ports, dates of observation and milliseconds are numbers too.
  const body = text
    .slice(text.indexOf("answers:"), text.indexOf("latency:"))
    .replace(/\d{4}-\d\d-\d\dT[\d:]+Z/g, "");
  for (const id of [...deployment.pending, ...deployment.shipped])
    expect(body).not.toMatch(new RegExp(`\\b${id}\\b`));
  expect(body).not.toMatch(/Basel|Customer|Lane|ref-/);

  const { answers, replies, order } = parseProfile(text);
  expect(Object.keys(answers).length).toBeGreaterThanOrEqual(16);
  for (const id of Object.keys(answers))
    expect(text, "the time and the request of its observation").toMatch(
      new RegExp(`^  ${id}: [\\w-]+ # \\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\dZ, \\S`, "m"),
    );
  expect(order).toMatchObject({
    customer: ["string"],
    address: ["object"],
    state: ["string"],
    shipDate: ["date-time"],
  });
  expect(replies["order-shipped"]).toMatchObject({ body: "error" });
  expect(replies["order-shipped"]).not.toHaveProperty("message");
  expect(replies["order-cancelled"]).not.toHaveProperty("message");
  expect(replies["order-unknown"]).toMatchObject({
    code: "order_not_found",
    message: "There is no order {orderId}.",
    headers: { Link: '<{relativePath}>; rel="self"' },
  });
  expect(replies["id-malformed"]?.message).toBe('"{orderId}" is not an integer.');
  expect(text).toContain("key-wrong.message: ");
  expect(text).toContain("order-shipped.message: ");
  expect(text).toContain("rate-limited: not observed");
});

test("a deployment that violates the contract is learned only with --learn-anyway, with the clauses that it violates", async () => {
  const before = "version: 1\nanswers: { head: refused }\n";
  const refused = await learnInto(echoTheKey, [], before);
  expect(refused.ended.code).toBe(1);
  expect(refused.ended.stderr).toMatch(
    /is not written: the deployment breaks the contract \(.*error-code/,
  );
  expect([refused.text, refused.files]).toEqual([before, ["staging.yaml"]]);

  const { ended, folder, text = "" } = await learnInto(echoTheKey, ["--learn-anyway"]);
  expect(ended.code).toBe(1);
  const profile = parseProfile(text);
  expect(profile.violates).toContain("error-code");
  expect(profile.replies["key-missing"]).toBe(undefined);
  expect(leaksOf(ended, folder)).toEqual([]);
});

test("accepted differences are kept when a profile is learned again", async () => {
  const { text = "" } = await learnInto(
    () => {},
    [],
    "version: 1\naccepted: { replies.pets: it is going away }\n",
  );
  expect(parseProfile(text).accepted).toEqual({ "replies.pets": "it is going away" });
});

for (const [what, before] of [
  ["no profile", "# My notes\n- buy milk\n"],
  ["a profile of a newer version", "version: 2\n"],
] as const)
  test(`${what} is not overwritten, and nothing is sent`, async () => {
    const { deployment, ended, text } = await learnInto(() => {}, [], before);
    expect(ended.code).toBe(2);
    expect(ended.stderr).toContain("--learn does not overwrite it");
    expect(text).toBe(before);
    expect(deployment.log).toEqual([]);
  });

test("a target that is not judged is not learned", async () => {
  const file = join(temporaryFolder(), "x.yaml");
  const { code, stderr } = await runInto(verify, ["http://127.0.0.1:9/v1", "--learn", file], {
    env,
  });
  expect(code).toBe(3);
  expect(stderr).toContain("is not written: nothing was judged");
  expect(existsSync(file)).toBe(false);
});

test("answers that vary are omitted by name", async () => {
  let calls = 0;
  const { text = "" } = await learnInto((service) => {
    service.secondCancel = (order) =>
      ++calls % 2 === 0 ? service.conflict(order) : service.notFound(order.id);
    service.pet = () => json(200, `{"name":"Rex","seen":${++calls}}`);
  });
  expect(text).toContain("  # second-cancel: answered in several ways: ");
  expect(parseProfile(text).answers).not.toHaveProperty("second-cancel");
  expect(parseProfile(text).replies.pets).toMatchObject({
    body: "json",
    fields: { name: ["string"], seen: ["integer"] },
  });
  expect(text).not.toContain("Rex");
});
