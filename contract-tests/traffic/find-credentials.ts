/**
 * Finds what may be a credential in a message of an app or of a deployment, by its name or by its form. It is hidden where it stands,
 * and looked for in all that is shown later.
 */
import { percentDecoded } from "../../spec/interface/match.ts";
import { isSearchable } from "../client/masking/redaction.ts";

/** Names of header fields and of parameters whose value may be a credential. */
const NAMED =
  /key|token|secret|pass|pwd|\bpw\b|auth|bearer|session|ticket|sig|credential|cookie|jwt|code|\bsid\b|\bpin\b|\botp\b/i;

/** Placeholders that tools write for a key. */
export const MASKED =
  /^(?:\W|x)*$|^\[.*\]$|<.*>|\{\{|\$\{|\*{3}|redact|mask|hidden|removed|filtered|sanitiz|censor/i;

/** Words that may be a credential. */
const WORDS = /[\w.~+%/-]{8,}/g;
/** The form of a credential. A number, a date and a path have another one: they may be data of the app that the deployment repeats. */
const TOKEN =
  /^(?=.*\d)(?=.*[a-z])(?!\/|\d{4}-\d\d-\d\d|[-+]?[\d._]+(?:e[-+]?\d+)?n?$)[\w.~+=%/-]{8,}$/i;
/** Characters from which on a word of this form is hidden, whatever its name. */
const MIN_LIKELY = 12;
/** Characters of the longest credential that is looked for elsewhere. */
export const MAX_CREDENTIAL = 16_384;

/** Values of parameters that may be shown: a number, a word, a date. */
const PLAIN = /^[\w.,:+-]{0,30}$/;

const SCHEME = /^(?:bearer|basic|token|digest)$/i;

/** Fields of a response whose values are shown. A token in one of the second kind is hidden. */
const SHOWN = /^(?:x-request-id|traceparent|cf-ray|date|age|expires|last-modified|server|via)$/i;
const SHOWN_WITHOUT_TOKENS =
  /^(?:content-(?:type|length|encoding|range|language)|transfer-encoding|www-authenticate|retry-after|allow|vary|connection|cache-control|deprecation|sunset|access-control-.*|(?:x-)?ratelimit.*|x-total-count|x-next-page)$/i;
const OF_ADDRESSES = /^(?:location|content-location|link|refresh)$/i;

/** Stands for what is hidden. */
const HIDDEN = "…";

type Header = readonly [name: string, value: string];

/** Hides credentials in one message, and collects those that are looked for elsewhere. */
export class CredentialFinder {
  private readonly texts = new Set<string>();

  get found(): readonly string[] {
    return [...this.texts];
  }

  /** A path and its query, as they are shown. */
  target(text: string): string {
    const [path = "", ...queries] = text.split("?");
    const shown = path.split("/").map((segment) => this.segment(segment));
    const query = queries.length === 0 ? "" : `?${this.query(queries.join("?"))}`;
    return `${shown.join("/")}${query}`;
  }

  /** Parameters of a query. */
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

  /** Addresses in a text, such as those of Link, without user, query and fragment. */
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

  /** A header field of a request, from which credentials are taken. */
  requestHeader([name, value]: Header): void {
    if (/^authorization$/i.test(name)) for (const text of tokensIn(value)) this.texts.add(text);
    if (isNamed(name)) this.hide(value);
  }

  /** A header field of a response, as it is shown: what a deployment issues may be a credential, too. */
  responseHeader([name, value]: Header): Header {
    if (SHOWN.test(name)) return [name, value];
    if (OF_ADDRESSES.test(name)) return [name, this.addresses(value)];
    if (SHOWN_WITHOUT_TOKENS.test(name)) return [name, this.withoutTokens(value)];
    // Others, such as ETag, may have another value in each response: it is hidden, and not looked for.
    return [name, isNamed(name) ? this.hide(value) : HIDDEN];
  }

  /** A text with each word hidden that has the form of a credential. */
  withoutTokens(text: string): string {
    return text.replace(WORDS, (word) => this.unlessLikely(word));
  }

  /** `17;sid=…`: parameters of a path are hidden whatever their names, and an id that is no integer may be a token. */
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

  /** What stands in its place. Its words are looked for elsewhere where they have the form of a credential. */
  private hide(text: string): string {
    if (text === "" || text.length > MAX_CREDENTIAL) return text && HIDDEN;
    const words = wordsIn(text);
    for (const one of [text, ...words, ...words.flatMap((word) => word.split("/"))])
      if (TOKEN.test(one) && !MASKED.test(one)) this.texts.add(one);
    return HIDDEN;
  }
}

/** The words of a text, and of what it is without percent-encoding. */
function wordsIn(text: string): readonly string[] {
  const decoded = text.includes("%") ? percentDecoded(text) : undefined;
  return [text, decoded ?? ""].flatMap((one) => one.match(WORDS) ?? []);
}

function isNamed(name: string): boolean {
  return NAMED.test(percentDecoded(name) ?? name);
}

/** Behind a scheme that is known, or alone, any word may be the key; else one that looks like one. */
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

/** A value of Authorization as it is shown. */
export function maskAuthorization(value: string, placeholder: string): string {
  const [first = "", ...others] = value.trim().split(/(?<=\s)(?=\S)/);
  const hasScheme = SCHEME.test(first.trimEnd());
  const token = hasScheme ? others.join("") : value.trim();
  const isShown = token === "" || /^(?:undefined|null)$/.test(token) || MASKED.test(token);
  return isShown ? value : `${hasScheme ? `${first.trimEnd()} ` : ""}${placeholder}`;
}
