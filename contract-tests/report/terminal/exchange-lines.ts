/** Evidence on a terminal: what was sent and received is behind a bar, and the curl line can be copied. */
import type { Evidence } from "../../assertions/finding.ts";
import { escapeLine, escapeText } from "../../client/escape-text.ts";
import { exchangeLine, mergeRepeats } from "../evidence.ts";
import type { TextStyle } from "./text-style.ts";
import { wrap, wrapCode } from "./wrap.ts";
import { wrapCommand } from "./wrap-command.ts";

export interface Layout {
  readonly style: TextStyle;
  readonly columns: number;
}

/**
 * The evidence of a clause. One exchange is shown whole where the fault is marked in it, else two: a request, and the request that
 * shows its effect. Every further one takes a line.
 */
export function evidenceLines(evidence: readonly Evidence[], layout: Layout): string[] {
  const { style, columns } = layout;
  const merged = mergeRepeats(evidence);
  const whole = merged[0]?.evidence.response.includes("«") ? 1 : 2;
  const lines = merged
    .slice(0, whole)
    .flatMap(({ evidence: one, times }) => [
      "",
      ...exchangeLines(one, layout),
      ...(times > 1 ? [`  ${style(`${times} times in a row`, "dim")}`] : []),
    ]);
  const others = merged.slice(whole).flatMap(({ evidence: one, times }) => {
    const line = `also ${escapeLine(exchangeLine(one))}${times > 1 ? `, ${times} times` : ""}`;
    return wrap(line, columns - 3).map((part) => `  ${style(part, "dim")}`);
  });
  return others.length === 0 ? lines : [...lines, "", ...others];
}

export function exchangeLines({ request, response, curl }: Evidence, { style, columns }: Layout): string[] {
  const bar = style("│", "dim");
  const messages = [
    ...wrapCode(escapeText(request), columns - 5),
    "",
    ...markFault(wrapCode(escapeText(response), columns - 5), style),
  ];
  return [
    ...messages.map((line) => (line === "" ? `  ${bar}` : `  ${bar} ${line}`)),
    "",
    ...wrapCommand(escapeLine(curl), columns - 3).map((line) => `  ${style(line, "cyan")}`),
  ];
}

/** The evidence has the fault between » and «, which may be on different lines. */
function markFault(lines: readonly string[], style: TextStyle): string[] {
  let isFault = false;
  return lines.map((line) =>
    line
      .split(/([»«])/)
      .map((part) => {
        if (part === "»" || part === "«") {
          isFault = part === "»";
          return style(part, "red");
        }
        return isFault && part !== "" ? style(part, "bold", "red") : part;
      })
      .join(""),
  );
}

/** Text of a deployment. */
export function wrapEscaped(text: string, columns: number): string[] {
  return wrap(escapeText(text), columns);
}
