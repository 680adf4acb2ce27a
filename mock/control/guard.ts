/**
 * Who may drive the control: programs on this machine and the panel itself, or whoever holds the admin key. A page of
 * another origin may not, be it on this machine too or behind a name that was made to lead here (DNS rebinding).
 */
import { PROBLEMS } from "../../spec/problems.ts";
import { Problem } from "./problem.ts";

/** What a request shows of the one who sends it. Header values as they came. */
export interface Sender {
  /** The address that the connection comes from. */
  readonly address: string | undefined;
  readonly host: string | undefined;
  readonly origin: string | undefined;
  /** Sec-Fetch-Site: what a browser says of the page that asks. */
  readonly site: string | undefined;
  readonly authorization: string | undefined;
}

/** Throws a {@link Problem} when the sender may not use the control at all. */
export function guardPlace({ address, host, origin, site }: Sender, adminKey: string | undefined): void {
  if (adminKey === undefined && !isLoopback(address ?? "")) throw new Problem(403, PROBLEMS.notLoopback());
  if (adminKey === undefined && !isLoopback(hostName(host))) throw new Problem(403, PROBLEMS.foreignHost());
  const foreign = origin === undefined ? site === "cross-site" || site === "same-site" : !isOwn(origin, host);
  if (foreign) throw new Problem(403, PROBLEMS.foreignOrigin());
}

/** Throws a {@link Problem} for a request without the admin key, where there is one. */
export function guardKey({ authorization }: Sender, adminKey: string | undefined): void {
  if (adminKey === undefined || authorization === `Bearer ${adminKey}`) return;
  throw new Problem(401, PROBLEMS.adminKey(), ["WWW-Authenticate", 'Bearer realm="orders-kit control"']);
}

/** An address or a host name that leads to this machine whatever a name server says; 0.0.0.0 is how a mock on all of them is called. */
function isLoopback(name: string): boolean {
  return /^(?:(?:::ffff:)?127(?:\.\d{1,3}){3}|::1|0\.0\.0\.0|::|(?:[\w-]+\.)?localhost)$/i.test(name);
}

/** The name in a Host header, without its port and brackets. */
function hostName(host: string | undefined): string {
  const [, bracketed, plain] = /^(?:\[([0-9a-f:.]+)\]|([^:[\]]+))(?::\d+)?$/i.exec(host ?? "") ?? [];
  return bracketed ?? plain ?? "";
}

/** Whether a page's origin is where it calls; https where something before the mock ends TLS. */
function isOwn(origin: string, host: string | undefined): boolean {
  return host !== undefined && [`http://${host}`, `https://${host}`].includes(origin.toLowerCase());
}
