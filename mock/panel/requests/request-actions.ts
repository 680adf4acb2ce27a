/** Actions for a logged request: copy it as a curl line, or send it again. */
import type { AnnotatedRequest, ExchangeDetails } from "../../control/request-notes.ts";
import { button, byId, copy, element, orShowError, showMessage } from "../element.ts";

/** The service as the app calls it. */
export interface CalledService {
  readonly baseUrl: string;
  /** True if other programs reach the service at that address. */
  readonly isServed: boolean;
}

/** Headers that curl or the connection sets itself. */
const OWN_HEADERS =
  /^(?:host|connection|content-length|accept-encoding|accept-language|user-agent|referer|sec-.*)$/i;

/** The key of the shown world, or the name of its variable. */
const worldKey = (): string => byId("world-key").textContent ?? "";

export function requestActions(
  { method, path }: AnnotatedRequest,
  exchange: ExchangeDetails,
  { baseUrl, isServed }: CalledService,
): HTMLElement {
  const actions = element("p", { class: "request-actions" });
  // A request with a shortened address cannot be sent again.
  if (!path.startsWith("/") || path.includes("…")) return actions;

  const url = `${baseUrl}${path}`;
  const copyCurl = (): void => void orShowError(copy(curlOf(method, url, exchange), "curl line"));
  if (isServed) actions.append(button("Copy as curl", copyCurl));
  actions.append(button("Repeat", () => void orShowError(repeat(method, url))));
  return actions;
}

/** Sends the request again, with the world's key. */
async function repeat(method: string, url: string): Promise<void> {
  const key = worldKey();
  if (key.startsWith("$"))
    return showMessage(`Only ${key} opens this world, and the panel does not know it.`);
  // The log shows the response; a fault may lose it.
  const answer = fetch(url, { method, headers: { authorization: `Bearer ${key}` } });
  await answer.catch(() => {});
  showMessage(`${method} was sent again.`);
}

/**
 * Returns a shell command with the world's key, or with the key's variable if the key is unknown.
 */
function curlOf(method: string, url: string, { requestHeaders }: ExchangeDetails): string {
  const key = worldKey();
  const headers = requestHeaders.flatMap(([name, value]) => {
    if (OWN_HEADERS.test(name)) return [];
    const isKey = /^authorization$/i.test(name) && value.startsWith(`Bearer \${`);
    return [`-H ${isKey ? `"${name}: Bearer ${key}"` : quoted(`${name}: ${value}`)}`];
  });
  const options = METHOD_OPTIONS[method] ?? `-gi -X ${method}`;
  return ["curl", options, quoted(url), ...headers].join(" ");
}

const METHOD_OPTIONS: Readonly<Record<string, string>> = { GET: "-gi", HEAD: "-gI" };

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
