/**
 * Does what a row of cases.yaml says, in a new folder, and resolves with what the user then reads.
 */
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import http, { createServer } from "node:http";
import https from "node:https";
import net, { type Server } from "node:net";
import { dirname, join } from "node:path";
import { run } from "../../cli/run.ts";
import { fakeProcess } from "../../cli/testing/fake-process.ts";
import { contractTests } from "../../contract-tests/playwright/contract.ts";
import { SAMPLES } from "../../contract-tests/testing/sample-reports.ts";
import { ended, environment, launch } from "../../contract-tests/testing/servers/processes.ts";
import { listening } from "../../contract-tests/testing/servers/servers.ts";
import { temporaryFolder } from "../../contract-tests/testing/temporary-folder.ts";
import { answerAdmin } from "../../contract-tests/traffic/proxy/admin.ts";
import { verify } from "../../contract-tests/verify.ts";
import { checkCaller } from "../../mock/http/control/serve.ts";
import { type MockOptions, startMock } from "../../mock/http/server.ts";
import { explainStart } from "../../mock/msw/explain-start.ts";
import { createHandlers, createWorld } from "../../mock/msw/handlers.ts";
import { mockOverHttp } from "../../mock/playwright/mock-over-http.ts";
import { selfSigned } from "../../mock/testing/self-signed.ts";
import { parseScenario } from "../../scenarios/index.ts";
import { UserError } from "../../spec/errors/user-error.ts";
import { MANIFEST, ROOT } from "../manifest.ts";

type Texts = Readonly<Record<string, string>>;

/**
 * A row has one of `run`, `shell`, `call` and `ask`. `{port}` is the server's port, and `{folder}`
 * the folder in which everything happens.
 */
export interface Case {
  /** A command line, run in this process, with a key in ORDERS_API_KEY. */
  readonly run?: string;
  /** Shell commands. */
  readonly shell?: string;
  /** An expression in a program that uses the library, or in a test that controls a mock. */
  readonly call?: string;
  /** A call of the control API; `before` is another call that precedes it. */
  readonly ask?: string;
  readonly before?: string;
  readonly headers?: Texts;
  readonly body?: string;
  /** Size in bytes of a body too long to write down. */
  readonly size?: number;
  readonly of?: "proxy";
  readonly mock?: MockOptions;
  readonly env?: Texts;
  /** File contents by path; a folder if the path ends in a slash. */
  readonly files?: Texts;
  readonly server?: Answer;
}

/** How a server answers each call: with a status, with text that may not be HTTP, or never. */
interface Answer {
  readonly status?: number;
  readonly headers?: Texts;
  readonly body?: string;
  readonly text?: string;
  readonly silent?: boolean;
  readonly tls?: boolean;
  /** Bodies of the plain lists, one after the other; the last one is repeated. */
  readonly lists?: readonly string[];
}

export const KEY = "sk-provoked-7Q";
const CLI = join(ROOT, MANIFEST.bin["orders-kit"]);
const PAIR = await selfSigned();

function serverOf({ status = 200, headers = {}, body, text, silent, tls, lists }: Answer): Server {
  if (silent === true) return net.createServer();
  if (text !== undefined) return net.createServer((socket) => void socket.end(text));
  const left = [...(lists ?? [])];
  const answer: http.RequestListener = (request, reply) => {
    const isList = lists !== undefined && request.method === "GET";
    const type = body === undefined ? {} : { "content-type": "application/json" };
    reply.writeHead(isList ? 200 : status, { ...type, ...headers });
    const isPlain = request.headers["accept-encoding"] === undefined;
    reply.end(isList ? (isPlain && left.length > 1 ? left.shift() : left[0]) : body);
  };
  return tls === true ? https.createServer(PAIR, answer) : createServer(answer);
}

/** Returns the text that the user reads, preceded by the exit code or the status. */
export async function runCase(row: Case): Promise<string> {
  const server = row.server && (await listening(serverOf(row.server)));
  const before = process.cwd();
  process.chdir(temporaryFolder());
  const folder = process.cwd();
  const filled = <T extends object>(given: T): T =>
    JSON.parse(
      JSON.stringify(given).replaceAll("{port}", `${server?.port}`).replaceAll("{folder}", folder),
    );
  try {
    const { files = {}, ...given } = filled(row);
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(join(folder, path.endsWith("/") ? path : dirname(path)), { recursive: true });
      if (!path.endsWith("/")) writeFileSync(join(folder, path), text);
    }
    const content = contentOf(folder);
    const text = await shownBy(given);
    if (contentOf(folder) !== content) return `The folder has changed.\n${text}`;
    return text
      .replaceAll(folder, "/app")
      .replaceAll(ROOT, "/orders-kit")
      .replace(/(?<=\b127\.0\.0\.1:|\blocalhost:|\bPort )\d{4,5}\b/g, "4010");
  } finally {
    process.chdir(before);
    server?.close();
  }
}

