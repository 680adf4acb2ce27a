import { spawnSync } from "node:child_process";
import { openSync } from "node:fs";
import { CLI, command, type ErrorCase, KEY, program, shownBy } from "./error-case.ts";

const env = { ORDERS_API_KEY: KEY };
/** Where nothing listens. */
const URL = "http://127.0.0.1:1/v1";

/** Linux has a device that is always full. */
function onFullDisk(): ErrorCase {
  const run = async () => {
    const stdio = ["ignore", openSync("/dev/full", "w"), "pipe"] as const;
    const { status, stderr } = spawnSync(process.execPath, [CLI, "scenarios"], { stdio: [...stdio], encoding: "utf8" });
    return shownBy({ code: status, stdout: "", stderr });
  };
  return { code: "output-not-written", title: "orders-kit scenarios >/dev/full", run };
}

export const COMMAND_LINE: readonly ErrorCase[] = [
  program("unknown-command", ["verfy"]),
  program("unknown-command", [""]),
  program("unknown-command", ["--verson"]),
  command("unknown-flag", ["verify", "--pendign", "17"]),
  command("unknown-flag", ["mock", "-p", "4010"]),
  command("unknown-flag", ["compare", "a", "b", "--only", "list-ok"]),
  command("unknown-flag", ["clauses", "--jsn"]),
  command("unknown-flag", ["init", "public", "--save"]),
  command("unexpected-argument", ["mock", "default"]),
  command("unexpected-argument", ["verify", "mock", "--", "--json"]),
  command("unexpected-argument", ["compare", "a", "b", "c"]),
  command("unexpected-argument", ["proxy", URL, "4020"], { env }),
  command("unexpected-argument", ["clauses", "list-ok"]),
  command("unexpected-argument", ["init", "my", "app"]),
  command("missing-value", ["verify", "mock", "--report"]),
  command("missing-value", ["verify", "mock", "--report", "--json"]),
  command("missing-value", ["verify", "--pending="]),
  command("missing-value", ["mock", "--host", ""]),
  command("missing-value", ["proxy", URL, "--api-key-env", ""], { env }),
  command("no-value", ["verify", "--read-only=yes"]),
  command("no-value", ["mock", "--json=1"]),
  command("bad-value", ["mock", "--port", "70000"]),
  command("bad-value", ["mock", "--orders", "-1"]),
  command("bad-value", ["mock", "--orders", "1e9"]),
  command("bad-value", ["mock", "--seed", "x"]),
  command("bad-value", ["proxy", URL, "--port", "0x10"], { env }),
  command("bad-value", ["verify", URL, "--pending", "17.0"], { env }),
  command("bad-value", ["verify", URL, "--pending", "9223372036854775808"], { env }),
  command("bad-value", ["verify", URL, "--rate", "0"], { env }),
  command("bad-value", ["verify", URL, "--timeout", "10s"], { env }),
  command("unknown-scenario", ["mock", "--scenario", "defualt"]),
  command("unknown-scenario", ["mock", "--scenario", "shop.json"]),
  command("unknown-clause", ["verify", "--only", "list-okay"]),
  command("no-scenario-file", ["mock", "--watch"]),
  command("no-scenario-file", ["mock", "--watch", "--scenario", "int64"]),
  command("both-pending-and-shipped", ["verify", URL, "--pending", "17", "--shipped", "17"], { env }),
  command("learn-where", ["verify", "--learn-anyway"]),
  command("learn-part", ["verify", "--learn", "staging.yaml", "--only", "list-ok"]),
  command("compare-two", ["compare", "staging"]),
  command("compare-whose-flag", ["compare", "mock", "msw", "--pending", "17"]),
  command("compare-whose-flag", ["compare", "mock", "msw", "--header", "Cookie: s3cret"]),
  command("bad-value", ["verify", "https://staging.example/v1", "--connect-to", "10.0.0.7"]),
  onFullDisk(),
  command("proxy-target", ["proxy"]),
  command("missing-folder", ["init"]),
];
