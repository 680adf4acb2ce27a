/**
 * Measures the time from spawn to the first answered list, the memory at that point, and what a
 * test pays for importing the package to start a mock.
 */
import { alternate, type Measurement, measurement } from "./measurement.ts";
import { CLI, durationOf, memory, serve } from "./servers.ts";

const EMPTY =
  'require("http").createServer((q,r)=>r.end()).listen(0,"127.0.0.1",function(){console.log("http://127.0.0.1:"+this.address().port+"/v1")})';

const IMPORT =
  'const { startMock } = await import("orders-kit"); await (await startMock({ port: 0 })).close()';

/** Starts a server, requests one list, and stops the server. */
const start =
  (...args: string[]) =>
  async () => {
    const server = await serve(args);
    const mb = memory(server.pid);
    await server.stop();
    return { ms: server.ms, mb };
  };

export async function starts(): Promise<Measurement[]> {
  const rounds = await alternate(
    11,
    start(CLI, "mock", "--port", "0", "--json"),
    start("-e", EMPTY),
  );
  const imports = await alternate(
    11,
    () => durationOf(["--input-type=module", "-e", IMPORT]),
    () => durationOf(["-e", ""]),
  );
  const of = (value: "ms" | "mb") =>
    rounds.map(({ ours, base }) => ({ ours: ours[value], base: base[value] }));
  const baseline = "an empty node:http server";
  return [
    measurement(
      { id: "cold-start", what: "cold start to the first list", baseline, unit: "ms", max: 1.35 },
      of("ms"),
    ),
    measurement(
      { id: "idle-memory", what: "memory, idle", baseline, unit: "MB", max: 1.21 },
      of("mb"),
    ),
    measurement(
      {
        id: "import",
        what: "import, startMock and close",
        baseline: "an empty script",
        unit: "ms",
        max: 2,
      },
      imports,
    ),
  ];
}
