import { expect, test } from "playwright/test";
import { isInt64 } from "../../spec/schema/integers.ts";
import type { OutgoingCall } from "../client/calls.ts";
import type { Credential } from "../client/credentials.ts";
import { CANCEL_SPELLINGS } from "../tables/addresses.ts";
import { allOf } from "../tables/table.ts";
import {
  allowed,
  cancel,
  DRAWN,
  LISTED,
  list,
  READ_ONLY,
  RULES,
  refused,
  sent,
} from "../testing/policy-rules.ts";

test("safe methods are allowed on any path, methods other than DELETE on none", () => {
  for (const method of ["GET", "HEAD", "OPTIONS"])
    expect(allowed({ method, path: "/store/orders/23", credential: "good" })).toBe(true);
  for (const method of ["POST", "PUT", "PATCH", "TRACE", "CONNECT", "delete", "DELETE "])
    expect(allowed({ method, path: "/store/orders/17", credential: "good" })).toBe(false);
});

test("DELETE is refused for the collection, other paths and texts that could match several orders", () => {
  const paths = "/store/orders /store/orders/ /store / /pets/1 /Store/orders/17 /admin/orders/1";
  for (const path of paths.split(" "))
    expect(allowed({ method: "DELETE", path, credential: "good" }), path).toBe(false);
  const texts = `. .. %2e%2e / %20 * %25 _ all ALL list orders 17/../23 1%20or%201=1 17;23 '%20-- {}
    xyz* xyz..xyz xyz+or+xyz`;
  expect(sent(["", ...texts.split(/\s+/)], RULES, list("[]"))).toEqual([]);
});

test("pending orders that were provided may be cancelled with any credential", () => {
  for (const credential of ["good", "none", "wrong", "basic", "cookie"] as const) {
    expect(allowed(cancel("17", credential))).toBe(true);
    expect(allowed(cancel("9007199254740993", credential))).toBe(true);
  }
  expect(allowed(cancel("17"), RULES, "none")).toBe(true);
});

test("other spellings of the address of a pending order that was provided are sent without a key", () => {
  for (const spelling of allOf(CANCEL_SPELLINGS)) {
    const of = (id: string, credential: Credential = "none", more: Partial<OutgoingCall> = {}) =>
      ({ method: "DELETE", path: spelling.replace("{id}", id), credential, ...more }) as const;
    expect(allowed(of("17")), spelling).toBe(true);
    const others = ["23", "4", "17x", ""].map((id) => of(id));
    const more = [{ query: "a=b" }, { body: "{}" }].map((one) => of("17", "none", one));
    for (const call of [...others, ...more, of("17", "good")])
      expect(allowed(call), call.path).toBe(false);
    expect(allowed(of("17"), READ_ONLY), spelling).toBe(false);
  }
});

test("shipped orders that were provided may be tried with the good key, without one and with a plain wrong one", () => {
  for (const credential of ["good", "none", "wrong"] as const) {
    expect(allowed(cancel("4", credential))).toBe(true);
    expect(allowed(cancel("4", credential), READ_ONLY)).toBe(false);
  }
  for (const credential of ["bare", "empty", "extended", "lower-case-scheme"] as const) {
    expect(allowed(cancel("4", credential))).toBe(false);
    expect(refused(cancel("4", credential), RULES, list("[]"))).toEqual({
      why: '"4" was not provided for this call.',
      absentNeeded: [],
    });
  }
});

test("without the good key, nothing that could be read as a shipped order is sent but its exact id", () => {
  for (const segment of ["4xyz", "04", "+4", "4.0", "%34", "4%20", "-4", "4294967300", "4/"])
    for (const credential of ["none", "wrong"] as const)
      expect(allowed(cancel(segment, credential)), segment).toBe(false);
  for (const more of [{ query: "force=true" }, { body: "{}" }, { headers: [["X-User", "a"]] }])
    expect(allowed({ ...cancel("4", "none"), ...(more as object) })).toBe(false);
});

