/** The addresses at which other machines of the network reach a server that listens on all of this machine's. */
import { networkInterfaces } from "node:os";

/** IPv4 addresses that are neither of this machine alone nor of a link without a network. None for a server on one address. */
export function lanAddresses(host: string, interfaces = networkInterfaces()): string[] {
  if (host !== "0.0.0.0" && host !== "::") return [];
  return Object.values(interfaces)
    .flatMap((addresses) => addresses ?? [])
    .filter(({ family, internal, address }) => family === "IPv4" && !internal && !address.startsWith("169.254."))
    .map(({ address }) => address);
}
