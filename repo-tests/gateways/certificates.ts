/** A private authority, a certificate for the gateway and one for a client, made by openssl. */
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { environment, launch, succeed } from "../processes.ts";

/** A name that only a proxy or `connectTo` can resolve (RFC 6761, section 6.2). */
export const HOST = "staging.orders.test";

/** Writes ca.pem, server.pem, server.key, client.pem and client.key, and server-both.pem with certificate and key, as haproxy wants it. */
export async function makeCertificates(folder: string): Promise<void> {
  const openssl = (name: string, subject: string, ...argv: string[]) =>
    succeed(
      launch(
        "openssl",
        `req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -keyout ${name}.key -out ${name}.pem -subj /CN=${subject}`
          .split(" ")
          .concat(argv),
        folder,
        environment(),
      ),
    );
  const signed = ["-CA", "ca.pem", "-CAkey", "ca.key", "-addext", "basicConstraints=critical,CA:FALSE"];
  await openssl("ca", "Private-CA");
  await openssl("server", HOST, ...signed, "-addext", `subjectAltName=IP:127.0.0.1,DNS:${HOST}`);
  await openssl("client", "orders-kit", ...signed);
  const parts = await Promise.all(["server.pem", "server.key"].map((name) => readFile(join(folder, name), "utf8")));
  await writeFile(join(folder, "server-both.pem"), parts.join(""));
}
