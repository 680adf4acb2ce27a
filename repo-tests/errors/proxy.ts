import http from "node:http";
import type { AddressInfo } from "node:net";
import { answerAdmin } from "../../contract-tests/proxy/admin.ts";
import { parseJson } from "../../spec/json/json.ts";
import type { ErrorCase, Shown } from "./error-case.ts";

const SOURCE = {
  facts: { target: "staging", baseUrl: "http://127.0.0.1/v1", prismVersion: "5" },
  entries: () => [],
  requests: () => 0,
};

/** Not by fetch, which sets Host and Origin itself. */
function get(code: string, path: string, headers: Readonly<Record<string, string>>): ErrorCase {
  const run = async (): Promise<Shown> => {
    const server = http.createServer((request, reply) => void answerAdmin(request, reply, SOURCE));
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as AddressInfo;
    const response = await new Promise<http.IncomingMessage>((resolve, reject) => {
      http.get({ port, host: "127.0.0.1", path, headers, agent: false }, resolve).on("error", reject);
    });
    let text = "";
    for await (const chunk of response) text += chunk;
    server.close();
    const { code: received, message } = parseJson(text) as { code?: string; message?: string };
    return { ended: `status ${response.statusCode}`, text: `${message} [${received}]\n` };
  };
  const title = [`GET ${path}`, ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`)].join(", ");
  return { code, title, run };
}

export const PROXY: readonly ErrorCase[] = [
  get("proxy-host", "/v1/store/orders", { host: "evil.example:4020" }),
  get("proxy-origin", "/__admin/findings", { host: "127.0.0.1:4020", origin: "https://evil.example" }),
];
