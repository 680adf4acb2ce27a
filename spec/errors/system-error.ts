/**
 * Explains why the operating system, the network or TLS failed, and what a user can do about it.
 */

/** Error codes of files and of listening ports. */
const LOCAL: Readonly<Record<string, string>> = {
  ENOENT: "it does not exist",
  EISDIR: "it is a folder",
  ENOTDIR: "a part of the path is a file",
  EEXIST: "a file has that name",
  EACCES: "permission is denied",
  EPERM: "permission is denied",
  EROFS: "it is read-only",
  ENOSPC: "the disk is full",
  ENAMETOOLONG: "the name is too long",
  ELOOP: "its links form a loop",
  EADDRNOTAVAIL: "this machine has no such address",
};

/** Error codes of connections to another host. */
const CONNECTION: Readonly<Record<string, string>> = {
  ENOTFOUND: "there is no such host",
  EAI_AGAIN: "the name of the host cannot be resolved",
  ECONNREFUSED: "the connection was refused",
  EPROTO: "the server does not speak TLS, or speaks another version of it",
};

/** Returns why a connection failed, or undefined if the code is unknown here. */
export function connectionErrorText(code: string): string | undefined {
  return CONNECTION[code];
}

/** Codes of Node and OpenSSL for a failed TLS handshake. Most of their messages are readable. */
const TLS = /^(ERR_TLS|ERR_SSL|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_|HOSTNAME_MISMATCH|EPROTO)/;

/**
 * Returns why a TLS handshake failed, or undefined for other codes. Newer Node versions append a
 * hint at one of their flags, after a semicolon.
 */
export function tlsErrorText(code: string, message: string): string | undefined {
  return TLS.test(code)
    ? (CONNECTION[code] ?? message.split(/[\n;]/)[0]!.slice(0, 200))
    : undefined;
}

/**
 * Says why a system call or a TLS handshake failed, to be put in parentheses: `it does not exist,
 * ENOENT`.
 */
export function describeSystemError(error: unknown): string {
  const { code = "", message = String(error) } = error as { code?: string; message?: string };
  const words = LOCAL[code] ?? CONNECTION[code] ?? tlsErrorText(code, message);
  return words === undefined ? code || message : `${words}, ${code}`;
}
