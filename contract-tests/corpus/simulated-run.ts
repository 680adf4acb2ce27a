/**
 * Runs the whole gate in this process, on a virtual clock, against a service drawn from a seed,
 * which repeats exactly. Services come from the corpus; surroundings add other clients, latencies,
 * overtaking calls, outages and a limiter.
 */
import type { Clock } from "../client/clock.ts";
import type { Answer, Exchange, Send } from "../client/exchange.ts";
import { maskingClient } from "../client/masking/masking-client.ts";
import { judgeClient } from "../testing/judge-client.ts";
import { type Draw, drawFrom } from "../testing/simulation/draw.ts";
import { virtualClock } from "../testing/simulation/virtual-clock.ts";
import { type BusyStore, drawBusyStore, idsOf, listAsStore, ordersOf } from "./busy-store.ts";
import { conductItself, drawConduct } from "./drawn-conduct.ts";
import { createOrder, isProvided, roomy } from "./orders.ts";
import { addressed, type Reply, type Request } from "./raw-http.ts";
import { createReferenceService, type ReferenceService } from "./reference-service.ts";
import { empty, html, withHeader } from "./replies.ts";
import { OTHERS } from "./sound/concurrent-clients.ts";
import { applyChange, type Sound, sound } from "./variant.ts";
import { VARIANTS } from "./variants.ts";

/**
 * Plain data, so that we can print it with a failing seed. `store` replaces the corpus's orders and
 * lists.
 */
type Surroundings = ReturnType<typeof drawSurroundings> & { readonly store?: BusyStore };

/**
 * Variants that differ in bytes or wait in real time need a socket: the corpus judges them over
 * HTTP.
 */
const inProcess = ({ callTimeoutMs, basePath, key }: Sound): boolean =>
  callTimeoutMs === undefined && basePath === undefined && key === undefined;
const SOUND = VARIANTS.filter(
  (one): one is Sound => one.kind === "sound" && !one.mayEndRun && inProcess(one),
);
const REFERENCE = sound("The reference.", "it is the reference", {});
const KEY = "Simulated-5f1c9be0-Zz";
const CALL_TIMEOUT_MS = 10_000;
const BASE_URL = "http://simulated.test/v1";

/**
 * Resolves to the blamed clauses, the checks that did not finish, and the others' orders that a
 * call of the run changed.
 */
export async function simulate(seed: number) {
  const draw = drawFrom(seed);
  const store = draw.happens(0.6) ? drawBusyStore(draw) : undefined;
  const variant = store === undefined ? draw.one(SOUND) : REFERENCE;
  const drawn = { ...drawSurroundings(draw), ...(store && { store }) };
  // These variants have other clients of their own, which would use an id twice.
  const surroundings = variant.reading === OTHERS ? { ...drawn, changesPerSecond: 0 } : drawn;
  // Reading a list in batches waits in real time, but the time-out of a call is virtual.
  const { serialMs, ...further } = surroundings;
  const served = serialMs === undefined || store === undefined ? further : surroundings;
  const clock = virtualClock();
  const ids = store === undefined ? undefined : idsOf(store.ids, draw);
  const initial = store === undefined ? (variant.orders ?? roomy)() : ordersOf(store, ids!);
  const harmed: bigint[] = [];
  let isOthersTurn = false;
  const service = createReferenceService(
    KEY,
    initial,
    ({ id }) => {
      if (!isOthersTurn && !isProvided(initial, id)) harmed.push(id);
    },
    () => clock.epoch + clock.now(),
  );
  applyChange(service, variant.change);
  if (store !== undefined) listAsStore(service, store, draw);
  if (surroundings.conduct !== undefined) conductItself(service, surroundings.conduct, draw);
  const others = othersOf(service, surroundings, draw, clock, ids);
  const live = (): void => {
    isOthersTurn = true;
    others();
    isOthersTurn = false;
  };
  const { pending, shipped } = initial;
  const thorough = draw.happens(0.5);
  const config = { baseUrl: BASE_URL, pending, shipped, seed, thorough, settleMs: 5_000 };
  const { report } = await judgeClient(sendTo(service, served, draw, clock, live), config, clock);
  return {
    ...{ seed, variant, surroundings, verdict: report.verdict, harmed },
    violated: report.clauses.flatMap(({ id, verdict, why = "" }) =>
      verdict === "violated" ? [[id, why] as const] : [],
    ),
    broken: report.broken.map(({ check, why }) => `${check}: ${why}`),
  };
}

function drawSurroundings(draw: Draw) {
  const fastest = draw.integer(1, 20);
  return {
    /** How many orders others place, ship or cancel in a second. */
    changesPerSecond: draw.one([0, 20, 500, 2_000, 5_000]),
    /** Range of a call's duration in milliseconds. */
    latency: [fastest, fastest + draw.integer(0, 60)] as const,
    /** When during a call the service takes effect: 0 is its arrival, 1 its reply. */
    effectAt: draw.one([
      [0, 0],
      [1, 1],
      [0, 1],
    ] as const),
    /** From when and for how long, in milliseconds, calls get this status or no connection. */
    ...(draw.happens(0.3) && {
      outage: {
        ...{ from: draw.integer(100, 6_000), ms: draw.integer(200, 20_000) },
        answer: draw.one([502, 503, 504, "unreachable"] as const),
      },
    }),
    ...(draw.happens(0.7) && { conduct: drawConduct(draw) }),
    /** Milliseconds that the service takes for each call, if it answers one at a time. */
    ...(draw.happens(0.1) && { serialMs: draw.integer(20, 1_600) }),
    /** Calls per second above which further ones get 429. */
    ...(draw.happens(0.15) && { limit: draw.integer(5, 60) }),
  };
}

