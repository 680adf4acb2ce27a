/**
 * A plain call has nothing beyond the contract, and we judge its answer. A probe has something
 * more: how a service refuses it is its own affair, so we judge only what a probe does
 * (spec/rulings.md).
 */
import { match } from "../../spec/interface/match.ts";
import { shorten } from "../../spec/shorten.ts";
import { type OutgoingCall, orderText } from "./calls.ts";
import { isBearer } from "./credential-entry.ts";
import { CREDENTIALS } from "./credentials.ts";
import { header } from "./exchange.ts";

/** The part of a probe that goes beyond the contract. */
interface Deviation {
  readonly by: "address" | "text" | "query" | "body" | "header" | "credential";
  /** Follows "With": `?force=true`, `Prefer: maxpagesize=1`. */
  readonly shown: string;
}

/** Headers that every client sends. */
const PLAIN_FIELDS = /^(?:host|user-agent|accept|accept-encoding|connection|content-length)$/i;
/** In characters. Queries that combine several parameters are long; we cut them off. */
const MAX_SHOWN = 60;

/** Returns undefined for a plain call. */
export function deviationOf(call: OutgoingCall): Deviation | undefined {
  const { method, path, query, headers = [], body, credential } = call;
  const { operation, isValid, orderId } = match(method, path);
  if (operation === undefined) return deviation("address", `${method} ${path}`);
  const isSpelled = orderId !== undefined && orderText(call) !== String(orderId);
  if (!isValid || isSpelled) return deviation("text", `the id ${orderText(call)}`);
  if (query !== undefined) return deviation("query", `?${query}`);
  if (body !== undefined) return deviation("body", `the body ${body}`);

  const isUnusual = (name: string) =>
    !PLAIN_FIELDS.test(name) || (/^accept$/i.test(name) && !acceptsJson(call));
  const unusual = headers.find(([name]) => isUnusual(name));
  if (unusual !== undefined) return deviation("header", unusual.join(": "));
  const entry = CREDENTIALS[credential];
  return isBearer(entry) ? undefined : deviation("credential", entry.name);
}

export function isProbe(call: OutgoingCall): boolean {
  return deviationOf(call) !== undefined;
}

/** Without Accept, every media type is acceptable (RFC 9110, section 12.5.1). */
function acceptsJson(call: OutgoingCall): boolean {
  return /json|[*]\/[*]/.test(header(call, "accept") ?? "*/*");
}

function deviation(by: Deviation["by"], text: string): Deviation {
  return { by, shown: shorten(text, MAX_SHOWN) };
}
