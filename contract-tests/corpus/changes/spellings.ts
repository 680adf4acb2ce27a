/**
 * Routers that take an address for another: each function returns the path that the router sees.
 *
 * Sources: Express ignores case and a slash at the end, nginx merges slashes, Spring reads matrix
 * parameters and once read extensions, Windows drops dots and spaces at the end; bypasses of Apache
 * Shiro (CVE-2010-3863, CVE-2020-1957, CVE-2020-13933), of mod_proxy with backslashes
 * (CVE-2007-0450) and of IIS, which decoded twice (CVE-2001-0333).
 */
import { decoded } from "../raw-http.ts";

export const NORMALIZED = {
  "escaped-letters": [
    "percent-encoded letters",
    (path) => path.replace(/%([46-7][0-9a-f])/gi, decoded),
  ],
  "escaped-slash": ["a percent-encoded slash", (path) => path.replace(/%2f/gi, "/")],
  "letter-case": ["another letter case", (path) => path.toLowerCase()],
  "doubled-slashes": ["doubled slashes", (path) => path.replace(/\/{2,}/g, "/")],
  "matrix-parameters": ["matrix parameters", (path) => path.replace(/;[^/]*/g, "")],
  extension: ["an extension", (path) => path.replace(/\.(?:json|xml|csv)$/, "")],
  "trailing-slash": ["a trailing slash", (path) => path.replace(/(?<=.)\/$/, "")],
  "trailing-space": ["a space at the end", (path) => path.replace(/(?:%20|\+)+$/, "")],
  "trailing-dot": ["a dot at the end", (path) => path.replace(/\.+$/, "")],
  "dot-segments": [
    "dot segments",
    (path) => new URL(path.replaceAll("//", "/%2F"), "http://x").pathname.replace("%2F", "/"),
  ],
  "own-dot-segment": ["a dot segment at its end", (path) => path.replace(/\/\.$/, "")],
  "escaped-twice": [
    "letters that are percent-encoded twice",
    (path) => decoded(path.replace(/%25(?=[46-7])/g, "%")),
  ],
  "escaped-backslash": ["a percent-encoded backslash", (path) => path.replace(/%5c/gi, "/")],
  backslash: ["a backslash", (path) => path.replaceAll("\\", "/")],
  "own-version": ["a repeated version segment", (path) => path.replace(/^\/v1(?=\/)/, "")],
  alias: ["an older address", (path) => (path === "/orders" ? "/store/orders" : path)],
  everything: [
    "letter case, doubled slashes and escapes",
    (path) =>
      decoded(path)
        .toLowerCase()
        .replace(/\/{2,}/g, "/"),
  ],
} as const satisfies Readonly<
  Record<string, readonly [words: string, normalize: (path: string) => string]>
>;
