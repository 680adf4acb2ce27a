/** Runs autocannon as load.lua runs wrk: the same arguments and the same line of JSON at the end. */
import { readFileSync } from "node:fs";

/** The part of autocannon that is used. The package has no types. */
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

// @ts-expect-error The package has no types.
const { default: autocannon } = (await import("autocannon")) as { readonly default: Autocannon };

const [url, connections, seconds, authorization, method, cancels] = process.argv.slice(2);
const paths = cancels === undefined ? [] : readFileSync(cancels, "utf8").split("\n");
let next = 0;
/** All connections send the same requests in turn, so the paths are distributed here. */
const cancel = (request: { path: string }) => ({ ...request, path: paths[next++ % paths.length]! });

const { requests, duration, latency, errors } = await autocannon({
  url: url!,
  connections: Number(connections),
  duration: Number(seconds),
  timeout: 30,
  headers: { authorization: authorization! },
  requests:
    cancels === undefined
      ? [{ method: method! }]
      : [...(method === "GET" ? [{ method }] : []), { method: "DELETE", setupRequest: cancel }],
});
console.log(JSON.stringify({ requests: requests.total, seconds: duration, p99Ms: latency.p99, failed: errors }));
