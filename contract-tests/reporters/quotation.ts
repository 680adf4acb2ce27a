/** An exchange quoted on a terminal: what a deployment wrote stands behind a bar, the line that repeats it can be copied. */
import type { Evidence } from "../check.ts";
import { visible, visibleLine } from "../visible.ts";
import { type Paint, wrap, wrapCode } from "./ansi.ts";
import { shellLines } from "./shell-lines.ts";
import { collapse } from "./view.ts";
import { exchangeLine } from "./words.ts";

export interface Page {
  readonly paint: Paint;
  readonly columns: number;
}

/**
 * The evidence of a clause: one exchange whole where the fault is marked in it, else two (a request and the look at what
 * it did); the others in a line each.
 */
export function evidenceLines(evidence: readonly Evidence[], page: Page): string[] {
  const { paint, columns } = page;
  const runs = collapse(evidence);
  const whole = runs[0]?.one.response.includes("«") ? 1 : 2;
  const lines = runs
    .slice(0, whole)
    .flatMap(({ one, times }) => [
      "",
      ...quotation(one, page),
      ...(times > 1 ? [`  ${paint(`and the same again, ${times} times in all`, "dim")}`] : []),
    ]);
  const others = runs.slice(whole).flatMap(({ one, times }) => {
    const said = `also ${visibleLine(exchangeLine(one))}${times > 1 ? `, ${times} times` : ""}`;
    return wrap(said, columns - 3).map((line) => `  ${paint(line, "dim")}`);
  });
  return others.length === 0 ? lines : [...lines, "", ...others];
}

export function quotation({ request, response, curl }: Evidence, { paint, columns }: Page): string[] {
  const bar = paint("│", "dim");
  const quoted = [
    ...wrapCode(visible(request), columns - 5),
    "",
    ...emphasized(wrapCode(visible(response), columns - 5), paint),
  ];
  return [
    ...quoted.map((line) => (line === "" ? `  ${bar}` : `  ${bar} ${line}`)),
    "",
    ...shellLines(visibleLine(curl), columns - 3).map((line) => `  ${paint(line, "cyan")}`),
  ];
}

/** What stands between » and « is the fault, also where it goes over a line's end. */
function emphasized(lines: readonly string[], paint: Paint): string[] {
  let within = false;
  return lines.map((line) =>
    line
      .split(/([»«])/)
      .map((part) => {
        if (part === "»" || part === "«") {
          within = part === "»";
          return paint(part, "red");
        }
        return within && part !== "" ? paint(part, "bold", "red") : part;
      })
      .join(""),
  );
}

/** Text of a deployment on lines of so many columns. */
export function text(value: string, columns: number): string[] {
  return wrap(visible(value), columns);
}
