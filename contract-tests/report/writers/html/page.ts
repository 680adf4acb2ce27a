/**
 * Builds a page in one file: it loads no fonts, images or scripts, and its Content-Security-Policy
 * forbids that.
 */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { html, Markup } from "../markup.ts";
import { HTML_MARK } from "../write-files.ts";

/** Reads the styles and scripts of all pages from the files of this folder. */
function readAssets() {
  const root = dirname(createRequire(import.meta.url).resolve("orders-kit/package.json"));
  const read = (name: string): string =>
    readFileSync(join(root, "contract-tests/report/writers/html", name), "utf8");
  return {
    style: ["theme.css", "header.css", "findings.css", "media.css"].map(read).join(""),
    script: read("page-script.js"),
  };
}

let assets: ReturnType<typeof readAssets> | undefined;

const hash = (text: string) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

interface Page {
  readonly title: string;
  readonly icon: string;
  readonly body: Markup;
  /** Added to the script of all pages. Only pages with such a script may call their own server. */
  readonly script: string | undefined;
}

export function htmlPage({ title, icon, body, script }: Page): string {
  assets ??= readAssets();
  const { style } = assets;
  const scripts = `${assets.script}${script ?? ""}`;
  const policy = [
    "default-src 'none'",
    `style-src ${hash(style)}`,
    `script-src ${hash(scripts)}`,
    `connect-src ${script === undefined ? "'none'" : "'self'"}`,
    "img-src data:",
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
${new Markup(HTML_MARK)}
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>${title}</title>
<link rel="icon" href="${icon}">
<style>${new Markup(style)}</style>
</head>
<body>
${body}
${new Markup(`<script>${scripts}</script>`)}
</body>
</html>
`.text;
}
