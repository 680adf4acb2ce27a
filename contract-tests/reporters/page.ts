/**
 * A page that needs nothing else: no font, no image, no script from elsewhere, and a policy that forbids them. All that a
 * deployment wrote is text in it, never markup.
 */
import { createHash } from "node:crypto";
import { html, Markup } from "./markup.ts";
import { STYLE } from "./page-style.ts";

const hash = (text: string) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

interface Page {
  readonly title: string;
  /** Of a picture, as `data:` has it. */
  readonly icon?: string;
  readonly body: Markup;
  readonly script?: string;
}

export function pageOf({ title, icon, body, script }: Page): string {
  const scripts = script === undefined ? "" : ` script-src ${hash(script)};`;
  const policy = `default-src 'none'; style-src ${hash(STYLE)};${scripts} img-src data:; base-uri 'none'; form-action 'none'`;
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>${title}</title>
${icon === undefined ? undefined : html`<link rel="icon" href="${icon}">\n`}<style>${new Markup(STYLE)}</style>
</head>
<body>
${body}
${script === undefined ? undefined : html`<script>${new Markup(script)}</script>\n`}</body>
</html>
`.text;
}
