/** Opens the embedded targets: the mock over HTTP, and its msw handlers in this process. */
import { randomBytes } from "node:crypto";
import { setTimeout } from "node:timers/promises";
import type { RequestHandler } from "msw";
import type { OrderState } from "../../fixtures/orders.ts";
import type { MockOptions } from "../../mock/http/server.ts";
import { scenarioNamed } from "../../scenarios/load.ts";
import { BASE_PATH } from "../../spec/base-address.ts";
import type { Failure, Send } from "../client/exchange.ts";
import { httpClient } from "../client/http/http-client.ts";
import { LIMITS } from "../client/http/http-response.ts";
import { maskingClient, type Transport } from "../client/masking/masking-client.ts";
import type { OrderIds, Rules } from "../safety/rules.ts";
import { type ChosenSettings, DEFAULTS, type Settings } from "./settings/settings.ts";
import type { EMBEDDED, Target } from "./target.ts";
import { targetError } from "./target-errors.ts";

export async function openEmbedded(
  name: (typeof EMBEDDED)[number],
  settings: ChosenSettings,
): Promise<Target> {
  const key = mockKey();
  const rules = embeddedRules(settings);
  const opened = name === "mock" ? await openMock(key, {}, settings.timeout) : await openMsw(key);
  // The key of an embedded target opens nothing, so it is not a secret.
  return { name, key, secrets: [], known: [], rules, settings, ...opened };
}

/** The mock's own orders have ids from here on. */
const FIRST_OWN_ID = 7_300_001n;

/**
 * Opens a mock that has these orders, none that is absent, and others of its own. `own`: as many of
 * its own as prove every clause.
 */
export async function openMockWith({ pending, shipped, absent }: OrderIds) {
  const given = new Set([...pending, ...shipped, ...absent]);
  const ids = Array.from({ length: given.size + 12 }, (_, nth) => FIRST_OWN_ID + BigInt(nth));
  const own = ids.filter((id) => !given.has(id)).slice(0, 12);
  const inState = (state: OrderState, ids: readonly bigint[]) =>
    ids.map((id) => ({
      id,
      petId: id,
      quantity: 1,
      shipDate: "2026-03-01T10:00:00Z",
      complete: state === "shipped",
      state,
    }));
  const list = [
    ...inState("pending", [...pending, ...own.slice(0, 8)]),
    ...inState("shipped", [...shipped, ...own.slice(8)]),
  ];
  const key = mockKey();
  const mock = await openMock(key, { scenario: { orders: { list } } });
  return { ...mock, key, own: { pending: own.slice(0, 4), shipped: own.slice(8, 9) } };
}

const mockKey = () => `mock_${randomBytes(18).toString("base64url")}`;

async function openMock(key: string, options: MockOptions, timeout = DEFAULTS.timeout) {
  const { startMock } = await import("../../mock/http/server.ts");
  const mock = await startMock({ ...options, port: 0, apiKeys: [key] });
  const { baseUrl } = mock;
  const client = httpClient({
    baseUrl,
    key,
    limits: { firstByteMs: timeout * 1000 },
  });
  const close = async (): Promise<void> => {
    await client.close();
    await mock.close();
  };
  return { baseUrl, orders: mock.orders, send: client.send, close };
}

/** Throws a UserError if msw is not installed. */
async function openMsw(key: string) {
  const { createHandlers } = await import("../../mock/msw/handlers.ts").catch(
    (error: NodeJS.ErrnoException) => {
      throw error.code === "ERR_MODULE_NOT_FOUND" && error.message.includes("'msw'")
        ? targetError("msw-missing")
        : error;
    },
  );
  const baseUrl = `http://orders.msw${BASE_PATH}`;
  return {
    baseUrl,
    send: await mswClient(createHandlers({ baseUrl, apiKeys: [key] }), baseUrl, key),
    close: () => {},
  };
}

/** Returns a `send` that calls msw handlers in this process, without a network. */
async function mswClient(
  handlers: readonly RequestHandler[],
  baseUrl: string,
  key: string,
): Promise<Send> {
  const { getResponse } = await import("msw");
  const failed = (kind: Failure["kind"], message: string) => ({ failure: { kind, message } });
  const answer: Transport = async (
    { url, method, headers },
    { body = null, timeoutMs = LIMITS.firstByteMs },
  ) => {
    const request = new Request(url, { method, headers: headers as [string, string][], body });
    const timeout = setTimeout(timeoutMs, "timeout" as const, { ref: false });
    try {
      const response = await Promise.race([getResponse([...handlers], request), timeout]);
      if (response === "timeout")
        return failed("timeout", `no answer within ${timeoutMs / 1000} s`);
      if (response === undefined) return failed("unreachable", "no handler answers the request");
      if (response.type === "error") return failed("reset", "the handler breaks the connection");
      const { status, statusText: reason } = response;
      const content = Buffer.from(await response.arrayBuffer());
      // A client never receives the body that a handler returns for HEAD.
      const received = {
        headers: [...response.headers],
        body: method === "HEAD" ? Buffer.alloc(0) : content,
      };
      return {
        response: {
          status,
          reason,
          httpVersion: "1.1",
          ...received,
          trailingBytes: 0,
          informational: [],
        },
      };
    } catch (error) {
      return failed("reset", `the handler throws: ${(error as Error).message}`);
    }
  };
  return maskingClient(answer, { baseUrl, key });
}

/**
 * Returns rules with the ids of the options. Without any, the rules have the pending and shipped
 * orders of the default scenario, whose ids are at the limits of int32, 2^53 and int64.
 */
function embeddedRules({
  readOnly = false,
  gentle,
  pending = [],
  shipped = [],
  absent = [],
}: Settings): Rules {
  if (pending.length + shipped.length > 0) return { readOnly, gentle, pending, shipped, absent };
  const { list } = scenarioNamed("default").orders;
  const idsOf = (wanted: OrderState) =>
    list.flatMap(({ id, state }) => (state === wanted ? (id ?? []) : []));
  return {
    readOnly,
    gentle,
    pending: idsOf("pending"),
    shipped: idsOf("shipped"),
    absent,
    disposable: true,
  };
}
