import { expect, test } from "playwright/test";
import { CREDENTIALS, type Credential } from "../client/credentials.ts";
import type { Exchange, OutgoingCall, Send } from "../client/exchange.ts";
import { createGuard, newGuardState } from "./guard.ts";

const DRAWN = 2n ** 61n + 0xd1234567n;
const RULES = {
  readOnly: false,
  pending: [17n, 18n],
  shipped: [],
  absent: [],
  gentle: true,
  baseUrl: "http://127.0.0.1/v1",
};
const stateWithDrawnId = () => ({ ...newGuardState(), drawn: new Set([DRAWN]) });
const EVERY = Object.keys(CREDENTIALS) as Credential[];

/** Answers each call later, and keeps what was sent. */
function recorder() {
  const sent: OutgoingCall[] = [];
  let [now, most] = [0, 0];
  const send: Send = async (call): Promise<Exchange> => {
    sent.push(call);
    most = Math.max(most, ++now);
    await new Promise((resolve) => setImmediate(resolve));
    now--;
    const response = { status: 200, reason: "", httpVersion: "1.1", headers: [], body: Buffer.from("[]") };
    return {
      call,
      url: "",
      requestHeaders: [],
      response: { ...response, trailingBytes: 0, informational: [] },
      credentialEchoed: false,
      startedAt: 0,
      durationMs: 1,
    };
  };
  return { send, sent, most: () => most };
}

const KINDS: readonly Omit<OutgoingCall, "credential">[] = [
  { method: "GET", path: "/store/orders" },
  { method: "GET", path: "/store/orders", query: "nonce=x", connection: "a" },
  { method: "GET", path: "/store/orders", headers: [["X-Real-IP", "127.0.0.1"]] },
  { method: "GET", path: "/store/orders", query: "callback=f" },
  { method: "DELETE", path: "/store/orders/17" },
  { method: "DELETE", path: "/store/orders/17", headers: [["X-Real-IP", "127.0.0.1"]] },
  { method: "DELETE", path: `/store/orders/${DRAWN}` },
  { method: "DELETE", path: "/store/orders/xyz" },
  { method: "GET", path: "/pets/1" },
  { method: "GET", path: "/elsewhere" },
];
/** Calls of every kind that the checks send, with each credential. */
const CALLS = KINDS.flatMap((call) => EVERY.map((credential): OutgoingCall => ({ ...call, credential })));

test("however often the checks ask, fewer than ten calls have no good key, and one is sent at a time", async () => {
  const { send, sent, most } = recorder();
  const guarded = createGuard(send, RULES, stateWithDrawnId());
  await Promise.all([...CALLS, ...CALLS, ...CALLS].map(guarded));
  const bad = sent.filter(({ credential }) => credential !== "good");
  expect(bad.length).toBe(9);
  expect(new Set(bad.map(({ method, path }) => `${method} ${path}`)).size).toBe(4);
  expect(sent.filter(({ credential }) => credential === "good").length).toBe(3 * KINDS.length);
  expect(most()).toBe(1);
});

test("a run that is not gentle sends all of them", async () => {
  const { send, sent, most } = recorder();
  const guarded = createGuard(send, { ...RULES, gentle: undefined }, stateWithDrawnId());
  await guarded({ method: "GET", path: "/store/orders", credential: "good" });
  await Promise.all(CALLS.map(guarded));
  expect(sent.length).toBe(CALLS.length + 1);
  expect(most()).toBeGreaterThan(1);
});

test("calls of a barrier and preflights are not sent", async () => {
  const { send, sent } = recorder();
  const guarded = createGuard(send, RULES, stateWithDrawnId());
  const barrier = { group: "a", size: 2 };
  const together = await guarded({ method: "DELETE", path: "/store/orders/17", credential: "good", barrier });
  expect(together.failure).toMatchObject({ kind: "forbidden", message: expect.stringContaining("same moment") });
  for (let i = 0; i < 3; i++) await guarded({ method: "OPTIONS", path: "/store/orders", credential: "none" });
  expect(sent).toEqual([]);
});
