/** The fast server beside the plainest service that one could write: an array of orders, and every answer made anew. */
import { once } from "node:events";
import { connect } from "node:net";
import fc from "fast-check";
import { expect, test } from "playwright/test";
import type { OrderInState } from "../fixtures/index.ts";
import { scenarioNamed } from "../scenarios/ready-made.ts";
import { scenarioOrders } from "../scenarios/scenario.ts";
import { type Json, stringifyJson } from "../spec/json.ts";
import { startMock } from "./server.ts";

type Command = { readonly kind: "list" | "look" } | { readonly kind: "cancel"; readonly id: string };

class PlainService {
  private readonly orders: (OrderInState & { cancelled?: boolean })[];
  constructor(orders: readonly OrderInState[]) {
    this.orders = orders.map((one) => ({ ...one }));
  }

  answer(command: Command): string {
    if (command.kind !== "cancel") {
      const shown = this.orders.filter(({ cancelled }) => cancelled !== true).map(({ order }) => order);
      const text = stringifyJson(shown as unknown as Json);
      return message("200 OK", text, command.kind === "list" ? text : "");
    }
    const found = this.orders.find(({ order }) => String(order.id) === command.id);
    if (found === undefined || found.cancelled === true) {
      const error = { code: "order_not_found", message: "No order has this identifier.", status: 404 };
      return message("404 Not Found", JSON.stringify(error));
    }
    if (found.state === "shipped") return `HTTP/1.1 409 Conflict\r\nContent-Length: 0\r\n${KEPT}`;
    found.cancelled = true;
    return `HTTP/1.1 204 No Content\r\n${KEPT}`;
  }
}

const KEPT = "Date: now\r\nConnection: keep-alive\r\nKeep-Alive: timeout=65\r\n\r\n";
const message = (status: string, announced: string, body = announced): string =>
  `HTTP/1.1 ${status}\r\nContent-Type: application/json\r\nContent-Length: ${announced.length}\r\n${KEPT}${body}`;

function requestText(command: Command, world: string): string {
  const [method, id] = command.kind === "cancel" ? ["DELETE", `/${command.id}`] : [METHODS[command.kind], ""];
  return `${method} /v1/store/orders${id} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer demo-key.${world}\r\n\r\n`;
}
const DATES = /^Date: .{29}\r$/gm;
const METHODS = { list: "GET", look: "HEAD" } as const;

test("thousands of sequences of commands get the bytes that an array of orders gives", async () => {
  const orders = await scenarioOrders(scenarioNamed("default"));
  const mock = await startMock({ port: 0 });
  const socket = connect(mock.port, "127.0.0.1").setEncoding("latin1");
  const ids = fc.constantFrom(...orders.map(({ order }) => String(order.id)), "1", "9007199254740994", "-5");
  const command: fc.Arbitrary<Command> = fc.oneof(
    { weight: 3, arbitrary: fc.record({ kind: fc.constant("cancel" as const), id: ids }) },
    { weight: 1, arbitrary: fc.constantFrom({ kind: "list" as const }, { kind: "look" as const }) },
  );
  let sequences = 0;
  let received = "";
  socket.on("data", (chunk) => {
    received += chunk;
  });
  try {
    await fc.assert(
      fc.asyncProperty(fc.array(command, { minLength: 1, maxLength: 20 }), async (commands) => {
        const service = new PlainService(orders);
        received = "";
        const world = `s${sequences++}`;
        const wanted = [...commands, { kind: "list" } as const].map((one) => service.answer(one)).join("");
        socket.write([...commands, { kind: "list" } as const].map((one) => requestText(one, world)).join(""));
        for (;;) {
          const seen = received.replace(DATES, "Date: now\r");
          if (seen === wanted) break;
          // The last characters may be the beginning of a date.
          if (!wanted.startsWith(seen.slice(0, -40))) expect(seen).toBe(wanted);
          await once(socket, "data");
        }
      }),
      { numRuns: 3000 },
    );
  } finally {
    socket.destroy();
    await mock.close();
  }
});
