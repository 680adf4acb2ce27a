/** For autocannon what load.lua is for wrk: the same arguments, the same line of JSON at the end. */
import { readFileSync } from "node:fs";

/** What we use of autocannon, which brings no types. */
type Autocannon = (options: {
  readonly url: string;
  readonly connections: number;
  readonly duration: number;
  readonly timeout: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly requests: readonly {
    readonly method: string;
    readonly setupRequest?: (request: { path: string }) => object;
  }[];
}) => Promise<{
  readonly requests: { readonly total: number };
  readonly duration: number;
  readonly latency: { readonly p99: number };
  readonly errors: number;
}>;

// @ts-expect-error It brings no types.
const { default: autocannon } = (await import("autocannon")) as { readonly default: Autocannon };

const [url, connections, seconds, authorization, method, cancels] = process.argv.slice(2);
const paths = cancels === undefined ? [] : readFileSync(cancels, "utf8").split("\n");
let next = 0;
/** Each connection goes through the same requests, so the paths are shared out here. */
const cancel = (request: { path: string }) => ({ ...request, path: paths[next++ % paths.length]! });

const { requests, duration, latency, errors } = await autocannon({
  url: url!,
  connections: Number(connections),
  duration: Number(seconds),
  timeout: 30,
  headers: { authorization: authorization! },
  requests:
    cancels === undefined ? [{ method: method! }] : [{ method: "GET" }, { method: "DELETE", setupRequest: cancel }],
});
console.log(JSON.stringify({ requests: requests.total, seconds: duration, p99Ms: latency.p99, failed: errors }));
