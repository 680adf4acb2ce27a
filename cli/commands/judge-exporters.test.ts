/**
 * Recordings from programs that write differently: none accuses a conforming deployment, and all
 * show the faults of a broken one.
 */
import { expect, test } from "playwright/test";
import { EXPORTERS, exported } from "../testing/exporters.ts";
import { CANCEL, error, recording } from "../testing/har.ts";
import { judge, placesIn } from "../testing/judge-command.ts";

const list = (quantity: string) => {
  const text = `[{"id":9223372036854775807,"petId":1,"quantity":${quantity},"complete":false}]`;
  return ["GET /store/orders", 200, text] as const;
};
const SOUND = [list("1"), [CANCEL, 204], [CANCEL, 404, error(404)]] as const;
const BROKEN = [list('"1"'), [CANCEL, 404, error(400)], [CANCEL, 500, error(500)]] as const;
const IN_BODIES = [
  "order-quantity: listOrders 200 /*/quantity",
  "error-status: cancelOrder 404 /status",
];

for (const [program, dialect] of Object.entries(EXPORTERS))
  test(`a recording of ${program}`, async () => {
    const sound = await judge([recording(exported(dialect, SOUND))]);
    expect(placesIn(sound.report())).toEqual([]);
    expect(sound.code).toBe(0);

    const broken = await judge([recording(exported(dialect, BROKEN))]);
    const inBodies = dialect.hasNoBodies ? [] : IN_BODIES;
    const expected = ["cancel-pending: cancelOrder 500", ...inBodies];
    expect(placesIn(broken.report()).toSorted()).toEqual(expected.toSorted());
  });
