/** From a target's name to something to send to. The only file of contract-tests that knows the mock. */
import { randomBytes } from "node:crypto";
import { scenarioNamed } from "../scenarios/ready-made.ts";
import { scenarioOrders } from "../scenarios/scenario.ts";
import { faultOfKey } from "../spec/api-key.ts";
import { PROBLEMS } from "../spec/problems.ts";
import type { Rules } from "./safety.ts";
import { isTelling } from "./secrets.ts";
import { prepareOrders } from "./target-commands.ts";
import { readTargetsFile, TARGETS_FILE, type TargetEntry } from "./targets-file.ts";
import { httpSender, type Sender } from "./transport.ts";

export interface TargetRequest {
  /** `mock`, `msw`, an address, or a name of the targets file. */
  readonly target: string;
  readonly pending: readonly bigint[];
  readonly shipped: readonly bigint[];
  readonly readOnly: boolean;
  /** The variable that holds the key, when it is not the one of the targets file or ORDERS_API_KEY. */
  readonly apiKeyEnv?: string | undefined;
  /** Whether orders of a production target may be cancelled. */
  readonly allowProductionWrites: boolean;
  /** Milliseconds until the first byte of an answer. */
  readonly timeoutMs?: number | undefined;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The folder of the targets file. */
  readonly cwd: string;
  /** Told what the user should know about how the target is treated. */
  readonly onNote?: ((note: string) => void) | undefined;
}

export interface Target extends Sender {
  readonly name?: string;
  readonly baseUrl: string;
  readonly key: string;
  /** The environment variable that the key is from; undefined for a key of our own. */
  readonly keyVariable?: string;
  readonly rules: Rules;
}

const KEY_VARIABLE = "ORDERS_API_KEY";
const EMBEDDED = { mock: openMock, msw: openHandlers } as const;