/** All files except reports, with their content. */
function contentOf(folder: string): string {
  const paths = readdirSync(folder, { recursive: true, encoding: "utf8" });
  return paths
    .filter((path) => !path.startsWith("orders-kit-report"))
    .map((path) => (statSync(path).isFile() ? `${path}: ${readFileSync(path, "utf8")}` : path))
    .toSorted()
    .join("\n");
}

async function shownBy({ run: line, shell, call, env, ...asked }: Case): Promise<string> {
  if (line !== undefined) return inProcess(wordsOf(line).slice(1), { ORDERS_API_KEY: KEY, ...env });
  if (call !== undefined) return failing(call);
  if (shell === undefined) return answerTo(asked);
  const script = shell.replaceAll("orders-kit ", `"${process.execPath}" "${CLI}" `);
  const child = launch("sh", ["-c", script], process.cwd(), environment());
  const { code, stdout, stderr } = await ended(child);
  return `(exit code ${code})\n${stdout}${stderr}`;
}

/** The words of a command line, with double quotes as in a shell. */
const wordsOf = (line: string): string[] =>
  (line.match(/(?:"[^"]*"|[^\s"])+/g) ?? []).map((word) => word.replaceAll('"', ""));

/** If a run ends with a report, shows its reason and the notes before it. */
async function inProcess(argv: readonly string[], env: Texts): Promise<string> {
  const { process, written } = fakeProcess(argv, env);
  // A command that serves does not end by itself.
  setTimeout(() => process.emit("SIGINT"), 20_000).unref();
  await run(process);
  const { stdout, stderr, all } = written;
  const { why } = stdout.startsWith("{") ? JSON.parse(stdout) : { why: undefined };
  const notes = stderr.replace(/^\d+ s: .*\n/gm, "");
  const reason = why === undefined ? "" : `${why}\n`;
  const text = stdout.startsWith("{") ? notes + reason : all;
  return `(exit code ${process.exitCode})\n${text}`;
}

/**
 * Runs the expression with a running mock in reach, and its client as the Playwright fixture has
 * it.
 */
async function failing(call: string): Promise<string> {
  const { baseUrl, close } = await startMock({ port: 0 });
  const reach = {
    ...{ startMock, createHandlers, createWorld, parseScenario, verify, contractTests, PAIR },
    ...{ selfSigned, explainStart, mockOverHttp, checkCaller, baseUrl },
    orders: mockOverHttp(baseUrl, undefined).world(""),
  };
  try {
    await new Function(...Object.keys(reach), `return ${call}`)(...Object.values(reach));
    return "(returns)\n";
  } catch (error) {
    if (error instanceof UserError) return `(throws)\n${error.display}\n`;
    throw error;
  } finally {
    await close();
  }
}

const FINDINGS = {
  target: "staging",
  baseUrl: "http://127.0.0.1/v1",
  judgedBy: "orders-kit",
  secrets: () => [],
  soFar: () => SAMPLES.conforms,
};

/** The answer of a mock, or of the proxy. */
async function answerTo({ ask = "", before, of, mock, ...sent }: Case): Promise<string> {
  if (of === "proxy") {
    const { port, close } = await listening(
      createServer((call, reply) => void answerAdmin(call, reply, FINDINGS)),
    );
    return answer(ask, `http://127.0.0.1:${port}`, sent).finally(close);
  }
  const { adminUrl, close } = await startMock({ ...mock, port: 0 });
  if (before !== undefined) await answer(before, adminUrl, {});
  return answer(ask, adminUrl, sent).finally(close);
}

/** We do not use fetch, because it sets Host and Origin itself. */
function answer(
  ask: string,
  url: string,
  { headers = {}, size = 0, body = " ".repeat(size) }: Case,
): Promise<string> {
  const [method, path = ""] = ask.split(" ");
  return new Promise((resolve, reject) => {
    const options = { method, headers: { ...headers, "content-length": body.length } };
    const call = http.request(url + path, options, async (response) => {
      let text = "";
      for await (const chunk of response) text += chunk;
      const { code, detail = "no error", message = detail } = JSON.parse(text);
      const told = message.replace(/$|\n/, (end: string) => ` [${code}]${end}`);
      resolve(`(status ${response.statusCode})\n${told}\n`);
    });
    call.on("error", reject).end(body);
  });
}
