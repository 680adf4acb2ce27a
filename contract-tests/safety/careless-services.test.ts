/**
 * Tests the promises of the policy against services that read ids carelessly and have orders that
 * no list shows.
 */
import fc from "fast-check";
import { expect, test } from "playwright/test";
import { INT64_MAX, INT64_MIN, isInt64 } from "../../spec/schema/integers.ts";
import { runs } from "../../spec/testing/runs.ts";
import { EDGE_ID_TABLE } from "../tables/ids.ts";
import { allOf } from "../tables/table.ts";
import { DISPUTABLE_TEXTS, fillId, MALFORMED_IDS, SIMILAR_TEXTS } from "../tables/texts.ts";
import { READERS } from "../testing/careless-readers.ts";
import { drawText } from "./drawn-ids.ts";
import { idInterpretations } from "./id-interpretations.ts";
import { ListedIds } from "./listed-ids.ts";
import { refusal } from "./policy.ts";
import type { Rules } from "./rules.ts";

// Another attempt would hide a counterexample.
test.describe.configure({ retries: 0 });

/** How services store an id. The readers cover exact storage. */
const STORES: Readonly<Record<string, (id: bigint) => bigint | number>> = {
  "as a double": Number,
  "in 32 bits": (value) => BigInt.asIntN(32, value),
};

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Returns the text as it is, decoded, and with the digits of another script or form. */
function forms(text: string): string[] {
  return [
    text,
    decoded(text),
    decoded(text).replace(/[\u0660-\u0669]/g, (digit) => String(digit.charCodeAt(0) - 0x660)),
    decoded(text).normalize("NFKC"),
  ];
}

/**
 * True if a person or a program may have chosen an id: it is small, or near a limit or another id.
 */
function isChosen(id: bigint, ids: readonly bigint[]): boolean {
  const near = (other: bigint): boolean => id - other < 1000n && other - id < 1000n;
  return (
    (id > -(2n ** 28n) && id < 2n ** 28n) || [...allOf(EDGE_ID_TABLE), 2n ** 62n, ...ids].some(near)
  );
}

const edge = fc.constantFrom(
  ...[0n, 1n, 4n, 17n, 23n, 61n, 2n ** 31n, 2n ** 32n, 2n ** 53n, 2n ** 60n, 2n ** 62n, INT64_MAX],
);
const id = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.tuple(edge, fc.bigInt(-3n, 3n)).map(([at, by]) => BigInt.asIntN(64, at + by)),
  },
  fc.bigInt(INT64_MIN, INT64_MAX),
);
const before = fc.constantFrom("", "+", "0", "%20", "x", "-", "%2B", "a", "xyz", "1_");
const ENDS = "abc xyz . .5 .5xyz .5x1 5e-1 .0 e0 e1 %00 %0A %0Axyz ,1 ,{drawn} .{drawn}".split(" ");
const after = fc.constantFrom("", ...ENDS, "0".repeat(21), "0".repeat(400));
/** `{id}` stands for an order that was provided. */
const template = fc.oneof(
  fc.constantFrom(...allOf(MALFORMED_IDS)),
  fc
    .tuple(before, fc.constantFrom("{id}", "{drawn}", "{other}"), after)
    .map((parts) => parts.join("")),
  fc.constantFrom(...allOf(SIMILAR_TEXTS), ...allOf(DISPUTABLE_TEXTS)),
);

/**
 * Which ids are provided as absent: none, the limits of number types, or also all that the text
 * could be read as.
 */
const FREE = ["none", "edges", "all"] as const;
const freeIds = (extent: (typeof FREE)[number], text: string): readonly bigint[] =>
  extent === "none"
    ? []
    : extent === "edges"
      ? allOf(EDGE_ID_TABLE)
      : [...allOf(EDGE_ID_TABLE), ...idInterpretations(text)];

test("no allowed text is read by a careless service as an order that was not provided, listed or not", () => {
  const tried = { drawn: 0, provided: 0, absent: 0 };
  const stores = fc.record({
    listed: fc.uniqueArray(id, { minLength: 1, maxLength: 6 }),
    pendingCount: fc.nat(3),
    other: id,
    free: fc.constantFrom(...FREE),
    seed: fc.nat(),
  });
  const property = fc.property(
    stores,
    template,
    ({ listed, pendingCount, other, free, seed }, shape) => {
      const pending = listed.slice(0, pendingCount);
      const shown = new ListedIds();
      shown.add(listed);
      const drawn = new Set<bigint>();
      const rulesFor = (text: string): Rules => {
        const absent = freeIds(free, text).filter((one) => !listed.includes(one));
        return { readOnly: false, pending, shipped: [], absent };
      };
      const isAllowed = (text: string): boolean => {
        const call = {
          method: "DELETE",
          path: `/store/orders/${text}`,
          credential: "good",
        } as const;
        return refusal(call, rulesFor(text), { listed: shown, drawn }) === undefined;
      };
      const filled = fillId(shape.replace("{other}", String(other)), pending[0] ?? other);
      const text = drawText(filled, { seed, drawn, isAllowed });
      const isExact = pending.some((one) => String(one) === text);
      if (isExact || !isAllowed(text)) return;
      const { absent } = rulesFor(text);
      tried[drawn.size > 0 ? "drawn" : free === "none" ? "provided" : "absent"]++;
      const permitted = new Set([...pending, ...absent]);
      for (const [reader, read] of Object.entries(READERS))
        for (const form of forms(text)) {
          const value = read(form);
          if (value === undefined || !Number.isInteger(Number(value))) continue;
          const hit = BigInt(value);
          for (const [store, stored] of Object.entries(STORES)) {
            const foreign = listed.slice(pendingCount).find((one) => stored(one) === stored(hit));
            // A multiple of 2^32 that is stored as 0 is not covered.
            if (foreign !== undefined && (store === "as a double" || stored(hit) !== 0n))
              throw new Error(`${text}, read by ${reader} and stored ${store}, is ${foreign}`);
          }
          if (permitted.has(hit) || !isInt64(hit)) continue;
          // These are the digits of an escape, in a text that has no others.
          if (hit === 0n && !/\d/.test(decoded(text))) continue;
          if (drawn.size === 0 || isChosen(hit, [...listed, other]))
            throw new Error(`${text}, read by ${reader}, is ${hit}`);
        }
    },
  );
  fc.assert(property, { numRuns: runs(500) });
  for (const [kind, count] of Object.entries(tried)) expect(count, kind).toBeGreaterThan(runs(25));
});
