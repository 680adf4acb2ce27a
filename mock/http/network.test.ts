import { expect, test } from "playwright/test";
import { lanAddresses } from "./network.ts";

const of = (address: string, family: "IPv4" | "IPv6", internal = false) =>
  [{ address, family, internal }] as unknown as NonNullable<
    ReturnType<typeof import("node:os").networkInterfaces>[string]
  >;

test("a server on all addresses is reached at those of the network", () => {
  const interfaces = {
    lo: of("127.0.0.1", "IPv4", true),
    eth0: [...of("192.168.1.5", "IPv4"), ...of("fe80::1", "IPv6")],
    usb0: of("169.254.3.4", "IPv4"),
  };
  for (const host of ["0.0.0.0", "::"])
    expect(lanAddresses(host, interfaces)).toEqual(["192.168.1.5"]);
  expect(lanAddresses("127.0.0.1", interfaces)).toEqual([]);
});
