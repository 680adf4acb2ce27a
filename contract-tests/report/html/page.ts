/** A page in one file: no font, image or script is loaded, and its Content-Security-Policy forbids it. */
import { createHash } from "node:crypto";
import { HTML_MARK } from "../mark.ts";
import { STYLE } from "./style.ts";
import { html, Markup } from "./template.ts";

const hash = (text: string) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

interface Page {
  readonly title: string;
  /** A `data:` URL. */
  readonly icon?: string;
  readonly body: Markup;
  readonly script?: string;
  /** What the script may connect to, in terms of `connect-src`. Nothing by default. */
  readonly connectsTo?: "'self'";
}

export function htmlPage({ title, icon, body, script, connectsTo }: Page): string {
  const scripts = script === undefined ? "" : ` script-src ${hash(script)};`;
  const connections = connectsTo === undefined ? "" : ` connect-src ${connectsTo};`;
  const policy = `default-src 'none'; style-src ${hash(STYLE)};${scripts}${connections} img-src data:; base-uri 'none'; form-action 'none'`;
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
${new Markup(HTML_MARK)}
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
