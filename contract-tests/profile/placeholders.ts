/** Texts of replies in a form that is the same for every request and every address of a deployment. */
import { match } from "../../spec/interface/match.ts";
import type { Situation } from "../../spec/interface/situations.ts";
import { type Placeholder, withoutSlash } from "../../spec/profile/shape.ts";
import type { Exchange } from "../client/exchange.ts";

/** What must not be beside a token: `before` and `after` are patterns. A path ends before a full stop that ends a sentence. */
const EDGES = {
  server: { before: "", after: String.raw`[\w.-]|:\d` },
  path: { before: String.raw`[\w.%~-]`, after: String.raw`[\w%~-]|\.\w` },
  // Neither the 1 of /v1/ nor one of 127.0.0.1, of 1.5 or of 12:01 is the order 1.
  number: { before: String.raw`[A-Za-z\d]|\d[.:-]`, after: String.raw`[A-Za-z\d]|[.:-]\d` },
  word: { before: String.raw`\w`, after: String.raw`\w` },
} as const;

/**
 * The text with what it has of the request and of the address replaced by placeholders: `Cannot {method} {path}`,
 * `{server}{basePath}/orders`, `Order {orderId} does not exist`. Only a body names the method: a header has lists of methods.
 */
export function withPlaceholders(
  text: string,
  { call, url }: Pick<Exchange, "call" | "url">,
  name: Situation["parameter"],
  where: "body" | "header",
): string {
  const [, server = "", path = ""] = /^(\w+:\/\/[^/?]*)([^?]*)/.exec(url) ?? [];
  const { parameter } = match("", call.path);
  const tokens: [Placeholder | undefined, string, keyof typeof EDGES][] = [
    ["server", server, "server"],
    ["path", path, "path"],
    ["pathWithoutSlash", withoutSlash(path), "path"],
    ["relativePath", call.path, "path"],
    ["basePath", path.endsWith(call.path) ? path.slice(0, -call.path.length) : "", "path"],
    [name, parameter, /^-?\d+$/.test(parameter) ? "number" : "word"],
    ["method", where === "body" ? call.method : "", "word"],
  ];
  return tokens.reduce((general, [placeholder, token, edge]) => {
    if (placeholder === undefined || !/\w/.test(token)) return general;
    const { before, after } = EDGES[edge];
    const escaped = token.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
    const pattern = `${before && `(?<!${before})`}${escaped}(?!${after})`;
    return general.replace(new RegExp(pattern, "g"), () => `{${placeholder}}`);
  }, text);
}
