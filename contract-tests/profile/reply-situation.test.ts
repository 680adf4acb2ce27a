import { expect, test } from "playwright/test";
import type { OutgoingCall } from "../client/exchange.ts";
import { situationOf } from "./reply-situation.ts";

const HANDED_OVER = { pending: [17n], shipped: [18n] };
const ORIGIN = { headers: [["Origin", "http://app"]] } as const;

for (const [line, status, id, more] of [
  ["GET /store/orders good", 200, "list"],
  ["GET /store/orders good", 404, undefined],
  ["GET /store/orders good", 200, undefined, { query: "a=b" }],
  ["GET /store/orders good", 200, undefined, { headers: [["Accept", "*/*"]] }],
  ["GET /store/orders good", 200, "list", { headers: [] }],
  ["GET /store/orders good", 429, "rate-limited", { query: "a=b" }],
  ["GET /store/orders none", 401, "key-missing"],
  ["GET /store/orders wrong", 401, "key-wrong"],
  ["GET /store/orders wrong", 403, undefined],
  ["PUT /store/orders none", 401, undefined],
  ["GET /no-such-path none", 401, undefined],
  ["GET /store/orders truncated", 401, undefined],
  ["GET /store/orders truncated", 200, undefined],
  ["HEAD /store/orders good", 200, "head"],
  ["HEAD /store/orders/17 good", 200, undefined],
  ["PUT /store/orders good", 405, undefined],
  ["OPTIONS /store/orders none", 204, "preflight", ORIGIN],
  ["OPTIONS /store/orders none", 204, undefined, { headers: [["Accept", "*/*"]] }],
  ["OPTIONS /store/orders none", 204, undefined],
  ["GET /pets/1 good", 200, "pets"],
  ["GET /pets/1 good", 199, undefined],
  ["GET /pets/1 good", 599, "pets"],
  ["GET /pets/1 good", 600, undefined],
  ["PUT /pets/1 good", 405, undefined],
  ["GET /store/no-such-path good", 404, "other-path"],
  ["GET /store/another-path good", 404, undefined],
  ["PUT /store/no-such-path good", 404, undefined],
  ["GET /store/orders/17 good", 405, "other-method"],
  ["DELETE /store/orders/17 good", 204, "cancelled"],
  ["DELETE /store/orders/17 good", 404, "order-cancelled"],
  ["DELETE /store/orders/17 good", 409, "order-cancelled"],
  ["DELETE /store/orders/17 good", 403, undefined],
  ["DELETE /store/orders/17 good", 410, undefined],
  ["DELETE /store/orders/18 good", 409, "order-shipped"],
  ["DELETE /store/orders/19 good", 404, "order-unknown"],
  ["DELETE /store/orders/19 good", 409, undefined],
  ["DELETE /store/orders/19 good", 400, "body-refused", { body: "{}" }],
  ["DELETE /store/orders/19 good", 404, undefined, { body: "{}" }],
  ["DELETE /store/orders/9223372036854775808 good", 404, "id-beyond-int64"],
  ["DELETE /store/orders/xyz good", 404, "id-malformed"],
  ["DELETE /store/orders/%zz good", 400, "id-bad-escape"],
  ["DELETE /store/orders/xyz2 good", 404, undefined],
] as [string, number, string | undefined, Partial<OutgoingCall>?][])
  test(`${line} with ${JSON.stringify(more ?? {})} gets ${status}: ${id ?? "in no situation"}`, () => {
    const [method = "", path = "", credential = ""] = line.split(" ");
    const call = { method, path, credential, ...more } as OutgoingCall;
    expect(situationOf(call, status, HANDED_OVER)?.id).toBe(id);
  });
