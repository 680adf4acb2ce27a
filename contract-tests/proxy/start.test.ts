import http from "node:http";
import type { AddressInfo } from "node:net";
import { expect } from "playwright/test";
import { asJson, authorized, refusalOf, test } from "./command.stage.ts";
import { startProxy } from "./server.ts";

test("a call that comes before Prism has started is answered", async ({ deployed }) => {
  const url = await deployed((_, reply) => asJson(reply, 200, []));
  const holder = http.createServer();
  await new Promise<void>((resolve) => holder.listen(0, "127.0.0.1", resolve));
  const { port } = holder.address() as AddressInfo;
  await new Promise((resolve) => holder.close(resolve));
  let started = "not yet";
  const starting = startProxy({ deployment: { baseUrl: url }, port }).then((proxy) => {
    started = "started";
    return proxy;
  });
  // The port is taken long before Prism is there.
  let response: Response | undefined;
  while (response === undefined)
    response = await fetch(`http://127.0.0.1:${port}/api/v1/store/orders`, authorized).catch(() => undefined);
  expect(response.status).toBe(200);
  expect(started).toBe("started");
  const report = await (await starting).close();
  expect(report.requests).toBe(1);
});

test("what cannot start is one line with the fix", async ({ deployed }) => {
  const url = await deployed((_, reply) => void reply.end());
  expect(await refusalOf([])).toEqual({
    code: 2,
    text: expect.stringMatching(/^orders-kit proxy takes the deployment .*\n$/),
  });
  expect(await refusalOf(["nowhere"])).toEqual({
    code: 2,
    text: expect.stringMatching(/^There is no target "nowhere"\..*\n$/),
  });
  expect(await refusalOf([url, "--prot", "1"])).toEqual({
    code: 2,
    text: expect.stringMatching(/Did you mean --port\?.*\n$/),
  });
  expect(await refusalOf([url, "--port", "x"])).toEqual({
    code: 2,
    text: '--port takes an integer from 0 to 65535, not "x". [bad-value]\n',
  });
  expect(await refusalOf([url, "--api-key-env", "NOPE"])).toEqual({
    code: 2,
    text: expect.stringMatching(/^The API key is missing: NOPE is not set.*\n$/),
  });
  const { port } = new URL(url);
  expect(await refusalOf([url, "--port", port])).toEqual({
    code: 2,
    text: expect.stringMatching(/^Port \d+ on 127\.0\.0\.1 is in use\. .*\n$/),
  });
});

test("without Prism there is no proxy: one line with the fix", async ({ deployed }) => {
  const url = await deployed((_, reply) => void reply.end());
  const before = process.env.ORDERS_KIT_PRISM;
  process.env.ORDERS_KIT_PRISM = "/nowhere/prism-cli";
  try {
    expect(await refusalOf([url, "--port", "0"])).toEqual({
      code: 2,
      text: expect.stringMatching(/^Prism is not installed.*\n$/),
    });
  } finally {
    if (before === undefined) delete process.env.ORDERS_KIT_PRISM;
    else process.env.ORDERS_KIT_PRISM = before;
  }
});
