import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";

/**
 * Finds a port of 127.0.0.1 for a program that cannot choose one itself. If another program takes
 * the port first, that program ends with an error.
 */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}