test("listed orders that were not provided are refused in every spelling", () => {
  expect(refused(cancel("23"))).toEqual({
    why: '"23" is the listed order 23, which was not provided for this call.',
    absentNeeded: [],
  });
  expect(refused(cancel("023"))?.why).toMatch(/^"023" could be read as the listed order 23, /);
  const spellings =
    `%32%33 %2532%2533 023 +23 23.0 23abc 2.3e1 0x17 %2023 -23 2_3 4294967319 ２３ x23
    23%00`.split(/\s+/);
  for (const absent of [[], [2n, 3n]]) expect(sent(spellings, { ...RULES, absent })).toEqual([]);
});

test("ids that the list does not show may be orders", () => {
  const chosen = `0 -1 1 5 16 18 2147483647 2147483648 -2147483648 4294967295 9007199254740991
    9007199254740992 9007199254740994 9223372036854775807 -9223372036854775808 5551234567
    1230192345678901234`.split(/\s+/);
  for (const rules of [RULES, READ_ONLY])
    for (const body of [LISTED, list("[]"), "none"] as const)
      expect(sent(chosen, rules, body)).toEqual([]);
  expect(refused(cancel("9223372036854775806"))?.why).toMatch(
    /^"9223372036854775806" could be read as an id that may belong to an order .* absentNeeded /,
  );
  expect(refused(cancel("5551234567"))?.absentNeeded).toEqual([5551234567n, 1256267271n]);
});

test("words, and texts near a drawn id, are allowed with any credential", () => {
  const words = ["xyz", "undefined", "%zz", "%ff", "x%00y", "x".repeat(300)];
  const texts = [...words, ...["", "xyz", ".", ".xyz"].map((end) => `${DRAWN}${end}`)];
  for (const credential of ["good", "none", "wrong"] as const)
    for (const segment of texts) expect(allowed(cancel(segment, credential)), segment).toBe(true);
  // These are hexadecimal words, digits in an escape, and numbers that garbage around a drawn id
  // adds.
  const others = ["abc", "a%00b", "%c3%28", "0xyz"];
  const near = [`${DRAWN}.5`, `${DRAWN}abc`, `-${DRAWN}`, `${DRAWN + 1n}`];
  expect(sent([...others, ...near])).toEqual([]);
});

test("a word may be read as 0: it is allowed after a list that shows no order 0", () => {
  const [five, zero] = [list('[{"id":5}]'), list('[{"id":0}]')];
  // No list ever says that an id is free.
  expect(sent(["xyz", "0"], RULES, five)).toEqual(["xyz"]);
  expect(sent(["xyz"], RULES, zero)).toEqual([]);
  expect(sent(["xyz"], { ...RULES, pending: [0n] }, zero)).toEqual(["xyz"]);
});

test("before a list was read, only ids provided are sent", () => {
  for (const text of ["", "<html>welcome</html>", "[1,", "[{}", "[1,\u0000]"]) {
    const body = list(text) ?? "none";
    expect(body, text).toBe("none");
    expect(sent(["xyz", `${DRAWN}`, "17xyz"], RULES, body)).toEqual([]);
    expect(sent(["17", "5"], { ...RULES, absent: [5n] }, body)).toEqual(["17", "5"]);
    expect(sent(["17xyz"], { ...RULES, absent: [0n] }, body)).toEqual(["17xyz"]);
  }
  expect(refused(cancel("xyz"), RULES, "none")?.why).toMatch(/^No list of orders was read/);
});

test("a drawn id that could be confused with a listed order is refused", () => {
  const [double, twin] = [BigInt(Number(DRAWN)), BigInt.asUintN(32, DRAWN) + 2n ** 40n];
  for (const id of [DRAWN, double, twin])
    expect(sent([`${DRAWN}`], RULES, list(`[{"id":${id}}]`))).toEqual([]);
});

test("beside a drawn id, another one as unlikely is refused: it may be an order that no list shows", () => {
  expect(sent([`3446701994433698173.${DRAWN}`, `${DRAWN}.3446701994433698173`])).toEqual([]);
});