/** Other clients use the orders that were not provided, and place new ones. */
function othersOf(
  { store }: ReferenceService,
  { changesPerSecond }: Surroundings,
  draw: Draw,
  clock: Clock,
  ids: Iterator<bigint> | undefined,
): () => void {
  let nextId = 4_000_000n;
  let changedAt = 0;
  const change = (): void => {
    const order = draw.one(store.orders);
    if (draw.happens(0.27)) {
      nextId = ids?.next().value ?? nextId + BigInt(draw.integer(1, 9));
      store.orders = [...store.orders, createOrder(nextId, "pending")];
    } else if (isProvided(store.initial, order.id)) return;
    else if (order.state === "pending" && draw.happens(0.5)) order.state = "shipped";
    else if (order.state !== "shipped" || draw.happens(0.3))
      store.orders = store.orders.filter((one) => one !== order);
  };
  return () => {
    const count = Math.min(100, Math.floor(((clock.now() - changedAt) * changesPerSecond) / 1_000));
    if (count > 0) changedAt = clock.now();
    for (let nth = 0; nth < count; nth++) change();
  };
}

function sendTo(
  service: ReferenceService,
  { latency, effectAt, outage, limit = Infinity, serialMs }: Surroundings,
  draw: Draw,
  clock: Clock,
  live: () => void,
): Send {
  const recent: number[] = [];
  /** Answers in place of the service; undefined if the call gets through. */
  const inFront = (): Pick<Exchange, "response" | "failure"> | undefined => {
    const now = clock.now();
    if (outage !== undefined && now >= outage.from && now < outage.from + outage.ms)
      return outage.answer === "unreachable"
        ? { failure: { kind: "unreachable", message: "the connection was refused" } }
        : responseOf(html(outage.answer));
    while (recent.length > 0 && recent[0]! < now - 1_000) recent.shift();
    if (recent.length >= limit) return responseOf(withHeader(empty(429), "Retry-After", "1"));
    recent.push(now);
    return undefined;
  };
  /** When the service is free for the next call, on the virtual clock. */
  let freeAt = 0;
  const turn = async (each: number): Promise<void> => {
    freeAt = Math.max(freeAt, clock.now()) + each;
    await clock.sleep(freeAt - clock.now());
  };
  const connections = new Map<string, Request["connection"]>();
  return maskingClient(
    async ({ url, method, headers }, call) => {
      const connection = connections.get(call.connection ?? "") ?? { authorized: false };
      if (call.connection !== undefined) connections.set(call.connection, connection);
      const request = {
        method,
        ...addressed(url, BASE_URL),
        headers,
        body: call.body ?? "",
        connection,
      };
      const ms = latency[0] + draw.number() * (latency[1] - latency[0]);
      const before = ms * (effectAt[0] + draw.number() * (effectAt[1] - effectAt[0]));
      await clock.sleep(before);
      live();
      const answered = async () => {
        if (serialMs !== undefined) await turn(serialMs);
        const answer = inFront() ?? (await received(await service.answer(request), clock));
        if (service.isAuthorized(request)) connection.authorized = true;
        await clock.sleep(ms - before);
        return answer;
      };
      const answer = serialMs === undefined ? await answered() : await inTime(answered(), clock);
      return method === "HEAD" && answer.response !== undefined
        ? { response: { ...answer.response, body: Buffer.alloc(0) } }
        : answer;
    },
    { baseUrl: BASE_URL, key: KEY, now: clock.now },
  );
}

/** A service that answers one call at a time may answer too late. */
function inTime(answer: Promise<Answer>, clock: Clock): Promise<Answer> {
  const late = { failure: { kind: "timeout", message: "no answer within 10 s" } } as const;
  return Promise.race([answer, clock.sleep(CALL_TIMEOUT_MS).then(() => late)]);
}

/** Returns what a client receives of a reply: nothing unless it is written as a whole. */
async function received(
  reply: Reply,
  clock: Clock,
): Promise<Pick<Exchange, "response" | "failure">> {
  await clock.sleep(reply.delayMs ?? 0);
  const encoded = Buffer.from("HTTP/1.1 200 OK\r\n\r\n");
  const { parts, end } = reply.writeRaw?.(encoded) ?? { parts: [encoded], end: "keep" as const };
  if (end === "keep" || Buffer.concat(parts).length >= encoded.length) return responseOf(reply);
  if (end === "hang") await clock.sleep(CALL_TIMEOUT_MS);
  return { failure: { kind: end === "hang" ? "timeout" : "reset", message: "no response came" } };
}

function responseOf({ status, headers, body }: Reply): Pick<Exchange, "response"> {
  return {
    response: {
      status,
      reason: "",
      httpVersion: "1.1",
      headers,
      body,
      trailingBytes: 0,
      informational: [],
    },
  };
}
