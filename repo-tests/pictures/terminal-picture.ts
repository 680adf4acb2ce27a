/** What a terminal shows, as an SVG picture: for documents that cannot show colours otherwise. */
import stringWidth from "fast-string-width";
import { type Markup, html as svg } from "../../contract-tests/report/html/page.ts";

/** Pixels: a cell of the grid, and the frame around it. */
const CELL = { width: 8.4, height: 20 } as const;
const FRAME = { side: 22, top: 52, bottom: 20 } as const;

const COLORS: Readonly<Record<number, string>> = {
  31: "#ff7b72",
  32: "#6fd08c",
  33: "#e3b341",
  34: "#79b8ff",
  36: "#7fd1d8",
};
/** Two spaces in a row would be drawn as one. */
const NO_BREAK_SPACE = "\u00a0";
const [PAPER, INK, DIM] = ["#17181c", "#e4e2dc", "#8b8d94"];

interface Pen {
  readonly color?: string;
  readonly bold?: boolean;
  readonly dim?: boolean;
}

interface Run extends Pen {
  readonly column: number;
  readonly text: string;
}

/** Knows the styles that reports use: bold, dim and the foreground colours. */
export function terminalPicture(ansiText: string, { title }: { readonly title: string }): string {
  const lines = runsOf(ansiText.replace(/^\n+|\n+$/g, ""));
  const columns = Math.max(40, ...lines.flat().map(({ column, text }) => column + stringWidth(text)));
  const [w, h] = [
    Math.ceil(columns * CELL.width) + 2 * FRAME.side,
    lines.length * CELL.height + FRAME.top + FRAME.bottom,
  ];
  return svg`<svg xmlns="http://www.w3.org/2000/svg" width="${w}" height="${h}" viewBox="0 0 ${w} ${h}" role="img" aria-label="${title}">
<title>${title}</title>
<rect width="${w}" height="${h}" rx="10" fill="${PAPER}"/>
<circle cx="24" cy="22" r="6" fill="#ff5f57"/><circle cx="44" cy="22" r="6" fill="#febc2e"/><circle cx="64" cy="22" r="6" fill="#28c840"/>
<text x="${w / 2}" y="26" text-anchor="middle" fill="${DIM}" font-family="system-ui, sans-serif" font-size="13">${title}</text>
<g font-family="ui-monospace, 'SF Mono', 'Cascadia Mono', Menlo, Consolas, 'DejaVu Sans Mono', monospace" font-size="14">
${lines.flatMap((runs, row) => runs.map((run) => textOf(run, row)))}</g>
</svg>
`.text;
}

/** Each run is set to the width of its columns, so that the grid holds in any font. */
function textOf({ column, text, color, bold, dim }: Run, row: number): Markup {
  const x = (FRAME.side + column * CELL.width).toFixed(1);
  const y = FRAME.top + row * CELL.height + 14;
  const length = (stringWidth(text) * CELL.width).toFixed(1);
  const weight = bold ? svg` font-weight="bold"` : undefined;
  return svg`<text x="${x}" y="${y}" textLength="${length}" lengthAdjust="spacingAndGlyphs" fill="${color ?? (dim ? DIM : INK)}"${weight}>${text.replaceAll(" ", NO_BREAK_SPACE)}</text>
`;
}

/** The lines as runs of one look each, blanks at the ends left out. */
function runsOf(ansiText: string): Run[][] {
  let pen: Pen = {};
  return ansiText.split("\n").map((line) => {
    const runs: Run[] = [];
    let column = 0;
    // biome-ignore lint/suspicious/noControlCharactersInRegex: an escape sequence begins with one
    for (const part of line.split(/(\u001b\[[0-9;]*m)/)) {
      if (part.startsWith("\u001b[")) pen = part.slice(2, -1).split(";").map(Number).reduce(applied, pen);
      else {
        const text = part.trim();
        const margin = part.length - part.trimStart().length;
        if (text !== "") runs.push({ ...pen, column: column + margin, text });
        column += stringWidth(part);
      }
    }
    return runs;
  });
}

function applied(pen: Pen, code: number): Pen {
  const { color: _color, ...uncolored } = pen;
  if (code === 0) return {};
  if (code === 1) return { ...pen, bold: true };
  if (code === 2) return { ...pen, dim: true };
  if (code === 22) return { ...pen, bold: false, dim: false };
  if (code === 39) return uncolored;
  const color = COLORS[code];
  return color === undefined ? pen : { ...pen, color };
}
