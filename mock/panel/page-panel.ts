/**
 * The panel in the page of an app whose service worker answers: a button in a corner opens it
 * beside the app, in its own frame.
 */
import { inputError } from "../../spec/errors/inputs.ts";
import { localWorld } from "../control/local-world.ts";
import { listWorlds, ownWorlds } from "../control/open-world.ts";
import { feedOf } from "../control/world-feed.ts";
import type { Service } from "../service/service.ts";
import type { ControlConnection } from "./connection.ts";
import { createDock } from "./dock.ts";
import { setPage } from "./element.ts";
import { CORNER, MARKUP, STYLES } from "./generated/markup.ts";
import { startPanel } from "./start-panel.ts";

const CORNERS = ["bottom-right", "bottom-left", "top-right", "top-left"] as const;
/** Where the button is; the panel is on the same side. */
export type Corner = (typeof CORNERS)[number];

const hosts = new WeakMap<Service, HTMLElement>();

/**
 * Adds the button to the page, once per service. The panel is created when it is first opened. A
 * panel that was open before opens by itself.
 */
export function startPagePanel(
  service: Service,
  baseUrl: string,
  corner: Corner = "bottom-right",
): void {
  const expected = CORNERS.join(", ");
  if (!CORNERS.includes(corner))
    throw inputError("bad-value", { flag: "panel", expected, value: String(corner) });
  if (hosts.get(service)?.isConnected === true) return;
  const host = document.createElement("div");
  host.dataset.corner = corner;
  host.role = "complementary";
  host.ariaLabel = "Orders mock";
  hosts.set(service, host);
  const root = host.attachShadow({ mode: "open" });
  const frame = document.createElement("iframe");
  frame.title = "Orders mock";
  const button = document.createElement("button");
  button.type = "button";
  const dock = createDock(host, corner.endsWith("left") ? "left" : "right");
  frame.hidden = true;
  const open = (isOpen: boolean): void => {
    frame.hidden = !isOpen;
    button.ariaExpanded = String(isOpen);
    button.textContent = isOpen ? "Close" : "Orders mock";
    dock.show(isOpen);
    if (isOpen)
      frame.srcdoc ||= `<!doctype html><html lang="en"><title>Orders mock</title><body class="docked">${MARKUP}</body></html>`;
  };
  const onEscape = ({ key, target }: KeyboardEvent): void => {
    // In a dialog of the panel, Escape closes that dialog; in a search field, it empties the field.
    const isTaken = (target as Element).closest("dialog, [type=search]") !== null;
    if (key !== "Escape" || frame.hidden || isTaken) return;
    open(false);
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
  button.addEventListener("click", () => open(frame.hidden));
  button.addEventListener("keydown", onEscape);
  root.adoptedStyleSheets = [sheet(window, CORNER)];
  // In this order, Tab goes from the button to the panel.
  root.append(button, frame, dock.border);
  document.body.append(host);
  open(dock.wasOpen);
}

/**
 * Creates a style sheet that the page's Content-Security-Policy allows; it could refuse a style
 * element.
 */
function sheet({ CSSStyleSheet }: typeof globalThis, css: string): CSSStyleSheet {
  const made = new CSSStyleSheet();
  made.replaceSync(css);
  return made;
}

/** Reaches the control of a mock in the same page. */
function connectionTo(service: Service): ControlConnection {
  const { open } = ownWorlds(service);
  return {
    world: (name) => localWorld(() => open(name)),
    worlds: async () => listWorlds(service),
    events: async (world, after, listener, signal) => {
      listener.connected(true);
      const unfollow = feedOf(open(world))(after, (updates) => {
        for (const [kind, data] of updates) listener.event(kind, data);
      });
      await new Promise((resolve) => signal.addEventListener("abort", resolve, { once: true }));
      unfollow();
    },
  };
}
