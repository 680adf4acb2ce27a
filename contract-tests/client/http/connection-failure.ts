/** Turns errors of node:http and node:tls into failures of an exchange. */
import { connectionErrorText, tlsErrorText } from "../../../spec/errors/system-error.ts";
import { shorten } from "../../../spec/shorten.ts";
import type { Failure, FailureKind } from "../exchange.ts";
import { escapeLine } from "../masking/escape-text.ts";
import { NETWORK_FIXES } from "../network-fixes.ts";
import { type Connection, DIRECT } from "./connector.ts";
import { TunnelError } from "./proxy.ts";

const UNREACHABLE = /^(ENOTFOUND|EAI_|ECONNREFUSED|EHOST|ENET|ETIMEDOUT|EADDRNOTAVAIL|EACCES)/;

/** TLS alerts (RFC 8446, section 6), most of them about a client certificate. */
const HANDSHAKE_FAILURE = 40;
const BAD_CERTIFICATE = [42, 43, 44, 45, 46, 48, 49];
const CERTIFICATE_REQUIRED = 116;
const NO_APPLICATION_PROTOCOL = 120;

/** Returns the failure of a request to `host` that got no response. */
export function connectionFailure(
  error: NodeJS.ErrnoException,
  host: string,
  connection: Connection = DIRECT,
): Failure {
  if (error instanceof TunnelError) return error.failure;
  const { proxy } = connection;
  const code = error.code ?? "";
  const failure = (kind: FailureKind, message: string, fix?: string): Failure => ({
    kind,
    message: `${message} (${code})`,
    ...(fix !== undefined && { fix }),
  });
  const via = proxy && {
    name: `the proxy ${proxy.url.origin}`,
    fix: NETWORK_FIXES.proxyUnreachable(proxy.variable, host),
  };
  if (UNREACHABLE.test(code)) {
    const why = connectionErrorText(code) ?? "the host cannot be reached";
    if (via === undefined) return failure("unreachable", why);
    return failure("unreachable", `${via.name} cannot be reached: ${why}`, via.fix);
  }
  const alert = Number(/SSL alert number (\d+)/.exec(error.message)?.[1]);
  if (alert === NO_APPLICATION_PROTOCOL)
    return failure("tls", "it speaks only HTTP/2", NETWORK_FIXES.http2);
  const isAboutCertificate = alert === CERTIFICATE_REQUIRED || BAD_CERTIFICATE.includes(alert);
  if (isAboutCertificate && connection.hasClientCertificate)
    return failure(
      "tls",
      "it does not accept the client certificate",
      NETWORK_FIXES.clientCertificateRefused,
    );
  if (isAboutCertificate)
    return failure("tls", "it requires a client certificate", NETWORK_FIXES.clientCertificate);
  if (alert === HANDSHAKE_FAILURE)
    return failure(
      "tls",
      "it refused the TLS handshake, as a server does that requires a client certificate",
      NETWORK_FIXES.handshake,
    );
  const tls = tlsErrorText(code, error.message);
  if (tls !== undefined) return failure("tls", `TLS failed: ${tls}`);
  if (code.startsWith("HPE_"))
    return failure("malformed", "what was received is not an HTTP response");
  if (code === "ECONNRESET" || code === "EPIPE")
    return failure("reset", "the connection was closed before a response arrived");
  if (via !== undefined && code === "") {
    const message = `${via.name} gave no valid answer: ${shorten(escapeLine(error.message), 200)}`;
    return { kind: "unreachable", message, fix: via.fix };
  }
  return failure("harness", error.message);
}
