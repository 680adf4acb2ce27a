/**
 * Finds what may be a credential in a message of an app or of a deployment, by its name or by its form. It is hidden where it stands,
 * and looked for in all that is shown later.
 */
import { percentDecoded } from "../../spec/interface/match.ts";
import { isSearchable, MIN_SECRET_LENGTH } from "../client/redaction.ts";

/** Names of header fields and of parameters whose value may be a credential. */
const NAMED =
  /key|token|secret|pass|pwd|\bpw\b|auth|bearer|session|ticket|sig|credential|cookie|jwt|code|\bsid\b/i;

/** Placeholders that tools write for a key. */
export const MASKED = /^(?:\W|x)*$|^\[.*\]$|redact|mask|hidden|removed|filtered|\$\{/i;

/** The form of a credential. A number, a date and a path have another one: they may be data of the app that the deployment repeats. */
const TOKEN =
  /^(?=.*\d)(?=.*[a-z])(?!\/|\d{4}-\d\d-\d\d|[-+]?[\d._]+(?:e[-+]?\d+)?n?$)[\w.~+=%/-]{8,}$/i;
/** Words of such a form, in a text that is hidden. */
const WORDS = /[\w.~+%/-]{8,}/g;
/** Characters of the longest credential that is looked for elsewhere. */
export const MAX_CREDENTIAL = 16_384;
/** Characters from which on a text of this form is hidden, whatever its name. */
const MIN_LIKELY = 12;

/** Values of parameters that may be shown: a number, a word, a date. */
const PLAIN = /^[\w.,:+-]{0,30}$/;

const SCHEME = /^(?:bearer|basic|token|digest)$/i;
const OF_AUTHORIZATION = /^authorization$/i;
/** Header fields of a response that hold addresses. */
const OF_ADDRESSES = /^(?:location|content-location|link|refresh)$/i;
const OF_COOKIES = /^(?:set-)?cookie$/i;

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

  /** Parameters of a query, or of the same form. */
  query(text: string): string {
    return text
      .split("&")
      .map((parameter) => {
        const [name = "", ...values] = parameter.split("=");
        const shownName = this.isLikely(name) ? this.hide(name) : name;
        const value = values.join("=");
        const isShown = !isNamed(name) && PLAIN.test(value) && !this.isLikely(value);
        const shownValue = isShown ? value : this.hide(value);
        return values.length === 0 ? shownName : `${shownName}=${shownValue}`;
      })
      .join("&");
  }

  /** An address, or several, such as those of Link, without query, fragment and user. */
  addresses(text: string): string {
    return text
      .replace(/(?<=\/\/)[^\s/?#<>"@]*(?=@)/g, (user) => this.hide(user))
      .replace(/[?#][^\s<>"]*/g, (rest) => `${rest[0]}${this.hide(rest.slice(1))}`);
  }

  /** A header field of a request: it is not shown. */
  requestHeader([name, value]: Header): void {
    if (OF_AUTHORIZATION.test(name)) for (const text of tokensIn(value)) this.texts.add(text);
    else if (isNamed(name)) this.hide(value);
  }

  /** A header field of a response, as it is shown: what a deployment issues may be a credential, too. */
  responseHeader([name, value]: Header): Header {
    if (OF_COOKIES.test(name))
      return [name, value.replace(/(?<==)[^;]*/, (text) => this.hide(text))];
    if (OF_ADDRESSES.test(name)) return [name, this.addresses(value)];
    const isIssued = /^authorization$|token|secret|api-?key|session/i.test(name);
    return isIssued && !/^access-control-/i.test(name) ? [name, this.hide(value)] : [name, value];
  }

  /** `17;sid=…`: parameters of a path are hidden whatever their names, and an id that is no integer may be a token. */
  private segment(text: string): string {
    const [first = "", ...parameters] = text.split(";");
    const shown = this.isLikely(first) ? this.hide(first) : first;
    const hidden = parameters.map((parameter) => {
      const [name = "", ...values] = parameter.split("=");
      if (values.length > 0) return `;${name}=${this.hide(values.join("="))}`;
      return `;${this.isLikely(name) ? this.hide(name) : name}`;
    });
    return shown + hidden.join("");
  }

  private isLikely(text: string): boolean {
    return text.length >= MIN_LIKELY && TOKEN.test(percentDecoded(text) ?? text);
  }

  /** What stands in its place. Its words are looked for elsewhere where they have the form of a credential. */
  private hide(text: string): string {
    if (text.length < MIN_SECRET_LENGTH) return text === "" ? "" : HIDDEN;
    const readings = text.includes("%") ? [text, percentDecoded(text) ?? text] : [text];
    for (const reading of readings)
      for (const one of [reading, ...(reading.match(WORDS) ?? [])])
        if (TOKEN.test(one) && one.length <= MAX_CREDENTIAL && !MASKED.test(one))
          this.texts.add(one);
    return HIDDEN;
  }
}

function isNamed(name: string): boolean {
  return NAMED.test(percentDecoded(name) ?? name);
}

/** Behind a scheme that is known, or alone, any word may be the key; else one that looks like one. */
function tokensIn(authorization: string): readonly string[] {
  const [first = "", ...others] = authorization.trim().split(/[\s,;="]+/);
  const isKnown = SCHEME.test(first) || others.length === 0;
  const words = SCHEME.test(first) ? others : [first, ...others];
  return words.filter((word) =>
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
