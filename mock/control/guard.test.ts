import { expect, test } from "playwright/test";
import { guardPlace, type Sender } from "./guard.ts";

const LOCAL: Sender = {
  ...{ address: "127.0.0.1", host: "127.0.0.1:4010", origin: undefined, site: undefined, authorization: undefined },
};
const allowed = (sender: Partial<Sender>, adminKey?: string): boolean => {
  try {
    guardPlace({ ...LOCAL, ...sender }, adminKey);
    return true;
  } catch {
    return false;
  }
};

for (const [address, local] of [
  ["127.0.0.1", true],
  ["127.1.2.3", true],
  ["::1", true],
  ["::ffff:127.0.0.1", true],
  ["192.168.1.4", false],
  ["::ffff:10.0.0.1", false],
  ["fe80::1", false],
  [undefined, false],
] as const)
  test(`a connection from ${address} is ${local ? "" : "not "}from this machine`, () => {
    expect(allowed({ address })).toBe(local);
    expect(allowed({ address }, "s3cret")).toBe(true);
  });

for (const [host, own] of [
  ["localhost", true],
  ["LOCALHOST:4010", true],
  ["shop.localhost:4010", true],
  ["[::1]:4010", true],
  ["0.0.0.0:4010", true],
  ["localhost.example", false],
  ["127.0.0.1.example:4010", false],
  ["127.0.0.1@example", false],
  ["[::1", false],
  ["", false],
  [undefined, false],
] as const)
  test(`Host ${host} is ${own ? "" : "not "}a name of this machine`, () => {
    expect(allowed({ host })).toBe(own);
  });
