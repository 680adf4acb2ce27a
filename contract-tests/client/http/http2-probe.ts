/** Whether a server that closes connections of HTTP/1.1 speaks HTTP/2. */
import http2 from "node:http2";
import type { RequestOptions } from "node:https";
import net from "node:net";
import tls from "node:tls";

/** Milliseconds. */
const MAX_WAIT_MS = 2_000;

/** Opens a connection and waits for the server's settings (RFC 9113, section 3.4). No request is sent. */
export function speaksHttp2(
  origin: string,
  peer: RequestOptions & Pick<tls.ConnectionOptions, "secureContext">,
): Promise<boolean> {
  const { hostname = "", port, protocol, servername, secureContext, checkServerIdentity } = peer;
  const isSecure = protocol === "https:";
  const address = { host: hostname ?? "", port: Number(port ?? (isSecure ? 443 : 80)) };
  return new Promise((resolve) => {
    const session = http2.connect(origin, {
      createConnection: () =>
        isSecure
          ? tls.connect({ ...address, servername, secureContext, checkServerIdentity, ALPNProtocols: ["h2"] })
          : net.connect(address),
    });
    const end = (answer: boolean): void => {
      resolve(answer);
      session.destroy();
    };
    session.setTimeout(MAX_WAIT_MS, () => end(false));
    // A connection that the server ends closes the session without an error.
    for (const event of ["error", "close"]) session.on(event, () => end(false));
    session.once("remoteSettings", () => end(true));
  });
}
