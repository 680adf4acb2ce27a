/** Why the operating system, a network or TLS refused something, in words, and what a user does about it. */

/** Codes of files, and of a port to listen on. */
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

/** Codes of a connection to another host. */
const CONNECTION: Readonly<Record<string, string>> = {
  ENOTFOUND: "there is no such host",
  EAI_AGAIN: "the name of the host cannot be resolved",
  ECONNREFUSED: "the connection was refused",
  EPROTO: "the server does not speak TLS, or speaks another version of it",
};

/** Why a connection failed; undefined for a code that has no words here. */
export function connectionErrorText(code: string): string | undefined {
  return CONNECTION[code];
}

/** Codes of Node and OpenSSL for a failed TLS handshake. The messages of most of them are words. */
const TLS = /^(ERR_TLS|ERR_SSL|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_|HOSTNAME_MISMATCH|EPROTO)/;

/** Why a TLS handshake failed; undefined for another code. Newer versions of Node add a hint at a flag of theirs, behind a semicolon. */
export function tlsErrorText(code: string, message: string): string | undefined {
  return TLS.test(code)
    ? (CONNECTION[code] ?? message.split(/[\n;]/)[0]!.slice(0, 200))
    : undefined;
}

/** Why a system call or a TLS handshake failed, for parentheses in a message: `it does not exist, ENOENT`. */
export function describeSystemError(error: unknown): string {
  const { code = "", message = String(error) } = error as { code?: string; message?: string };
  const words = LOCAL[code] ?? CONNECTION[code] ?? tlsErrorText(code, message);
  return words === undefined ? code || message : `${words}, ${code}`;
}
