/** The flags of `orders-kit mock` for HTTPS. */
import { X509Certificate } from "node:crypto";
import { readFile } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { writeWhole } from "../../contract-tests/report/write-files.ts";
import type { MockOptions } from "../../mock/http/server.ts";
import { describeSystemError, USER_ERRORS } from "../../spec/errors/user-errors.ts";
import type { Given } from "../command.ts";

export const HTTPS_FLAGS = {
  https: { type: "boolean", about: "serve over HTTPS, with a certificate that is generated at startup" },
  "https-cert": { type: "string", value: "FILE", about: "serve over HTTPS with this certificate, in PEM form" },
  "https-key": { type: "string", value: "FILE", about: "its key, unless it is in the same file" },
  "save-ca": {
    type: "string",
    value: "FILE",
    about: "write the generated CA certificate to FILE, for clients to trust",
  },
} as const;

type HttpsFlags = Given<typeof HTTPS_FLAGS>["values"];

/** Paths are relative to `folder`. Throws a UserError. */
export async function httpsOption(flags: HttpsFlags, folder = "."): Promise<MockOptions["https"]> {
  const { "https-cert": cert, "https-key": key = cert, "save-ca": ca } = flags;
  if (ca !== undefined && (cert !== undefined || flags.https !== true))
    throw USER_ERRORS.caNotSaved(ca, "only --https generates a CA, and not with --https-cert");
  if (key === undefined) return flags.https;
  if (cert === undefined)
    throw USER_ERRORS.badHttps("--https-key needs --https-cert, the certificate that it belongs to");
  const read = (flag: string, file: string): Promise<string> =>
    readFile(resolve(folder, file), "utf8").catch((error: unknown) => {
      throw USER_ERRORS.badHttps(`${file} of ${flag} cannot be read, as ${describeSystemError(error)}`);
    });
  return { cert: await read("--https-cert", cert), key: await read("--https-key", key) };
}

/** Writes the CA certificate to a file that does not exist, or that an earlier mock has written. Throws a UserError. */
export async function saveCa(ca: string, name: string, folder = "."): Promise<void> {
  const file = resolve(folder, name);
  const refused = (why: string): Error => USER_ERRORS.caNotSaved(name, why);
  const existing = await readFile(file, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return undefined;
    throw refused(describeSystemError(error));
  });
  // Loaded already, since there is a CA; without one, a mock does not load it.
  const { AUTHORITY } = await import("../../mock/http/tls-server.ts");
  const isOurs = subjectOf(existing).startsWith(`CN=${AUTHORITY} `);
  if (existing !== undefined && !isOurs) throw refused("it has something else in it");
  await writeWhole(file, ca).catch((error: NodeJS.ErrnoException) => {
    throw refused(error.code === "ENOENT" ? `there is no folder ${dirname(name)}` : describeSystemError(error));
  });
}

/** Empty for what is not a certificate. */
function subjectOf(pem = ""): string {
  try {
    return new X509Certificate(pem).subject;
  } catch {
    return "";
  }
}
