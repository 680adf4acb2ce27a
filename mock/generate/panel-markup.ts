/** Derives the panel's markup and styles as a module, for pages that have no file of ours. */
import { readFileSync } from "node:fs";

const read = (path: string): string => readFileSync(path, "utf8");

export function derivePanelMarkup(): Record<string, string> {
  const html = read("mock/panel/index.html");
  const styles = [...html.matchAll(/rel="stylesheet" href="([^"]+)"/g)].map(([, path = ""]) => read(path));
  const icon = `data:image/svg+xml,${encodeURIComponent(read("mock/panel/icon.svg").trim())}`;
  const [, body = ""] = /<body>([\s\S]*)<\/body>/.exec(html) ?? [];
  const text = `// Generated from mock/panel/index.html and its style sheets by \`npm run generate\`. Do not edit.
export const MARKUP: string = ${JSON.stringify(body.replaceAll("mock/panel/icon.svg", icon))};

export const STYLES: string = ${JSON.stringify(styles.join(""))};

/** Of the button in the page of an app. */
export const CORNER: string = ${JSON.stringify(read("mock/panel/corner.css"))};
`;
  return { "mock/panel/generated/markup.ts": text };
}
