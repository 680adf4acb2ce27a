/** The deployments whose calls stand in recordings, by what is before the paths of the interface. */
import { recordingError } from "../../errors/recordings.ts";
import { plural } from "../../report/labels.ts";
import { interfaceAddress } from "../interface-address.ts";
import type { RecordedEntry } from "./read-recording.ts";

/** The base addresses of the deployments in recordings. */
function serversIn(entries: readonly RecordedEntry[]): readonly string[] {
  const calls = entries.flatMap(({ url }) => interfaceAddress(url) ?? []);
  // An app may have pages with the same names, and pictures of pets.
  const ofOrders = calls.filter(({ path }) => path.includes("orders"));
  const found = [...new Set((ofOrders.length > 0 ? ofOrders : calls).map(({ base }) => base))];
  const versioned = found.filter((base) => /\/v\d+$/.test(base));
  return versioned.length > 0 ? versioned : found;
}

/** A sentence about the deployments that were not asked for. */
export function serversBeside(baseUrl: string, entries: readonly RecordedEntry[]): string {
  const others = serversIn(entries).filter((server) => server !== baseUrl);
  return others.length === 0 ? "" : ` Calls of the interface went to ${others.join(", ")}.`;
}

/** The base address of the only deployment that has `answered` in the recordings. Throws a UserError when there are none, or several. */
export function serverIn(
  entries: readonly RecordedEntry[],
  answered: readonly RecordedEntry[],
  files: readonly string[],
): string {
  const servers = serversIn(answered);
  const [server, ...others] = servers.length > 0 ? servers : serversIn(entries);
  const names = files.join(", ");
  if (server === undefined)
    throw recordingError("no-interface", { files: names, seen: hostsIn(entries) });
  if (others.length > 0)
    throw recordingError("several-servers", {
      files: names,
      servers: [server, ...others].join(", "),
    });
  return server;
}

const MAX_HOSTS = 5;

function hostsIn(entries: readonly RecordedEntry[]): string {
  const urls = entries.flatMap(({ url }) => (URL.canParse(url) ? new URL(url) : []));
  const hosts = [...new Set(urls.map(({ origin }) => origin))].slice(0, MAX_HOSTS);
  if (hosts.length === 0) return "It has no exchange with an absolute address.";
  return `It has ${plural(entries.length, "exchange")}, with ${hosts.join(", ")}.`;
}