test("texts that a careless service reads as an order provided are allowed where they can be read as nothing else", () => {
  const body = list('[{"id":17},{"id":4}]');
  const garbled = ["17xyz", "xyz17", "17.", "+17", "4xyz"];
  expect(sent(garbled, RULES, body)).toEqual(garbled);
  expect(allowed(cancel("4xyz", "none"), RULES, body)).toBe(false);
  // 9007199254740993 is 9007199254740992 as a double, and 1 in 32 bits.
  expect(refused(cancel("9007199254740993xyz"), RULES, body)?.absentNeeded).toEqual([
    1n,
    9007199254740992n,
    0n,
  ]);
  const needed: Readonly<Record<string, readonly bigint[]>> = {
    "17abc": [0x17abcn],
    "17.5": [5n, 175n, 18n],
    "17,17": [1717n],
    "017": [15n],
    "0x11": [0n, 11n],
    "0o22": [0n, 22n, 18n],
    "²5": [5n, 25n],
    "%2017": [2017n],
    "17%0A": [0n, 170n],
    "%D9%A1%D9%A7": [9n, 1n, 7n, 9197n],
    "1_7": [1n, 7n, ...Array.from({ length: 10 }, (_, digit) => 107n + 10n * BigInt(digit))],
    "4294967313": [4294967313n],
  };
  for (const [segment, ids] of Object.entries(needed)) {
    expect(new Set(refused(cancel(segment), RULES, body)?.absentNeeded), segment).toEqual(
      new Set(ids),
    );
    expect(allowed(cancel(segment), { ...RULES, absent: ids }, body), segment).toBe(true);
  }
});

test("an id that was provided as absent may be sent with any credential, unless it is listed", () => {
  const absent = [5551234567n, 1256267271n, 23n];
  for (const credential of ["good", "none", "wrong"] as const) {
    expect(allowed(cancel("5551234567", credential), { ...RULES, absent })).toBe(true);
    expect(refused(cancel("23", credential), { ...RULES, absent })).toEqual({
      why: '"23" is the listed order 23, which was provided as absent. Remove 23 from absent.',
      absentNeeded: [],
      absentListed: 23n,
    });
  }
  // 5551234567 is another id in 32 bits.
  expect(refused(cancel("5551234567"), { ...RULES, absent: [5551234567n] })?.absentNeeded).toEqual([
    1256267271n,
  ]);
});

test("a read-only run sends GET, HEAD and OPTIONS alone", () => {
  for (const segment of ["17", "4", "17xyz", "9007199254740992", `${DRAWN}`])
    for (const credential of ["good", "none", "wrong"] as const)
      expect(refused(cancel(segment, credential), READ_ONLY)?.why, segment).toBe(
        "The run is read-only: it sends no DELETE.",
      );
});

test("a refusal says that the text could be read as an id, and asks for ids that are possible", () => {
  const refusedHere = (segment: string) => refused(cancel(segment), RULES, list("[]"));
  const why = (segment: string): string | undefined => refusedHere(segment)?.why;
  const end =
    "may belong to an order that the list does not show. " +
    "Provide unused ids with absent in orders-kit.yaml: absentNeeded in report.json lists them.";
  expect(why("5")).toBe(`"5" ${end}`);
  for (const [text, ...ids] of [
    ["05", 5n],
    ["6xyz7", 6n, 7n, 67n],
    ["6xyz7x8", 6n, 7n, 8n, 678n],
  ] as const) {
    expect(why(text)).toBe(`"${text}" could be read as an id that ${end}`);
    expect(refusedHere(text)?.absentNeeded).toEqual(ids);
  }
  expect(refusedHere("5_5")?.absentNeeded.slice(0, 4)).toEqual([5n, 55n, 505n, 515n]);
  for (const digits of ["99999999999999999999", "-99999999999999999999", "9".repeat(400)]) {
    const { absentNeeded = [] } = refusedHere(digits) ?? {};
    expect(absentNeeded.length).toBeGreaterThan(0);
    expect(absentNeeded.filter((id) => !isInt64(id))).toEqual([]);
  }
});
