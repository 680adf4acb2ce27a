import { command, type ErrorCase, KEY } from "./error-case.ts";

const env = { ORDERS_API_KEY: KEY };
const URL = "http://127.0.0.1:1/v1";

/** A scenario with an error. */
const scenario = (text: string): ErrorCase =>
  command("bad-file", ["scenarios", "shop.yaml"], { files: { "shop.yaml": text } });

/** An orders-kit.yaml with an error. */
const targets = (text: string): ErrorCase =>
  command("bad-file", ["verify", "staging"], { env, files: { "orders-kit.yaml": text } });

/** A profile with an error. */
const profile = (text: string): ErrorCase =>
  command("bad-file", ["mock", "--profile", "staging.yaml"], { files: { "staging.yaml": text } });

export const FILES: readonly ErrorCase[] = [
  scenario("orders:\n  list:\n    - { id: 9223372036854775808 }\n"),
  scenario('orders:\n  list:\n    - { id: "17" }\n'),
  scenario("orders:\n  list:\n    - { id: 17 }\n    - { id: 17 }\n"),
  scenario("orders:\n  list:\n    - { shipDate: 2026-01-15 }\n"),
  scenario("orders:\n  cuont: 5\n"),
  scenario("orders: { count: 1, list: [{ id: 1 }, { id: 2 }] }\n"),
  scenario("orders: 5\n"),
  scenario("seed:\n"),
  scenario("seed: 1\nseed: 2\n"),
  scenario("seed: 1\n---\nseed: 2\n"),
  scenario("orders:\n\tcount: 5\n"),
  scenario("orders: [\n"),
  scenario("seed: 1.5\n"),
  scenario("answers:\n  head: refuse\n"),
  scenario("faults:\n  - { on: listOrder, status: 503 }\n"),
  scenario("faults:\n  - { status: 200 }\n"),
  scenario("faults:\n  - { on: listOrders }\n"),
  scenario("ships:\n  - { id: 17 }\n"),
  scenario("key: {}\n"),
  targets("targets:\n\tstaging:\n\t\turl: https://staging.example/v1\n"),
  targets("targets:\n  staging:\n    url: https://a.example/v1\n    url: https://b.example/v1\n"),
  targets("targets:\n  staging: { url: https://a.example/v1 }\n  staging: { url: https://b.example/v1 }\n"),
  targets("targets:\n  staging:\n    url: https://staging.example/v1\n    pending: [17.0]\n"),
  targets("targets:\n  staging:\n    url: https://staging.example/v1\n    pending: 17\n"),
  targets("targets:\n  staging:\n    url: https://staging.example/v1\n    pendng: [17]\n"),
  targets("targets:\n  staging:\n"),
  targets("targets:\n  staging:\n    keyEnv: STAGING_KEY\n"),
  targets("targets:\n  staging: https://staging.example/v1\n"),
  targets("staging:\n  url: https://staging.example/v1\n"),
  targets("targets:\n  mock: { url: https://staging.example/v1 }\n"),
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the notation of the file
  targets("targets:\n  staging:\n    url: https://${STAGING_HOST}/v1\n"),
  profile("answers: { head: refused }\n"),
  profile("version: 2\n"),
  profile("version: 1\nreplies:\n  order-unknwon: { body: none }\n"),
  command("unreadable-scenario", ["mock", "--scenario", "nowhere.yaml"]),
  command("unreadable-scenario", ["scenarios", "shop.yaml"], { files: { "shop.yaml/": "" } }),
  command("unreadable-profile", ["mock", "--profile", "nowhere.yaml"]),
  command("unreadable-profile", ["compare", "nowhere.yaml", "mock"]),
  command("unreadable-targets", ["verify", "staging"], { env, files: { "orders-kit.yaml/": "" } }),
  command("profile-not-written", ["verify", URL, "--learn", "nowhere/staging.yaml"], { env }),
  command("profile-not-written", ["verify", URL, "--learn", "."], { env }),
  command("not-replaced", ["verify", URL, "--learn", "notes.yaml"], {
    env,
    files: { "notes.yaml": "milk: buy\n" },
  }),
  command("report-not-written", ["verify", URL, "--report", "notes.md"], { env, files: { "notes.md": "mine" } }),
  command("report-not-written", ["verify", URL, "--report", "notes.md/report"], { env, files: { "notes.md": "mine" } }),
  command("report-not-written", ["proxy", URL, "--report", "notes.md"], { env, files: { "notes.md": "mine" } }),
  command("foreign-file", ["verify", URL, "--report", "."], { env, files: { "index.html": "mine" } }),
  command("foreign-file", ["compare", URL, URL, "--report", "."], { env, files: { "compare.md": "mine" } }),
  command("foreign-file", ["init", "."], { files: { "mockServiceWorker.js": "mine" } }),
  command("report-not-written", ["compare", URL, URL, "--report", "notes.md"], { env, files: { "notes.md": "mine" } }),
  command("script-not-written", ["init", "public"], { files: { public: "mine" } }),
];
