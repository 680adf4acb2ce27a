/** A balancer that sends each request to the next server, whatever its connection. */
import { Agent, createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { pipeline } from "node:stream";

export interface Balancer {
  /** `http://127.0.0.1:PORT`. */
  readonly origin: string;
  close(): Promise<void>;
}

/** `origins` are asked in turn. */
export async function startBalancer(origins: readonly string[]): Promise<Balancer> {
  const agent = new Agent({ keepAlive: true });
  let turn = 0;
  const server = createServer((incoming, outgoing) => {
    const { hostname, port } = new URL(origins[turn++ % origins.length]!);
    const { method, url: path, rawHeaders: headers } = incoming;
    const forwarded = request({ agent, hostname, port, method, path, headers }, (response) => {
      outgoing.writeHead(response.statusCode!, response.rawHeaders);
      pipeline(response, outgoing, () => {});
    });
    forwarded.on("error", () => outgoing.destroy());
    pipeline(incoming, forwarded, () => {});
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      agent.destroy();
      await closed;
    },
  };
}
