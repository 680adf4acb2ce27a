import { writeFileSync } from "node:fs";
import fc from "fast-check";
import { expect, test } from "playwright/test";
import { UserError } from "../../spec/errors/user-error.ts";
import { OPERATIONS } from "../../spec/interface/operations.ts";
import { runs } from "../../spec/testing/runs.ts";
import { loadScenario } from "../load.ts";
import { parseScenario } from "../parse.ts";
import { complaint, complaintOfFaults, readJsonFaults } from "../testing/complaint.ts";

// Another attempt would hide a counterexample.
test.describe.configure({ retries: 0 });

test("any text is parsed or refused with its position", () => {
  const signs = `: [ ] { } , &a *a << !!binary 1 1e99 9223372036854775808 null ~ " ' # |`.split(
    " ",
  );
  const keys = "faults ships orders list on delay status id key".split(" ");
  const words = fc.constantFrom(...keys, ...signs, "- ", "\n", "  ", "\t");
  const texts = fc.oneof(
    fc.array(words, { maxLength: 25 }).map((parts) => parts.join("")),
    fc.string(),
    fc.json(),
  );
  for (const read of [parseScenario, readJsonFaults])
    fc.assert(
      fc.property(texts, (text) => {
        try {
          read(text, "x.yaml");
        } catch (error) {
          expect(error).toBeInstanceOf(UserError);
          expect((error as UserError).message).toMatch(/^x\.yaml:\d+:\d+ /);
        }
      }),
      { numRuns: runs(100) },
    );
});

test("a text that is too long or too deeply nested is refused before it is parsed", () => {
  for (const yaml of ["[".repeat(250_000), `${"- ".repeat(50_000)}a`, `${"? ".repeat(50_000)}a`])
    expect(complaint(yaml)).toContain("shop.yaml:1:1 Values are nested deeper than 500.");
  const keys = Array.from({ length: 25_000 }, (_, n) => `k${n}: 1`).join(", ");
  expect(complaint(`{${keys}}`)).toContain('"k0" is not a valid key.');
  expect(complaint("- 1\n".repeat(800_001))).toContain("shop.yaml:1:1 This has too many values.");
  expect(complaint("#".repeat(2 ** 22 + 1))).toContain("is longer than 4,194,304 characters");
});

test("anchors, aliases and merge keys are read", () => {
  const { faults, orders } = parseScenario(`
faults: [&slow { on: listOrders, delay: &wait 200 }, *slow, { <<: *slow, delay: [*wait, 900] }]
orders: { list: [{ id: &one 9007199254740993 }, { petId: *one }] }
`);
  const slow = { on: "listOrders", delay: 200 };
  expect(faults).toEqual([slow, slow, { ...slow, delay: [200, 900] }]);
  expect(orders.list).toEqual([
    { id: 9007199254740993n, state: "pending" },
    { petId: 9007199254740993n, state: "pending" },
  ]);

  expect(complaint("faults: [&a { on: listOrder, delay: 1 }, *a]").split("\n")[0]).toBe(
    `mine/shop.yaml:1:19 "listOrder" is not a valid value. Did you mean listOrders? Valid: ${Object.keys(OPERATIONS).join(", ")}.`,
  );
  expect(complaint("faults: [&a { delay: fast }, *a]").match(/Expected/g)).toHaveLength(1);
  expect(complaint("seed: 1\nfaults: *b")).toMatch(
    /^mine\/shop\.yaml:2:9 This alias cannot be read: /,
  );
  const bomb = `a: &a [x]\n${"bcdefghi".replace(/./g, (name) => `${name}: &${name} [${Array(10).fill(`*${String.fromCharCode(name.charCodeAt(0) - 1)}`)}]\n`)}`;
  expect(complaint(bomb)).toMatch(/^mine\/shop\.yaml:1:1 This alias cannot be read: /);
});

for (const [what, encoding, mark] of [
  ["UTF-8 with a byte order mark", "utf8", [0xef, 0xbb, 0xbf]],
  ["UTF-16, as `>` of Windows PowerShell 5.1 writes it", "utf16le", [0xff, 0xfe]],
] as const)
  test(`a file is read in ${what}`, async () => {
    const file = test.info().outputPath("mine.yaml");
    const text = "description: Größe\r\norders: { count: 3 }\r\n";
    writeFileSync(file, Buffer.concat([Buffer.from(mark), Buffer.from(text, encoding)]));
    const { description, orders } = await loadScenario(file);
    expect([description, orders.count]).toEqual(["Größe", 3]);
  });

test("a text in UTF-16 without a mark is named, not shown", () => {
  const text = Buffer.from("orders: { count: 3 }", "utf16le").toString();
  expect(complaint(text)).toMatch(/^mine\/shop\.yaml:1:1 .* Save it as UTF-8\.\n1 \| \n/);
});

test("what is not JSON is refused with its place", () => {
  for (const [text, problem] of [
    ["delay: 5", /^body:1:1 This is not JSON: /],
    ['{\n  "delay": 5,\n  "delay": 6 }', /^body:3:3 This is not JSON: the name "delay" twice\./],
    ['[{ "delya": 5 }]', /^body:1:4 "delya" is not a valid key\. Did you mean delay\?/],
  ] as const)
    expect(complaintOfFaults(text)).toMatch(problem);
});

test("a quarter of a megabyte of anything is refused at once, in a few lines", () => {
  for (const [what, text] of [
    ["brackets", "[".repeat(250_000)],
    ["names", `{${Array.from({ length: 20_000 }, (_, n) => `"k${n}":1`).join(",")}}`],
    ["digits", `{"delay":${"9".repeat(250_000)}}`],
    ["faults", `[${'{"delay":1},'.repeat(20_000)}{"delya":1}]`],
  ] as const) {
    const began = process.cpuUsage();
    const message = complaintOfFaults(text);
    const { user, system } = process.cpuUsage(began);
    expect(message, what).toMatch(/^body:1:\d+ /);
    expect(message.length, what).toBeLessThan(5000);
    expect((user + system) / 1e6, what).toBeLessThan(2);
  }
});
