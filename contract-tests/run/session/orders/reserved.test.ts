/** Two runs use the same orders: that is the operator's doing, and no clause is blamed for it. */
import { expect, test } from "playwright/test";
import { PENDING, SHIPPED, soundService } from "../../../testing/simulation/scripted-run.ts";
import { virtualClock } from "../../../testing/simulation/virtual-clock.ts";
import { wire } from "../../../testing/simulation/wire.ts";
import { runSteps } from "../../run-steps.ts";
import { Session } from "../session.ts";

/** Returns the results of two runs, the second of which begins this many milliseconds later. */
async function twoRuns(lagMs: number, disposable = false) {
  const clock = virtualClock();
  const service = soundService();
  const run = async (seed: number) => {
    const { send } = wire(service, 20, clock);
    const config = { baseUrl: "http://host/v1", seed, readOnly: false, absent: [], disposable };
    const session = new Session(send, { ...config, pending: PENDING, shipped: [SHIPPED] }, clock);
    const { steps, broken } = await runSteps(session);
    const findings = steps.flatMap((step) => step.findings);
    const why = (...kinds: string[]) =>
      findings.flatMap((one) => (kinds.includes(one.kind) && "why" in one ? [one.why] : []));
    return {
      violated: why("violated"),
      told: [...broken.map((one) => one.why), ...why("unproven")].join("\n"),
    };
  };
  const first = run(1);
  await clock.sleep(lagMs);
  return Promise.all([first, run(2)]);
}

for (const disposable of [false, true])
  for (const lagMs of [50, 200, 1_000, 3_000])
    test(`a run that begins ${lagMs} ms after another one, with the same orders, says so, and neither blames the service${disposable ? ", in a disposable deployment" : ""}`, async () => {
      const runs = await twoRuns(lagMs, disposable);
      expect(runs.flatMap(({ violated }) => violated)).toEqual([]);
      const told = runs.map((run) => run.told).join("\n");
      expect(told).toMatch(/have vanished .* \[orders-taken\]|Not there: /);
    });
