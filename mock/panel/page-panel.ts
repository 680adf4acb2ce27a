/** The panel in the page of an app whose service worker answers: a button in a corner opens it in a frame of its own. */
import { USER_ERRORS } from "../../spec/errors/user-errors.ts";
import type { JsonObject } from "../../spec/json/json.ts";
import { eventData } from "../control/event-stream.ts";
import { routesOf } from "../control/routes.ts";
import type { Service } from "../service/service.ts";
import type { World, WorldUpdate } from "../service/world.ts";
import { setPage } from "./element.ts";
import type { ControlConnection } from "./follow-world.ts";
import { MARKUP, STYLES } from "./generated/markup.ts";
import { startPanel } from "./start-panel.ts";

const CORNER = `
  :host { all: initial; }
  button {
    position: fixed; inset: auto 16px 16px auto; z-index: 2147483647;
    font: 600 14px/1 system-ui, sans-serif; padding: 11px 15px; cursor: pointer;
    color: #fff; background: #4f46e5; border: 1px solid #fff6; border-radius: 99px; box-shadow: 0 3px 14px #0005;
  }
  :host([data-corner^="top"]) button { top: 16px; bottom: auto; }
  :host([data-corner$="left"]) button { right: auto; left: 16px; }
  /* It then closes the panel, from the corner where the panel has nothing. */
  :host([data-corner]) button[aria-expanded="true"] { inset: 12px 12px auto auto; padding: 9px 13px; }
  :host([data-corner$="left"]) button[aria-expanded="true"] { right: max(12px, 100vw - 608px); }
  button:focus-visible { outline: 3px solid #a5b4fc; outline-offset: 2px; }
  iframe {
    position: fixed; inset: 0 0 0 auto; z-index: 2147483646; width: min(100vw, 620px); height: 100%;
    border: 0; box-shadow: 0 0 40px #0006; background: Canvas; color-scheme: light dark;
  }
  :host([data-corner$="left"]) iframe { right: auto; left: 0; }
  [hidden] { display: none; }
`;

const CORNERS = ["bottom-right", "bottom-left", "top-right", "top-left"] as const;
/** Where the button is; the panel is on the same side. */
export type Corner = (typeof CORNERS)[number];

const hosts = new WeakMap<Service, HTMLElement>();

/** Adds the button to the page, once for a service. The panel itself is made when it is opened first. */
export function addPanel(service: Service, baseUrl: string, corner: Corner = "bottom-right"): void {
  if (!CORNERS.includes(corner)) throw USER_ERRORS.badValue("panel", CORNERS.join(", "), String(corner));
  if (hosts.get(service)?.isConnected === true) return;
  const host = document.createElement("div");
  host.dataset.corner = corner;
  hosts.set(service, host);
  const root = host.attachShadow({ mode: "open" });
  const frame = document.createElement("iframe");
  frame.title = "Orders mock";
  frame.hidden = true;
  const button = document.createElement("button");
  button.type = "button";
  button.textContent = "Orders mock";
  button.ariaExpanded = "false";
  const toggle = (): void => {
    frame.hidden = !frame.hidden;
    button.ariaExpanded = String(!frame.hidden);
    button.textContent = frame.hidden ? "Orders mock" : "Close";
  };
  const onEscape = ({ key, target }: KeyboardEvent): void => {
    // In a dialog of the panel, Escape closes that dialog.
    if (key !== "Escape" || frame.hidden || (target as Element).closest("dialog") !== null) return;
    toggle();
    button.focus();
  };
  frame.addEventListener("load", () => {
    const { contentDocument: page, contentWindow } = frame;
    // A frame first loads an empty page.
    if (frame.srcdoc === "" || page === null || contentWindow === null) return;
    page.adoptedStyleSheets = [sheet(contentWindow as Window & typeof globalThis, STYLES)];
    setPage(page);
    page.addEventListener("keydown", onEscape);
    void startPanel({ connection: connectionTo(service), baseUrl, isServed: false, world: "" });
  });
  button.addEventListener("click", () => {
    toggle();
    frame.srcdoc ||= `<!doctype html><html lang="en"><title>Orders mock</title><body>${MARKUP}</body></html>`;
  });
  button.addEventListener("keydown", onEscape);
  root.adoptedStyleSheets = [sheet(window, CORNER)];
  // The panel follows its button in the order of Tab.
  root.append(button, frame);
  document.body.append(host);
}

/** A style sheet that a Content-Security-Policy of the page does not refuse, as it would a style element. */
function sheet({ CSSStyleSheet }: typeof globalThis, css: string): CSSStyleSheet {
  const made = new CSSStyleSheet();
  made.replaceSync(css);
  return made;
}

/** How often due shipments are looked for. */
const POLL_MS = 1000;

/** Reaches the control of a mock that runs in the same page: the same routes, called as functions. */
function connectionTo(service: Service): ControlConnection {
  const worldOf = (query: URLSearchParams): World => {
    const world = service.worlds.open(query.get("world") ?? "");
    if (world === undefined) throw USER_ERRORS.badWorld();
    return world;
  };
  return {
    call: async (method, path, query, body = "") => {
      const { route, parameter } = routesOf(path).find((found) => found.route.method === method)!;
      return (await route.run({ service, world: worldOf(query), query, parameter, body })) ?? "";
    },
    events: (query, listener, signal) =>
      new Promise((resolve) => {
        const world = worldOf(query);
        const send = (event: WorldUpdate): void =>
          listener.event(event.kind, eventData(service, world, event) as JsonObject);
        listener.connected(true);
        for (const request of world.log.after(Number(query.get("after")))) send({ kind: "request", request });
        const unwatch = world.watch(send);
        const timer = setInterval(() => world.shipDue(service.now()), POLL_MS);
        const end = (): void => {
          clearInterval(timer);
          unwatch();
          resolve();
        };
        signal.addEventListener("abort", end, { once: true });
      }),
  };
}
