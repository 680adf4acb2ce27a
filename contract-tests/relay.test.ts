import { expect, test } from "playwright/test";
import type { Call, Exchange } from "./exchange.ts";
import { connectRelay, openRelay } from "./relay.ts";

const CALL: Call = {
  method: "GET",
  path: "/store/orders",
  query: "é=\u0001",
  credential: "good",
  headers: [["X", "ü"]],
};

function exchangeWith(call: Call, body: Uint8Array): Exchange {
  const response = {
    status: 200,
    reason: "Só",
    httpVersion: "1.1",
    headers: [["X-A", "\u00ff"]] as const,
    body,
    trailingBytes: 3,
    informational: [103],
  };
  return {
    call,
    url: "http://h/v1",
    requestHeaders: [["A", "b"]],
    response,
    credentialEchoed: true,
    startedAt: 1,
    durationMs: 2,
  };
}

test("an exchange comes through as it was, bytes included", async () => {
  const body = Buffer.from([0, 10, 13, 255, 10, 0x7b]);
  const relay = await openRelay(async (call) => exchangeWith(call, body));
  const send = connectRelay(relay.url);
  const { response, ...rest } = await send(CALL);
  expect(rest).toEqual((({ response: _, ...other }) => other)(exchangeWith(CALL, body)));
  expect({ ...response, body: Buffer.from(response!.body) }).toEqual(exchangeWith(CALL, body).response);
  send.close();
  await relay.close();
});

test("a failure without a response, and a response beside a failure", async () => {
  const failure = { kind: "reset", message: "broke" } as const;
  const relay = await openRelay(async (call) => {
    const { response, ...rest } = exchangeWith(call, Buffer.from("["));
    return call.method === "GET" ? { ...rest, failure } : { ...rest, response: response!, failure };
  });
  const send = connectRelay(relay.url);
  expect(await send(CALL)).toMatchObject({ failure });
  expect((await send(CALL)).response).toBeUndefined();
  expect(await send({ ...CALL, method: "HEAD" })).toMatchObject({ failure, response: { status: 200 } });
  send.close();
  await relay.close();
});

test("a list of 120 MB passes", async () => {
  const body = Buffer.alloc(120_000_000, "ab");
  const relay = await openRelay(async (call) => exchangeWith(call, body));
  const send = connectRelay(relay.url);
  const { response } = await send(CALL);
  expect(Buffer.compare(response!.body, body)).toBe(0);
  send.close();
  await relay.close();
});

test("nobody gets through without the token, nor a page of another origin by a simple request", async () => {
  let sent = 0;
  const relay = await openRelay(async (call) => {
    sent++;
    return exchangeWith(call, Buffer.alloc(0));
  });
  const { origin } = new URL(relay.url);
  for (const path of ["/", "/exchange", "/x/exchange", `${new URL(relay.url).pathname.slice(0, -1)}/exchange`])
    expect((await fetch(`${origin}${path}`, { method: "POST", body: JSON.stringify(CALL) })).status).toBe(404);
  expect(sent).toBe(0);
  await relay.close();
});

test("a send that breaks is an error of the machinery", async () => {
  const relay = await openRelay(async () => {
    throw new Error("out of order");
  });
  const send = connectRelay(relay.url);
  await expect(send(CALL)).rejects.toThrow("out of order");
  send.close();
  await relay.close();
});
