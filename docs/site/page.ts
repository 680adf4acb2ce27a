/** A page of the site, from Markdown. */
import { dirname, join, relative } from "node:path/posix";
import { Marked, Renderer } from "marked";
import { addressOf, NAVIGATION, TITLES } from "./navigation.ts";
import { slug } from "./slug.ts";

export interface SitePage {
  readonly html: string;
  /** The pictures that it shows, by their paths from the project's root. */
  readonly pictures: readonly string[];
}

/** Throws an Error for a link to a page that the menu does not have. */
export function renderPage(source: string, markdown: string): SitePage {
  const here = addressOf(source);
  const to = (path: string): string => relative(dirname(here), addressOf(path));
  const [pictures, headings]: [string[], { id: string; html: string }[]] = [[], []];
  const target = (href: string): string => join(dirname(source), href);
  const marked = new Marked({
    renderer: {
      heading({ tokens, text, depth }) {
        const [id, html] = [slug(text), this.parser.parseInline(tokens)];
        if (depth === 2) headings.push({ id, html });
        return `<h${depth} id="${id}">${html}</h${depth}>\n`;
      },
      link({ href, tokens }) {
        const html = this.parser.parseInline(tokens);
        if (/^(?:https?:|#)/.test(href)) return `<a href="${href}">${html}</a>`;
        const [file = "", anchor] = href.split("#");
        const path = target(file);
        if (path in TITLES) return `<a href="${to(path)}${anchor ? `#${anchor}` : ""}">${html}</a>`;
        if (path.endsWith(".md"))
          throw new Error(`${source} links to ${path}, which is not in docs/site/navigation.ts.`);
        // A file of the repository, which the site does not have.
        return html;
      },
      image({ href, text }) {
        pictures.push(target(href));
        return `<a href="${to(target(href))}"><img src="${to(target(href))}" alt="${text.replaceAll('"', "&quot;")}"></a>`;
      },
      code(token) {
        return Renderer.prototype.code.call(this, token).replace("<pre>", '<pre tabindex="0">');
      },
      table(token) {
        // Markdown has no table without a header: an empty one is none.
        const table = Renderer.prototype.table
          .call(this, token)
          .replace(/<thead>\s*<tr>\s*(?:<th><\/th>\s*)+<\/tr>\s*<\/thead>/, "");
        return `<div class="table" tabindex="0">${table.replaceAll("<th></th>", "<td></td>")}</div>`;
      },
      html: ({ text }) => text.replace(/<!--[\s\S]*?-->/g, ""),
    },
  });
  const content = marked.parse(markdown, { async: false });
  return { html: frame(source, content, to, headings), pictures };
}

function frame(
  path: string,
  content: string,
  to: (path: string) => string,
  headings: readonly { readonly id: string; readonly html: string }[],
): string {
  const parts = headings.map(
    ({ id, html }) => `<li><a href="#${id}">${html.replace(/<\/?a\b[^>]*>/g, "")}</a></li>`,
  );
  const item = ([other, title]: readonly [string, string]): string =>
    other === path
      ? `<li><a href="${to(path)}" aria-current="page">${title}</a>${parts.length > 1 ? `<ul>${parts.join("")}</ul>` : ""}</li>`
      : `<li><a href="${to(other)}">${title}</a></li>`;
  const groups = Object.entries(NAVIGATION).map(
    ([group, titles]) => `<h2>${group}</h2><ul>${Object.entries(titles).map(item).join("")}</ul>`,
  );
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta http-equiv="Content-Security-Policy" content="default-src 'self'">
<title>${path === "README.md" ? "orders-kit" : `${TITLES[path]} · orders-kit`}</title>
<link rel="icon" href="${to("icon.svg")}">
<link rel="stylesheet" href="${to("site.css")}">
<link rel="stylesheet" href="${to("menu.css")}">
</head>
<body>
<a class="skip" href="#content">Skip to the content</a>
<header><a href="${to("README.md")}"><img src="${to("icon.svg")}" alt="" width="28" height="28">orders-kit</a>
<button type="button" popovertarget="menu">Menu</button></header>
<nav id="menu" popover aria-label="Pages">${groups.join("")}</nav>
<main id="content">
${content}</main>
</body>
</html>
`;
}
