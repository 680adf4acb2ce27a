/**
 * The baseline: `node:http` that checks the bearer token, sends the list from one Buffer, and has
 * no order to cancel. Arguments: files with the list and the Error.
 */
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

const [list, error] = process.argv.slice(2).map((path) => readFileSync(path)) as [Buffer, Buffer];

const server = createServer(({ method, headers }, response) => {
  const isKnown = headers.authorization === "Bearer demo-key";
  const status = !isKnown ? 401 : method === "DELETE" ? 404 : 200;
  const body = status === 200 ? list : error;
  response.writeHead(status, { "Content-Type": "application/json", "Content-Length": body.length });
  response.end(body);
});
server.listen(0, "127.0.0.1", () => {
  console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`);
});
