/** The certificates of a target, from PEM files. */
import { createPrivateKey, type KeyObject, X509Certificate } from "node:crypto";
import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { createSecureContext, type SecureContext } from "node:tls";
import { describeSystemError, USER_ERRORS } from "../../spec/errors/user-errors.ts";
import type { ConnectionSettings } from "./settings.ts";

type Files = Pick<ConnectionSettings, "clientCert" | "clientKey" | "ca">;

/** Undefined without any file. Paths are relative to `folder`. Throws a UserError that names the setting and the file. */
export async function readCertificates(
  { clientCert, clientKey = clientCert, ca }: Files,
  folder: string,
): Promise<SecureContext | undefined> {
  if (clientCert === undefined && clientKey !== undefined)
    throw USER_ERRORS.badCertificate("clientKey", clientKey, "it needs clientCert, the certificate that it belongs to");
  if (clientCert === undefined && ca === undefined) return undefined;
  const read = (setting: keyof Files, path: string): Promise<Buffer> =>
    readFile(resolve(folder, path)).catch((error: unknown) => {
      throw USER_ERRORS.badCertificate(setting, path, describeSystemError(error));
    });
  const authorities = ca === undefined ? undefined : await read("ca", ca);
  if (ca !== undefined && authorities !== undefined) certificateOf(authorities, "ca", ca);
  if (clientCert === undefined || clientKey === undefined) return createSecureContext({ ca: authorities });
  const [cert, key] = [await read("clientCert", clientCert), await read("clientKey", clientKey)];
  const certificate = certificateOf(cert, "clientCert", clientCert);
  if (!certificate.checkPrivateKey(privateKeyOf(key, clientKey)))
    throw USER_ERRORS.badCertificate("clientKey", clientKey, `it is not the key of the certificate in ${clientCert}`);
  return createSecureContext({ cert, key, ...(authorities !== undefined && { ca: authorities }) });
}

/** The first one of a file. */
function certificateOf(pem: Buffer, setting: keyof Files, path: string): X509Certificate {
  try {
    return new X509Certificate(pem);
  } catch {
    throw USER_ERRORS.badCertificate(setting, path, "it has no certificate in PEM form");
  }
}

function privateKeyOf(pem: Buffer, path: string): KeyObject {
  try {
    return createPrivateKey(pem);
  } catch {
    const isEncrypted = pem.includes("ENCRYPTED");
    const why = isEncrypted
      ? "its key is encrypted; openssl pkey -in FILE -out FILE decrypts it"
      : "it has no private key in PEM form";
    throw USER_ERRORS.badCertificate("clientKey", path, why);
  }
}
