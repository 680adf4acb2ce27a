/** What can be done with a request of the log: it is copied as a curl line, or sent again. */
import type { AnnotatedRequest, ExchangeDetails } from "../../control/request-notes.ts";
import { button, byId, copy, element, orShowError, showMessage } from "../element.ts";

/** The service as the app calls it. */
export interface CalledService {
  readonly baseUrl: string;
  /** True if other programs reach it at that address. */
  readonly isServed: boolean;
}

/** Headers that curl or a connection has of its own. */
const OWN_HEADERS =
  /^(?:host|connection|content-length|accept-encoding|accept-language|user-agent|referer|sec-.*)$/i;

/** The key of the world that is shown, or the name of its variable. */
const worldKey = (): string => byId("world-key").textContent ?? "";

export function requestActions(
  { method, path }: AnnotatedRequest,
  exchange: ExchangeDetails,
  { baseUrl, isServed }: CalledService,
): HTMLElement {
  const actions = element("p", { class: "request-actions" });
  // One whose address is not whole cannot be sent again.
  if (!path.startsWith("/") || path.includes("…")) return actions;

  const url = `${baseUrl}${path}`;
  const copyCurl = (): void => void orShowError(copy(curlLine(method, url, exchange), "curl line"));
  if (isServed) actions.append(button("Copy as curl", copyCurl));
  actions.append(button("Repeat", () => void orShowError(repeat(method, url))));
  return actions;
}

/** Sends it again, with the key of the world. */
async function repeat(method: string, url: string): Promise<void> {
  const key = worldKey();
  if (key.startsWith("$"))
    return showMessage(`Only ${key} opens this world, and the panel does not know it.`);
  // What it is answered stands in the log; a fault may lose it.
  const answer = fetch(url, { method, headers: { authorization: `Bearer ${key}` } });
  await answer.catch(() => {});
  showMessage(`${method} was sent again.`);
}

/** A line for a shell. The key is that of the world, also if it is only known by its variable. */
function curlLine(method: string, url: string, { requestHeaders }: ExchangeDetails): string {
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
