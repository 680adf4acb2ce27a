/** Clients of the adapters in Node: a mock over node:http, and msw with its handlers. */
import { request as httpRequest } from "node:http";
import { startMock } from "../http/server.ts";
import { serviceOptions } from "./adapter-cases.ts";
import type { AdapterRequest, OpenAdapter, Received } from "./adapter-suite.ts";
import type { Msw } from "./msw-versions.ts";

const BASE_URL = "http://orders.test/v1";

export const openHttp: OpenAdapter = async (options) => {
  const mock = await startMock({ port: 0, ...serviceOptions(options) });
  return { send: (request) => sendByHttp(mock.port, request), close: mock.close };
};

/** Needed because fetch cannot send every method and header. */
function sendByHttp(port: number, call: AdapterRequest): Promise<Received> {
  const { method, target, body } = call;
  const headers = {
    ...call.headers,
    ...(body !== undefined && { "content-length": String(body.length) }),
  };
  return new Promise((resolve, reject) => {
    const request = httpRequest({ host: "127.0.0.1", port, method, path: `/v1${target}`, headers });
    request.on("error", reject);
    request.on("response", (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk) => chunks.push(chunk));
      response.on("error", () => {}); // `complete` reports the error.
      response.on("close", () => {
        const { rawHeaders } = response;
        resolve({
          status: response.statusCode!,
          headers: rawHeaders.flatMap((name, at) =>
            at % 2 === 0 ? [[name, rawHeaders[at + 1]!] as const] : [],
          ),
          body: Buffer.concat(chunks).toString(),
          complete: response.complete,
        });
      });
    });
    request.end(body);
  });
}

export const openFetch =
  ({ setupServer, createHandlers }: Msw): OpenAdapter =>
  async (options) => {
    const server = setupServer(
      ...createHandlers({ ...serviceOptions(options), baseUrl: BASE_URL }),
    );
    server.listen({ onUnhandledRequest: "error" });
    return {
      send: async (request) => readResponse(await fetch(fetchRequest(request))),
      close: async () => server.close(),
    };
  };

function fetchRequest({ method, target, headers, body }: AdapterRequest): Request {
  return new Request(`${BASE_URL}${target}`, {
    method,
    headers,
    ...(body !== undefined && { body }),
  });
}

async function readResponse(response: Response): Promise<Received> {
  const chunks: Uint8Array[] = [];
  const reader = response.body?.getReader();
  let complete = true;
  try {
    for (let part = await reader?.read(); part?.done === false; part = await reader?.read())
      chunks.push(part.value);
  } catch {
    complete = false;
  }
  const body = Buffer.concat(chunks).toString();
  return { status: response.status, headers: [...response.headers], body, complete };
}
