/**
 * Recordings from all programs we could name: none accuses a conforming deployment, and all show
 * the faults of a broken one.
 */
import { expect, test } from "playwright/test";
import { exported, type RecordedCall } from "../testing/exported-recording.ts";
import { EXPORTERS } from "../testing/exporters.ts";
import { error, recording } from "../testing/har.ts";
import { judge, placesIn } from "../testing/judge-command.ts";

const ORDER = "9223372036854775807";
const list = (quantity: string): RecordedCall => ({
  method: "GET",
  path: "/store/orders",
  status: 200,
  text: `[{"id":${ORDER},"petId":1,"quantity":${quantity},"complete":false}]`,
});
const cancel = (status: number, text = ""): RecordedCall => ({
  method: "DELETE",
  path: `/store/orders/${ORDER}`,
  status,
  text,
});
const SOUND = [list("1"), cancel(204), cancel(404, error(404))];
const BROKEN = [list('"1"'), cancel(404, error(400)), cancel(500, error(500))];

for (const [name, dialect] of Object.entries(EXPORTERS))
  test(`a recording of ${name}`, async () => {
    const file = (calls: readonly RecordedCall[]) =>
      recording(exported(dialect, calls), name === "an .ndjson" ? "app.ndjson" : "app.har");
    const sound = await judge([file(SOUND)]);
    expect(placesIn(sound.report())).toEqual([]);
    expect(sound.code).toBe(0);

    const broken = await judge([file(BROKEN)]);
    const inBodies = [
      "order-quantity: listOrders 200 /*/quantity",
      "error-status: cancelOrder 404 /status",
    ];
    const expected = ["cancel-pending: cancelOrder 500", ...(dialect.hasNoBodies ? [] : inBodies)];
    expect(placesIn(broken.report()).toSorted()).toEqual(expected.toSorted());
  });
