/** `verify --learn`: what is written, what is left out, when nothing is written, and that a mock answers by it. */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "playwright/test";
import {
  deployed,
  echoTheKey,
  provideFlags,
} from "../../contract-tests/corpus/changed-reference.ts";
import { keepsCancelled, mapMembers } from "../../contract-tests/corpus/changes/lists.ts";
import { isQuick } from "../../contract-tests/corpus/chosen.ts";
import { bearer } from "../../contract-tests/corpus/raw-http.ts";
import type { ReferenceService } from "../../contract-tests/corpus/reference-service.ts";
import { empty, error } from "../../contract-tests/corpus/replies.ts";
import { KEY, leaksOf } from "../../contract-tests/testing/key-leaks.ts";
import { temporaryFolder } from "../../contract-tests/testing/temporary-folder.ts";
import { startMock } from "../../mock/http/server.ts";
import { parseProfile } from "../../scenarios/profile/profile-text.ts";
import type { Answers } from "../../spec/clauses/index.ts";
import { runInto } from "../testing/io.ts";
import { command as verify } from "./verify.ts";

test.describe.configure({ timeout: 60_000 });

const env = { ORDERS_API_KEY: KEY };

type Change = (service: ReferenceService) => void;

/** Learns a deployment into a file in a folder of its own. `before` is the content of the file before that. */
async function learn(target: readonly string[], before?: string) {
  const folder = temporaryFolder();
  const file = join(folder, "staging.yaml");
  if (before !== undefined) writeFileSync(file, before);
  const flags = [...target, "--learn", file, "--linger", "0"];
  const ended = await runInto(verify, flags, { env });
  const text = existsSync(file) ? readFileSync(file, "utf8") : "";
  return { ended, folder, text };
}

async function learnInto(change: Change, before?: string) {
  const deployment = await deployed(change);
  const learned = await learn(provideFlags(deployment), before);
  await deployment.close();
  return { ...learned, deployment };
}

const malformed = (
  answer: (status: number) => ReturnType<typeof error>,
  status: number,
): Change => {
  return (service) => {
    service.malformedId = () => answer(status);
  };
};
const withBody = (status: number) => error(status, "bad_id", "The id is malformed.");

/** Deployments that differ from the reference in one silence, and the answer that is learned. */
const DEPLOYMENTS: Readonly<Record<string, readonly [Partial<Answers>, Change]>> = {
  "the reference": [
    {
      "conflict-body": "none",
      "second-cancel": "not-found",
      "cancelled-in-list": "vanishes",
      challenge: "none",
      "malformed-id": "not-found",
      "malformed-id-body": "error",
    },
    () => {},
  ],
  "the 409 has an Error": [
    { "conflict-body": "error" },
    (service) => {
      service.conflict = () => error(409, "order_shipped", "The order has shipped.");
    },
  ],
  "cancelled orders stay": [
    { "cancelled-in-list": "stays" },
    (service) => Object.assign(service, keepsCancelled(service)),
  ],
  "a second cancellation gets 409": [
    { "second-cancel": "conflict" },
    (service) => {
      service.secondCancel = (order) => service.conflict(order);
    },
  ],
  "a malformed id gets 400": [{ "malformed-id": "bad-request" }, malformed(withBody, 400)],
  "a malformed id gets 422 without a body": [
    { "malformed-id": "unprocessable", "malformed-id-body": "none" },
    malformed(empty, 422),
  ],
  "pets get 410": [
    { "pets-answer": "gone" },
    (service) => {
      service.pet = () => error(410, "sunset", "The pets are gone.");
    },
  ],
  "an order has further members": [
    { "order-fields": "extra" },
    (service) =>
      Object.assign(
        service,
        mapMembers({ ...service }, (members) => ({ ...members, unheardOf: '"by hand"' })),
      ),
  ],
};

const ALL = Object.entries(DEPLOYMENTS);
/** Each is two whole runs. */
const QUICK = ALL.slice(0, 3);

for (const [what, [answers, change]] of isQuick ? QUICK : ALL)
  test(`${what}: of a mock with the profile, the same is learned`, async () => {
    const { text, ended } = await learnInto(change);
    expect(ended.code).toBe(0);
    expect(text.split("\n").length, text).toBeLessThanOrEqual(60);
    const profile = parseProfile(text);
    expect(profile.answers).toMatchObject(answers);

    const mock = await startMock({ port: 0, profile, apiKeys: [KEY] });
    const pending = mock.orders("pending").ids.slice(0, 4);
    const ids = pending.flatMap((id) => ["--pending", id]);
    const shipped = ["--shipped", mock.orders("shipped").ids[0]!];
    const { text: again } = await learn([mock.baseUrl, ...ids, ...shipped]);
    await mock.close();
    expect(parseProfile(again).answers).toMatchObject(answers);
    expect(parseProfile(again).errors).toMatchObject(profile.errors);
  });

test("a profile holds no data of an order and nothing of the key", async () => {
  const { deployment, ended, folder, text } = await learnInto((service) => {
    service.conflict = (order) =>
      error(409, `shipped-${order.id}`, `Order ${order.id} has shipped.`);
    service.notFound = (id) => error(404, "unknown", `There is no order ${id}.`);
    service.unauthorized = (request) =>
      error(401, "unauthorized", `No such key: ${bearer(request) ?? "none"}`);
  });
  expect(ended.code).toBe(0);
  expect(ended.stderr).toMatch(/^Wrote .*staging\.yaml: \d+ of \d+ open questions answered\./m);
  expect(leaksOf(ended, folder)).toEqual([]);
  const { errors } = parseProfile(text);
  expect(errors[409]).toBeUndefined();
  expect(errors[404]).toEqual({ code: "unknown" });
  const body = text.slice(text.indexOf("answers:"));
  for (const id of [...deployment.pending, ...deployment.shipped])
    expect(body).not.toMatch(new RegExp(`\\b${id}\\b`));
});

test("a deployment that violates the contract is learned too, without what is no answer", async () => {
  const { ended, folder, text } = await learnInto(echoTheKey);
  expect(ended.code).toBe(1);
  expect(parseProfile(text).errors[401]).toBeUndefined();
  expect(leaksOf(ended, folder)).toEqual([]);
});

test("answers that vary are left out", async () => {
  let calls = 0;
  const { text } = await learnInto((service) => {
    service.secondCancel = (order) =>
      ++calls % 2 === 0 ? service.conflict(order) : service.notFound(order.id);
  });
  expect(parseProfile(text).answers).not.toHaveProperty("second-cancel");
});

test("what is no profile is not overwritten, and nothing is sent", async () => {
  const before = "# My notes\n- buy milk\n";
  const { deployment, ended, text } = await learnInto(() => {}, before);
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
