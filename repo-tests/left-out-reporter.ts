/** Says at the end of `npm test` what it has left out, and which command runs that. */
import type { FullConfig, Reporter, Suite } from "playwright/types/testReporter";

export default class LeftOutReporter implements Reporter {
  #left: readonly string[] = [];

  printsToStdio(): boolean {
    return false;
  }

  onBegin({ projects }: FullConfig, { suites }: Suite): void {
    const ran = suites.map(({ title }) => title);
    const setups = projects.flatMap(({ dependencies, teardown = "" }) => [
      ...dependencies,
      teardown,
    ]);
    this.#left = projects
      .map(({ name }) => name)
      .filter((name) => !ran.includes(name) && !setups.includes(name));
  }

  // After the summaries of the other reporters.
  async onExit(): Promise<void> {
    if (process.env.npm_lifecycle_event !== "test") return;
    const short = this.#left.filter((name) => name !== "long").join(", ");
    console.log(
      `\nNot run: ${short}, and most of the corpus (npm run check); what takes longer (npm run check:long).`,
    );
  }
}
