/**
 * The proxy's own address, `/__admin/`: the report so far, on a page that refreshes itself. All
 * other addresses belong to the deployment.
 */
import type { IncomingMessage, ServerResponse } from "node:http";
import { UserError } from "../../../spec/errors/user-error.ts";
import { isForeignPage, isOwnHost, opensPage } from "../../../spec/interface/caller.ts";
import { stringifyJson } from "../../../spec/json/json.ts";
import { type Secret, withoutSecrets } from "../../client/masking/redaction.ts";
import type { Report } from "../../report/schema.ts";
import { reportPage } from "../../report/writers/html/report-page.ts";
import { html } from "../../report/writers/markup.ts";
import { proxyError } from "./proxy-errors.ts";

export interface AdminSource {
  readonly target: string;
  /** The base address for the app. */
  readonly baseUrl: string;
  /** `orders-kit`, or `orders-kit and Prism 5.14.2`. */
  readonly judgedBy: string;
  /** Secrets that the page must not contain. */
  readonly secrets: () => readonly Secret[];
  /** Returns the report on the exchanges judged so far. */
  readonly soFar: () => Report;
}

const PAGE = "/__admin/";

/** Returns false if the request is for the deployment. */
export function answerAdmin(
  request: IncomingMessage,
  reply: ServerResponse,
  source: AdminSource,
): boolean {
  const { method, url = "", headers } = request;
  // A browser sends the host name of the page's URL. A name that merely resolves to this machine
  // belongs to another site (DNS rebinding).
  if (!isOwnHost(headers.host)) return refuse(reply, proxyError("proxy-host"));
  if (method !== "GET" || !["/__admin", PAGE].includes(url)) return false;
  if (!opensPage(headers) && isForeignPage(headers))
    return refuse(reply, proxyError("proxy-origin"));
  if (url === PAGE) sendPage(reply, source);
  else reply.writeHead(308, { Location: PAGE }).end();
  return true;
}

/** Answers with an Error as in the contract. */
function refuse(reply: ServerResponse, { code, message }: UserError): true {
  reply.writeHead(403, { "Content-Type": "application/json", Connection: "close" });
  reply.end(stringifyJson({ code, message, status: 403 }));
  return true;
}

function sendPage(reply: ServerResponse, source: AdminSource): void {
  try {
    const page = withoutSecrets(renderPage(source), source.secrets(), "the page");
    reply.writeHead(200, {
      "Content-Type": "text/html; charset=utf-8",
      "Content-Security-Policy": "frame-ancestors 'none'",
      "Cache-Control": "no-store",
    });
    reply.end(page);
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    refuse(reply, error);
  }
}

/** Refreshes the changed parts of the page and keeps opened details open. */
const PAGE_SCRIPT = `
const status = document.getElementById("status");
const say = (text) => { if (status.textContent !== text) status.textContent = text; };
const nameOf = (details) => details.closest("article, .note, section").querySelector("h2, h3").textContent + details.firstElementChild.textContent;
const shown = {};
const renew = async () => {
  try {
    const page = new DOMParser().parseFromString(await (await fetch("")).text(), "text/html");
    for (const part of [".verdict", ".problems", ".verdict-bar", "dl.facts", "nav", "main"]) {
      const [before, after] = [document.querySelector(part), page.querySelector(part)];
      if (shown[part] === after.outerHTML) continue;
      shown[part] = after.outerHTML;
      const open = [...before.querySelectorAll("details[open]")].map(nameOf);
      for (const details of after.querySelectorAll("details")) details.open = open.includes(nameOf(details));
      before.replaceWith(after);
    }
    showCopyButtons();
    say("Listening.");
  } catch {
    say("The proxy does not answer. The findings below are from before.");
  }
  setTimeout(renew, 500);
};
renew();
`;

/** Renders the report so far, as it is written at the end. */
function renderPage({ target, baseUrl, judgedBy, soFar }: AdminSource): string {
  const head = html`<p class="soft">The app calls <code>${baseUrl}</code>. Judged by ${judgedBy}.</p>
<p class="soft" role="status" id="status">Connecting.</p>`;
  return reportPage(soFar(), { title: `Traffic to ${target}`, head, script: PAGE_SCRIPT });
}
