/**
 * Places the panel beside the app in its page, which makes the app narrower, with a border the user
 * can move.
 */
import { element } from "./element.ts";
import { inBrowser } from "./storage.ts";

const NARROWEST = 320;
const USUAL = 560;
/** The panel covers an app that would be narrower than this. */
const APP_NARROWEST = 360;
const STEP_PX = 24;

/**
 * Returns the border, and the function that opens and closes the place beside the app. `host`
 * contains the panel; its style sheet reads `--width`.
 */
export function createDock(host: HTMLElement, side: "left" | "right") {
  const border = element("div", {
    role: "separator",
    tabindex: "0",
    "aria-orientation": "vertical",
    "aria-label": "Width of the panel",
    "aria-valuemin": String(NARROWEST),
  });
  const { style } = document.documentElement;
  const usual = style.getPropertyValue(`margin-${side}`);
  let width = Number(inBrowser.get("width")) || USUAL;
  const place = (): void => {
    // On a phone, the panel fills the screen.
    const most = innerWidth < 2 * NARROWEST ? innerWidth : innerWidth - 80;
    const shown = most === innerWidth ? most : Math.min(Math.max(width, NARROWEST), most);
    host.style.setProperty("--width", `${shown}px`);
    border.ariaValueNow = String(shown);
    border.ariaValueMax = String(most);
    const isBeside = !border.hidden && innerWidth - shown >= APP_NARROWEST;
    style.setProperty(`margin-${side}`, isBeside ? `${shown}px` : usual);
  };
  const resize = (wanted: number): void => {
    width = wanted;
    place();
    width = Number(border.ariaValueNow);
    inBrowser.set("width", border.ariaValueNow ?? "");
  };

  border.addEventListener("pointerdown", ({ pointerId }) => border.setPointerCapture(pointerId));
  border.addEventListener("pointermove", ({ pointerId, clientX }) => {
    if (!border.hasPointerCapture(pointerId)) return;
    resize(side === "right" ? innerWidth - clientX : clientX);
  });
  border.addEventListener("keydown", ({ key }) => {
    const steps = { ArrowLeft: 1, ArrowRight: -1 }[key];
    if (steps !== undefined) resize(width + steps * STEP_PX * (side === "right" ? 1 : -1));
  });
  window.addEventListener("resize", place);

  const show = (isOpen: boolean): void => {
    border.hidden = !isOpen;
    inBrowser.set("open", isOpen ? "yes" : "");
    place();
  };
  return { border, show, wasOpen: inBrowser.get("open") === "yes" };
}
