/** Sentences that end the messages of several errors. */

export const NETWORK_FIXES = {
  clientCertificate:
    "Give a client certificate with its key, both in one PEM file, with clientCert in orders-kit.yaml.",
  clientCertificateRefused:
    "Check that clientCert was issued by a CA that the server trusts, and that it has not expired.",
  handshake:
    "If the server requires a client certificate, give one with clientCert in orders-kit.yaml; otherwise check which versions of TLS it has.",
  http2:
    "Give an address that takes HTTP/1.1, not HTTP/2 alone, or turn it on in the server or in the gateway.",
  login:
    "It looks like a login that comes first. Send what the gateway lets through, such as a cookie or a service token, with headers in orders-kit.yaml or --header, or give an address behind it.",
  firewall:
    "If it is a firewall, have the address of this machine allowed, or send what the firewall lets through with headers in orders-kit.yaml or --header; if it blocks some calls only, try --gentle.",
  proxyNeeded:
    "Calls have to pass a proxy of the network. Set HTTPS_PROXY (for http, HTTP_PROXY) to the address of the proxy, with a name and a password if it asks for them.",
  proxyCredentials: (variable: string) =>
    `Give the name and the password that it accepts in ${variable}: http://NAME:PASSWORD@host:port.`,
  proxyRefused: (host: string) =>
    `Have the host allowed there, or add ${host} to NO_PROXY if it can be reached without the proxy.`,
  proxyUnreachable: (variable: string, host: string) =>
    `Check ${variable}, or add ${host} to NO_PROXY if it can be reached without the proxy.`,
};
