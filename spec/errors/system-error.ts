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

/** What a user does about a network between the gate and a deployment. Sentences that end the messages of several errors. */
export const NETWORK_FIXES = {
  clientCertificate:
    "Give one with clientCert and clientKey in orders-kit.yaml, or with --client-cert and --client-key.",
  clientCertificateRefused:
    "Check that clientCert was issued by a CA that the server trusts, and that it has not expired.",
  handshake:
    "If the server requires a client certificate, give one with clientCert and clientKey in orders-kit.yaml, or with --client-cert and --client-key; otherwise check which versions of TLS it has.",
  http2:
    "Give an address that takes HTTP/1.1, which orders-kit sends, or turn it on in the server or in the gateway.",
  login:
    "Send what the gateway lets through, such as a cookie or a service token, with headers in orders-kit.yaml or --header, or give an address behind it.",
  firewall:
    "Have the address of this machine allowed, or send what the firewall lets through with headers in orders-kit.yaml or --header; if it blocks some calls only, try --gentle.",
  proxyNeeded:
    "Set HTTPS_PROXY (for http, HTTP_PROXY) to the address of the proxy, with a name and a password if it asks for them.",
  proxyCredentials: (variable: string) =>
    `Give the name and the password that it accepts in ${variable}: http://NAME:PASSWORD@host:port.`,
  proxyRefused: (host: string) =>
    `Have the host allowed there, or add ${host} to NO_PROXY if it can be reached without the proxy.`,
  proxyUnreachable: (variable: string, host: string) =>
    `Check ${variable}, or add ${host} to NO_PROXY if it can be reached without the proxy.`,
};
