/** The baseline: `node:http` that checks the bearer token and sends the same bytes from one Buffer. Arguments: files with the list and the Error. */
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

const [list, error] = process.argv.slice(2).map((path) => readFileSync(path)) as [Buffer, Buffer];
const type = "application/json";

const server = createServer((request, response) => {
  if (request.headers.authorization !== "Bearer demo-key") {
    response.writeHead(401, { "Content-Type": type, "Content-Length": error.length }).end(error);
  } else if (request.method === "DELETE") {
    response.writeHead(404, { "Content-Type": type, "Content-Length": error.length }).end(error);
  } else {
    response.writeHead(200, { "Content-Type": type, "Content-Length": list.length }).end(list);
  }
});
server.listen(0, "127.0.0.1", () => {
  console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`);
});
