/** Whether a body shows where a program has failed. */
import type { Response } from "../client/exchange.ts";

/** Lines of stack traces: JavaScript, Java, .NET, Python, Go, PHP, Ruby. */
const STACK_TRACES = [
  /\bat [\w$.<>[\] ]+ ?\(?(?:file:\/\/|node:|\/|[A-Za-z]:\\)[^\n]*:\d+/,
  /\bat [\w$./]+\([\w$]+\.(?:java|kt|scala|groovy):\d+\)/,
  /\bat [\w.`<>[\]]+\([^)]*\) in [^\n]+:line \d+/,
  /Traceback \(most recent call last\)/,
  /File "[^"\n]+", line \d+/,
  /goroutine \d+ \[/,
  /#\d+ [^\n]+\.php\(\d+\)/,
  /\.rb:\d+:in [`']/,
];

/** Searches the body as text, also where it is escaped in a JSON string. */
export function showsStackTrace(response: Response | undefined): boolean {
  if (response === undefined) return false;
  const text = Buffer.from(response.body)
    .toString("utf8")
    .replaceAll(/\\[nt]/g, "\n")
    .replaceAll('\\"', '"');
  return STACK_TRACES.some((pattern) => pattern.test(text));
}
