/**
 * The baseline: `node:http` that checks the bearer token and sends the list from one Buffer. When an order is cancelled, it joins the
 * bytes of the other orders to a new Buffer. Arguments: files with the list and the Error.
 */
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

const [given, error] = process.argv.slice(2).map((path) => readFileSync(path)) as [Buffer, Buffer];
const type = "application/json";
let list = given;
/** By id, each with the comma behind it. Made with the first cancel. */
let orders: Map<string, Buffer> | undefined;

function cancel(id: string): boolean {
  orders ??= new Map(
    list
      .toString()
      .slice(1, -1)
      .split(/,(?=\{)/)
      .map((order) => [/"id":(\d+)/.exec(order)?.[1] ?? "", Buffer.from(`${order},`)]),
  );
  if (!orders.delete(id)) return false;
  list = Buffer.concat([Buffer.from("["), ...orders.values()]);
  list[list.length - 1] = "]".charCodeAt(0);
  return true;
}

const server = createServer((request, response) => {
  if (request.headers.authorization !== "Bearer demo-key") {
    response.writeHead(401, { "Content-Type": type, "Content-Length": error.length }).end(error);
  } else if (request.method === "DELETE") {
    const id = request.url?.replace(/.*\//, "") ?? "";
    if (cancel(id)) response.writeHead(204).end();
    else
      response.writeHead(404, { "Content-Type": type, "Content-Length": error.length }).end(error);
  } else {
    response.writeHead(200, { "Content-Type": type, "Content-Length": list.length }).end(list);
  }
});
server.listen(0, "127.0.0.1", () => {
  console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`);
});
