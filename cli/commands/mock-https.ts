/** The certificate of `orders-kit mock`, and how clients come to trust it. Loaded when it is asked for: the mock starts sooner. */
import { X509Certificate } from "node:crypto";
import { readFile } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { quoteIfNeeded } from "../../contract-tests/client/curl.ts";
import { writeWhole } from "../../contract-tests/report/write-files.ts";
import type { MockOptions } from "../../mock/http/server.ts";
import { AUTHORITY } from "../../mock/http/tls-server.ts";
import { describeSystemError, USER_ERRORS } from "../../spec/errors/user-errors.ts";

/** The flags of the certificate. */
type TlsFlags = {
  readonly [Flag in "https-cert" | "https-key" | "save-ca"]?: string | undefined;
} & {
  readonly https?: boolean | undefined;
};

/** Paths are relative to `folder`. Throws a UserError. */
export async function httpsOption(flags: TlsFlags, folder = "."): Promise<MockOptions["https"]> {
  const { "https-cert": cert, "https-key": key = cert, "save-ca": ca } = flags;
  if (ca !== undefined && (cert !== undefined || flags.https !== true))
    throw USER_ERRORS.caNotSaved(ca, "only --https generates a CA, and not with --https-cert");
  if (key === undefined) return flags.https;
  if (cert === undefined)
    throw USER_ERRORS.badHttps(
      "--https-key needs --https-cert, the certificate that it belongs to",
    );
  const read = (flag: string, file: string): Promise<string> =>
    readFile(resolve(folder, file), "utf8").catch((error: unknown) => {
      throw USER_ERRORS.badHttps(
        `${file} of ${flag} cannot be read, as ${describeSystemError(error)}`,
      );
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
  if (existing !== undefined && !isGeneratedCa(existing))
    throw refused("it has something else in it");
  await writeWhole(file, ca).catch((error: NodeJS.ErrnoException) => {
    throw refused(
      error.code === "ENOENT" ? `there is no folder ${dirname(name)}` : describeSystemError(error),
    );
  });
}

/** Whether a text is one certificate of a CA that a mock has made, and nothing else. */
function isGeneratedCa(pem: string): boolean {
  try {
    const certificate = new X509Certificate(pem);
    const isWhole = certificate.toString().replace(/\s/g, "") === pem.replace(/\s/g, "");
    return isWhole && certificate.subject.startsWith(`CN=${AUTHORITY} `);
  } catch {
    return false;
  }
}

/** How clients come to trust the certificate that was made. */
export interface Trust {
  /** Rows of the banner. */
  readonly rows: readonly (readonly [name: string, value: string])[];
  /** What curl needs. */
  readonly curl: string;
}

export function trust(caFile: string | undefined, baseUrl: string): Trust {
  if (caFile === undefined) {
    const how =
      "generated for this run; --save-ca FILE writes its CA certificate, for clients to trust";
    return { rows: [["certificate", how]], curl: "-k " };
  }
  const file = quoteIfNeeded(caFile);
  const rows = [
    ["certificate", `generated for this run; to trust it, use ${caFile}:`],
    ["", `NODE_EXTRA_CA_CERTS=${file} node app.js`],
    ["", `orders-kit verify ${baseUrl} --ca ${file}`],
  ] as const;
  return { rows, curl: `--cacert ${file} ` };
}
