import { expect, test } from "playwright/test";
import { connectionFailure } from "./connection-failure.ts";
import { DIRECT } from "./connector.ts";

const alert = (number: number) =>
  Object.assign(new Error(`write EPROTO 00:error:x:y.c:1601:SSL alert number ${number}\n`), {
    code: "EPROTO",
  });

for (const [number, hasClientCertificate, message] of [
  [42, false, /requires a client certificate/],
  [45, true, /does not accept the client certificate/],
  [70, false, /TLS failed/],
] as const)
  test(`TLS alert ${number}, ${hasClientCertificate ? "with" : "without"} a client certificate`, () => {
    const connection = { ...DIRECT, hasClientCertificate };
    const failure = connectionFailure(alert(number), "orders.example", connection);
    expect(failure.kind).toBe("tls");
    expect(failure.message).toMatch(message);
    expect(failure.fix === undefined).toBe(number === 70);
  });