/** Throws a UserError when there is no such target, or when what it needs is missing. */
export async function openTarget(request: TargetRequest): Promise<Target> {
  const { target } = request;
  if (target === "mock" || target === "msw") return EMBEDDED[target](request);
  if (/^https?:\/\//i.test(target)) return openAddress({ url: target }, request);
  const entries = await readTargetsFile(request.cwd, request.env);
  const entry = entries?.get(target);
  if (entry === undefined) {
    const names = [...Object.keys(EMBEDDED), ...(entries?.keys() ?? [])];
    throw PROBLEMS.unknownTarget(target, names, TARGETS_FILE);
  }
  return openAddress(entry, request, target);
}

async function openAddress(entry: TargetEntry, request: TargetRequest, name?: string): Promise<Target> {
  const url = checkAddress(entry.url, name);
  const keyVariable = keyVariableOf(request, entry, name);
  const key = usableKey(request.env[keyVariable], keyVariable);
  const { onNote = () => {} } = request;
  if (!isTelling(key))
    onNote("The key is so short that it cannot be told from other text: the reports are not searched for it.");
  const sender = httpSender({
    baseUrl: url,
    key,
    keyVariable,
    limits: request.timeoutMs === undefined ? {} : { firstByteMs: request.timeoutMs },
  });
  const production = entry.production ?? [name ?? "", new URL(url).hostname].some(soundsLikeProduction);
  const refused = production && !request.allowProductionWrites;
  const asked = request.readOnly || entry.readOnly === true;
  const prepared = asked || refused ? undefined : await prepareOrders(entry, request.env, key, onNote);
  const pending =
    request.pending.length > 0 ? request.pending : [...(entry.pending ?? []), ...(prepared?.pending ?? [])];
  const shipped =
    request.shipped.length > 0 ? request.shipped : [...(entry.shipped ?? []), ...(prepared?.shipped ?? [])];
  const both = pending.find((id) => shipped.includes(id));
  if (both !== undefined) {
    await prepared?.undo();
    throw PROBLEMS.bothPendingAndShipped(both);
  }
  const handedOver = pending.length + shipped.length > 0;
  if (refused && !asked && (handedOver || entry.setup !== undefined))
    onNote(
      `${name ?? url} is a production target, so it is judged read-only. To have the orders that were handed over cancelled, add --allow-production-writes.`,
    );
  return {
    ...(name !== undefined && { name }),
    baseUrl: url,
    key,
    keyVariable,
    rules: { readOnly: asked || refused || !handedOver, pending, shipped },
    send: sender.send,
    close: async () => {
      await sender.close();
      await prepared?.undo();
    },
  };
}

/** Where a target is, for those that only stand before it. The key is optional: without it, fewer faults can be told. */
export async function locateTarget(
  target: string,
  {
    apiKeyEnv,
    env,
    cwd = process.cwd(),
  }: Pick<TargetRequest, "apiKeyEnv" | "env"> & { readonly cwd?: string | undefined },
): Promise<{ readonly name?: string; readonly baseUrl: string; readonly key?: string; readonly keyVariable: string }> {
  const isAddress = /^https?:\/\//i.test(target);
  const entries = isAddress ? undefined : await readTargetsFile(cwd, env);
  const entry: TargetEntry | undefined = isAddress ? { url: target } : entries?.get(target);
  if (entry === undefined) throw PROBLEMS.unknownTarget(target, [...(entries?.keys() ?? [])], TARGETS_FILE);
  const name = isAddress ? undefined : target;
  const keyVariable = keyVariableOf({ apiKeyEnv }, entry, name);
  const wanted = apiKeyEnv !== undefined || Boolean(env[keyVariable]);
  return {
    ...(name !== undefined && { name }),
    baseUrl: checkAddress(entry.url, name),
    ...(wanted && { key: usableKey(env[keyVariable], keyVariable) }),
    keyVariable,
  };
}

/** "prod" as in prod-eu or api.production, not as in product. */
function soundsLikeProduction(name: string): boolean {
  return /prod(?!uct(?!ion))/i.test(name);
}

/** The address as it is called, without a slash at the end. */
function checkAddress(url: string, name: string | undefined): string {
  let parsed: URL;
  try {
    parsed = new URL(url);
  } catch {
    throw PROBLEMS.badTargetUrl(url, "it is no address", name);
  }
  if (parsed.protocol !== "http:" && parsed.protocol !== "https:")
    throw PROBLEMS.badTargetUrl(url, "it is neither http nor https", name);
  if (parsed.username !== "" || parsed.password !== "")
    throw PROBLEMS.badTargetUrl(`${parsed.origin}/…`, "it holds credentials, which would end up in reports", name);
  if (parsed.search !== "" || parsed.hash !== "")
    throw PROBLEMS.badTargetUrl(`${parsed.origin}${parsed.pathname}…`, "it has a query or a fragment", name);
  return parsed.href.replace(/\/+$/, "");
}

/** What stands in the place of the name is perhaps the key itself: only what cannot be one is ever shown. */
function keyVariableOf(
  { apiKeyEnv }: Pick<TargetRequest, "apiKeyEnv">,
  { keyEnv }: TargetEntry,
  name: string | undefined,
): string {
  const variable = apiKeyEnv ?? keyEnv ?? KEY_VARIABLE;
  if (/^[A-Za-z_]\w*$/.test(variable)) return variable;
  throw PROBLEMS.badKeyVariable(apiKeyEnv === undefined ? `keyEnv of ${name} in ${TARGETS_FILE}` : "--api-key-env");
}

function usableKey(key: string | undefined, variable: string): string {
  if (!key) throw PROBLEMS.missingKey(/^[A-Z_0-9]+$/.test(variable) ? variable : "the variable that was named");
  const fault = faultOfKey(key);
  if (fault !== undefined) throw PROBLEMS.badKey(`$${variable}`, fault);
  return key;
}

async function openMock({ timeoutMs, ...request }: TargetRequest): Promise<Target> {
  const { startMock } = await import("../mock/server.ts");
  const key = randomKey();
  const mock = await startMock({ port: 0, apiKeys: [key] });
  const sender = httpSender({
    baseUrl: mock.baseUrl,
    key,
    limits: timeoutMs === undefined ? {} : { firstByteMs: timeoutMs },
  });
  const close = async (): Promise<void> => {
    await sender.close();
    await mock.close();
  };
  return {
    name: "mock",
    baseUrl: mock.baseUrl,
    key,
    rules: await embeddedRules(request),
    send: sender.send,
    close,
  };
}

async function openHandlers(request: TargetRequest): Promise<Target> {
  const [{ createHandlers }, { handlerSend }] = await Promise.all([
    import("../mock/handlers.ts"),
    import("./handler-sender.ts"),
  ]).catch((error: NodeJS.ErrnoException) => {
    throw error.code === "ERR_MODULE_NOT_FOUND" && error.message.includes("'msw'") ? PROBLEMS.mswMissing() : error;
  });
  const key = randomKey();
  const baseUrl = "http://orders.msw/v1";
  const send = handlerSend(createHandlers({ baseUrl, apiKeys: [key] }), baseUrl, key);
  return { name: "msw", baseUrl, key, rules: await embeddedRules(request), send, close: () => {} };
}

const randomKey = (): string => `mock_${randomBytes(18).toString("base64url")}`;

/** The orders of the default scenario that are handed over: four pending ones, with ids of every width, and two shipped ones. */
async function embeddedRules({
  readOnly,
  ...given
}: Pick<TargetRequest, "pending" | "shipped" | "readOnly">): Promise<Rules> {
  const orders = await scenarioOrders(scenarioNamed("default"));
  const ids = (state: string): bigint[] =>
    orders.flatMap(({ order, state: own }) => (own === state && order.id !== undefined ? [order.id] : []));
  const pending = ids("pending");
  const widest = [2n ** 31n, 2n ** 53n].flatMap((least) => pending.find((id) => id > least) ?? []);
  const narrow = pending.filter((id) => !widest.includes(id)).slice(0, 4 - widest.length);
  const shipped = ids("shipped");
  const own = { pending: [...narrow, ...widest], shipped: [...shipped.slice(0, 1), ...shipped.slice(-1)] };
  const handedOver = given.pending.length + given.shipped.length > 0 ? given : own;
  return { readOnly, pending: handedOver.pending, shipped: handedOver.shipped };
}
