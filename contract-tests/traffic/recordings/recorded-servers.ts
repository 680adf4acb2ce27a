/** Finds the deployments in recordings by what precedes the paths of the interface. */

import { plural } from "../../report/labels.ts";
import { interfaceAddress } from "../interface-address.ts";
import type { RecordedEntry } from "./read-recording.ts";
import { recordingError } from "./recording-errors.ts";

/** Returns the base addresses of the deployments. */
function serversIn(entries: readonly RecordedEntry[]): readonly string[] {
  const calls = entries.flatMap(({ url }) => interfaceAddress(url) ?? []);
  // An app may have pages of the same name, and pictures of pets.
  const ofOrders = calls.filter(({ path }) => path.includes("orders"));
  const found = [...new Set((ofOrders.length > 0 ? ofOrders : calls).map(({ base }) => base))];
  const versioned = found.filter((base) => /\/v\d+$/.test(base));
  return versioned.length > 0 ? versioned : found;
}

/** Names the other deployments in a sentence. */
export function serversBeside(baseUrl: string, entries: readonly RecordedEntry[]): string {
  const others = serversIn(entries).filter((server) => server !== baseUrl);
  return others.length === 0 ? "" : ` Calls of the interface went to ${others.join(", ")}.`;
}

/**
 * Returns the base address of the only deployment that `answered`. Throws a UserError if there is
 * none, or more than one.
 */
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
