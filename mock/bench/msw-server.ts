/** msw handlers behind `node:http`, as msw recommends. Arguments: a file with the list, the port. */
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { getResponse } from "msw";
import { handwrittenHandlers } from "./handwritten-handlers.ts";

const [list, port] = process.argv.slice(2) as [string, string];
const base = `http://127.0.0.1:${port}`;
const handlers = handwrittenHandlers(`${base}/v1`, JSON.parse(readFileSync(list, "utf8")));

createServer(async (request, response) => {
  const headers = request.headers as Record<string, string>;
  const answer = await getResponse(
    handlers,
    new Request(`${base}${request.url}`, { method: request.method!, headers }),
  );
  const body = Buffer.from(answer === undefined ? new ArrayBuffer() : await answer.arrayBuffer());
  response.writeHead(answer?.status ?? 404, {
    ...Object.fromEntries(answer?.headers ?? []),
    "content-length": body.length,
  });
  response.end(body);
}).listen(Number(port), "127.0.0.1");
