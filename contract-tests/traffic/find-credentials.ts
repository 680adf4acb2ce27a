/**
 * Finds possible credentials in a message of an app or a deployment, by their names or their form.
 * We hide them there, and mask them in everything that is shown later.
 */
import { percentDecoded } from "../../spec/interface/match.ts";
import { isSearchable } from "../client/masking/redaction.ts";

/** Names of headers and parameters whose values may be credentials. */
const NAMED_VALUE =
  /key|token|secret|pass|pwd|\bpw\b|auth|bearer|session|ticket|sig|credential|cookie|jwt|code|\bsid\b|\bpin\b|\botp\b/i;

/** Placeholders that tools write in place of a key. */
export const MASKED =
  /^(?:\W|x)*$|^\[.*\]$|<.*>|\{\{|\$\{|\*{3}|redact|mask|hidden|removed|filtered|sanitiz|censor/i;

/** Words that are long enough for a credential. */
const CREDENTIAL_WORDS = /[\w.~+%/-]{8,}/g;
/**
 * The form of a credential. Numbers, dates and paths do not have it: they may be data of the app
 * that the deployment repeats.
 */
const TOKEN =
  /^(?=.*\d)(?=.*[a-z])(?!\/|\d{4}-\d\d-\d\d|[-+]?[\d._]+(?:e[-+]?\d+)?n?$)[\w.~+=%/-]{8,}$/i;
/** A word of this form is hidden under any name if it has at least this many characters. */
const MIN_LIKELY = 12;
/** Longest credential in characters that we look for elsewhere. */
export const MAX_CREDENTIAL = 16_384;

/** Parameter values that we may show: a number, a word, a date. */
const PLAIN = /^[\w.,:+-]{0,30}$/;

const SCHEME = /^(?:bearer|basic|token|digest)$/i;

/** Response headers whose values we show. In the second kind, we hide tokens. */
const UNMASKED_HEADERS =
  /^(?:x-request-id|traceparent|cf-ray|date|age|expires|last-modified|server|via)$/i;
const SHOWN_WITHOUT_TOKENS =
  /^(?:content-(?:type|length|encoding|range|language)|transfer-encoding|www-authenticate|retry-after|allow|vary|connection|cache-control|deprecation|sunset|access-control-.*|(?:x-)?ratelimit.*|x-total-count|x-next-page)$/i;
const OF_ADDRESSES = /^(?:location|content-location|link|refresh)$/i;

/** Replaces what we hide. */
const HIDDEN = "…";

type PassedHeader = readonly [name: string, value: string];

/** Hides the credentials of one message, and collects those to look for elsewhere. */
export class CredentialFinder {
  private readonly texts = new Set<string>();

  get found(): readonly string[] {
    return [...this.texts];
  }

  /** Masks a path and its query. */
  target(text: string): string {
    const [path = "", ...queries] = text.split("?");
    const shown = path.split("/").map((segment) => this.segment(segment));
    const query = queries.length === 0 ? "" : `?${this.query(queries.join("?"))}`;
    return `${shown.join("/")}${query}`;
  }

  /** Masks the parameters of a query. */
  query(text: string): string {
    return text
      .split("&")
      .map((parameter) => {
        const [name = "", ...values] = parameter.split("=");
        const shownName = this.unlessLikely(name);
        if (values.length === 0) return shownName;
        const value = values.join("=");
        const mayShow = !isNamed(name) && PLAIN.test(value);
        return `${shownName}=${mayShow ? this.unlessLikely(value) : this.hide(value)}`;
      })
      .join("&");
  }

  /** Masks addresses in a text, such as those of Link: hides user, query and fragment. */
  addresses(text: string): string {
    return text.replace(/[^\s<>"]+/g, (word) => {
      const [, before = "", rest = ""] = /^((?:[\w+.-]*:)?(?:\/\/|\\\\))(.*)$/.exec(word) ?? [];
      const address = before === "" ? word : rest;
      const at = address.search(/[?#]/);
      const [path, behind] = at < 0 ? [address, ""] : [address.slice(0, at), address.slice(at)];
      const end = before === "" ? -1 : path.lastIndexOf("@");
      const user = end < 0 ? "" : `${this.hide(path.slice(0, end))}@`;
      const hidden = behind === "" ? "" : `${behind[0]}${this.hide(behind.slice(1))}`;
      return `${before}${user}${this.target(path.slice(end + 1))}${hidden}`;
    });
  }

  /** Collects the credentials of a request header. */
  requestHeader([name, value]: PassedHeader): void {
    if (/^authorization$/i.test(name)) for (const text of tokensIn(value)) this.texts.add(text);
    if (isNamed(name)) this.hide(value);
  }

  /** Masks a response header: what a deployment issues may be a credential, too. */
  responseHeader([name, value]: PassedHeader): PassedHeader {
    if (UNMASKED_HEADERS.test(name)) return [name, value];
    if (OF_ADDRESSES.test(name)) return [name, this.addresses(value)];
    if (SHOWN_WITHOUT_TOKENS.test(name)) return [name, this.withoutTokens(value)];
    // Other headers, such as ETag, may have a new value in each response: we hide the value, but do
    // not look for it elsewhere.
    return [name, isNamed(name) ? this.hide(value) : HIDDEN];
  }

  /** Hides each word that has the form of a credential. */
  withoutTokens(text: string): string {
    return text.replace(CREDENTIAL_WORDS, (word) => this.unlessLikely(word));
  }

  /**
   * `17;sid=…`: hides all parameters of a path, whatever their names, and an id that is no integer
   * and may be a token.
   */
  private segment(text: string): string {
    const [first = "", ...parameters] = text.split(";");
    const hidden = parameters.map((parameter) => {
      const [name = "", ...values] = parameter.split("=");
      if (values.length === 0) return `;${this.unlessLikely(name)}`;
      return `;${name}=${this.hide(values.join("="))}`;
    });
    return this.unlessLikely(first) + hidden.join("");
  }

  private unlessLikely(text: string): string {
    if (text.length < MIN_LIKELY) return text;
    if (text.length > MAX_CREDENTIAL) return HIDDEN;
    const isLikely = wordsIn(text).some((word) => word.length >= MIN_LIKELY && TOKEN.test(word));
    return isLikely ? this.hide(text) : text;
  }

  /** Returns the replacement. Words with the form of a credential are looked for elsewhere. */
  private hide(text: string): string {
    if (text === "" || text.length > MAX_CREDENTIAL) return text && HIDDEN;
    const words = wordsIn(text);
    for (const one of [text, ...words, ...words.flatMap((word) => word.split("/"))])
      if (TOKEN.test(one) && !MASKED.test(one)) this.texts.add(one);
    return HIDDEN;
  }
}

/** Returns the words of a text, and of the text without percent-encoding. */
function wordsIn(text: string): readonly string[] {
  const decoded = text.includes("%") ? percentDecoded(text) : undefined;
  return [text, decoded ?? ""].flatMap((one) => one.match(CREDENTIAL_WORDS) ?? []);
}

function isNamed(name: string): boolean {
  return NAMED_VALUE.test(percentDecoded(name) ?? name);
}

/**
 * After a known scheme, or alone, any word may be the key; otherwise only one that looks like it.
 */
function tokensIn(authorization: string): readonly string[] {
  const [first = "", ...others] = authorization.trim().split(/[\s,;="]+/);
  const isKnown = SCHEME.test(first) || others.length === 0;
  const words = SCHEME.test(first) ? others : [first, ...others];
  const pairs = /^basic$/i.test(first)
    ? words.map((word) => Buffer.from(word, "base64").toString())
    : [];
  return [...words, ...pairs, ...pairs.flatMap((pair) => pair.split(":"))].filter((word) =>
    isKnown ? word !== "undefined" && isSearchable(word) && !MASKED.test(word) : TOKEN.test(word),
  );
}

/** Masks a value of Authorization. */
export function maskAuthorization(value: string, placeholder: string): string {
  const [first = "", ...others] = value.trim().split(/(?<=\s)(?=\S)/);
  const hasScheme = SCHEME.test(first.trimEnd());
  const token = hasScheme ? others.join("") : value.trim();
  const isShown = token === "" || /^(?:undefined|null)$/.test(token) || MASKED.test(token);
  return isShown ? value : `${hasScheme ? `${first.trimEnd()} ` : ""}${placeholder}`;
}
