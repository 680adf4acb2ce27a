/** `connectTo` of a target: a host and a port. */

const CONNECT_TO = /^(?:\[(?<ipv6>[\da-fA-F:.]+)\]|(?<name>[\w.-]+)):(?<port>\d{1,5})$/;
export const CONNECT_TO_DESCRIPTION = "a host and a port, such as 10.0.0.7:8443";

/** Undefined when it is not one. */
export function parseConnectTo(text: string): { readonly host: string; readonly port: number } | undefined {
  const { ipv6, name, port } = CONNECT_TO.exec(text)?.groups ?? {};
  const host = ipv6 ?? name;
  const number = Number(port);
  return host === undefined || number < 1 || number > 65_535 ? undefined : { host, port: number };
}
