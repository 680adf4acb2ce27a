/** What the gate must say of a situation. */

export interface Expected {
  /** `conforms`: and every clause is proven. `no violation`: it conforms, or is not judged. `any`: the words count. */
  readonly verdict: "conforms" | "not judged" | "no violation" | "any";
  /** What the reason must match; the whole output where the target is judged. */
  readonly says?: RegExp;
  /** The same in words, for the table. */
  readonly words?: string;
}

export const CONFORMS: Expected = { verdict: "conforms" };

export function notJudged(words: string, says: RegExp): Expected {
  return { verdict: "not judged", words, says };
}

export const RATE_LIMIT: Expected = { verdict: "conforms", words: "names `--rate`", says: /--rate/ };
export const BAN: Expected = { verdict: "no violation", words: "names the ban", says: /\bban/i };
/** What a gentle run leaves out is unproven. */
export const NOT_BANNED: Expected = { verdict: "no violation", words: "is not banned", says: /^(?!.*\bban\b)/is };
export const FIREWALL: Expected = notJudged("names a firewall or a gateway", /firewall|\bWAF\b|gateway/i);
export const LOGIN: Expected = { verdict: "any", words: "names the login", says: /\b(?:log|sign).?in\b/i };
export const PRIVATE_AUTHORITY: Expected = notJudged("names the authority", /authority|\bca\b/i);
export const CLIENT_CERTIFICATE: Expected = notJudged("names the client certificate", /client certificate/i);
export const HTTP_2: Expected = notJudged("names HTTP/2", /HTTP\/2/);
export const PROXY_NEEDED: Expected = notJudged("names a proxy", /proxy/i);
