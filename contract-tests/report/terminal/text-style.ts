/** Colours and weights of a terminal. */
import { styleText } from "node:util";

export type Color = "always" | "never";
export type Style = Extract<Parameters<typeof styleText>[0], string>;
export type TextStyle = (text: string, ...styles: Style[]) => string;

export function textStyle(color: Color): TextStyle {
  if (color === "never") return (text) => text;
  // The command line has decided about colours: Node must not look at a stream or at the environment.
  return (text, ...styles) => styleText(styles, text, { validateStream: false });
}
