import { expect, test } from "playwright/test";
import type { Exchange, Send } from "../client/exchange.ts";
import { startVerify } from "../testing/cli-runner.ts";
import type { CompleteExchange } from "./answer.ts";
import { EXPLANATIONS } from "./explanations.ts";
import { addSecondValidator } from "./second-validator.ts";
import { cancelling, listing, withoutKey } from "./testing/exchanges.ts";

test("verify --through-prism: the same verdict, and a remark on Prism", async () => {
  const { report } = await startVerify(["--through-prism", "--json"]);
  expect(report).toMatchObject({ verdict: "conforms", broken: [] });
  const { title, entries } = report!.remarks!.at(-1)!;
  expect(title).toMatch(
    /^Prism \S+ validated \d{3} exchanges as well: differences that are not counted, and why/,
  );
  expect(entries.map(({ id }) => id)).toContain("int64-as-double");
});

/** Sends nothing: each call gets the next exchange. */
function replaying(exchanges: readonly CompleteExchange[]): Send {
  const left = [...exchanges];
  return async () => {
    const next = left.shift() as CompleteExchange;
    const url = `http://orders.example/v1${next.call.path}`;
    const exchange: Exchange = { ...next, url, credentialEchoed: false, sentAt: 0, receivedAt: 0 };
    return exchange;
  };
}

async function validate(...exchanges: CompleteExchange[]) {
  const validator = await addSecondValidator(replaying(exchanges));
  for (const { call } of exchanges) await validator.send(call);
  return validator.close();
}

test("what both report is no difference, nor what only orders-kit reports", async () => {
  const faults = [
    listing(200, '{"orders":[]}'),
    listing(200, '[{"id":1},{"id":1}]'),
    listing(200, "[]", "nonsense"),
    listing(501, "{}"),
    withoutKey(listing(200, "[]")),
    withoutKey(cancelling("17", 404)),
    cancelling("17", 404, '{"code":"a","message":"b","status":400}'),
  ];
  const { broken, remarks } = await validate(...faults);
  expect(broken).toEqual([]);
  expect(remarks[0]?.title).toContain(`validated ${faults.length} exchanges as well`);
  expect(Object.fromEntries(remarks[0]!.entries.map(({ id, times }) => [id, times]))).toEqual({
    "dies-of-media-type": 1,
    "answers-itself": 1,
  });
});

const nonsense = listing(200, "[]", "nonsense");
for (const [what, id, part, exchanges, why] of [
  [
    "a violation that only Prism reports, without an explanation",
    ...([
      "int64-as-double",
      "ignoresViolation",
      [listing(200, '[{"id":9007199254740993}]')],
    ] as const),
    /^Prism \S+ and orders-kit differ without a known reason. GET \/store\/orders, order-id: orders-kit finds the clause held. Error at response.body.0.id: .* must be <= 9007199254740991$/,
  ],
  [
    "a Prism that ends in the middle of the run",
    ...(["dies-of-media-type", "excludes", [listing(200, "[]"), nonsense, nonsense]] as const),
    /^Prism \S+ ended in the middle of the run \(.+\), after \d exchanges\.$/,
  ],
] as const)
  test(`${what} is a broken check`, async () => {
    const entry = EXPLANATIONS.find((one) => one.id === id) as Record<typeof part, unknown>;
    const explains = entry[part];
    delete entry[part];
    const { broken } = await validate(...exchanges);
    entry[part] = explains;
    expect(broken).toEqual([{ check: "through-prism", why: expect.stringMatching(why) }]);
  });
