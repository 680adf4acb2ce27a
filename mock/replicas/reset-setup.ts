/** What a world starts from, as JSON in the store. */
import { parseScenario } from "../../scenarios/parse.ts";
import { scenarioText } from "../../scenarios/scenario-text.ts";
import type { ResetOptions } from "../control/commands.ts";
import type { Service } from "../service/service.ts";
import type { WorldTemplate } from "../service/world-template.ts";

interface Setup {
  readonly scenario?: string | undefined;
  /** The scenario itself, if replicas do not know it by its name. */
  readonly text?: string | undefined;
  readonly seed?: number | undefined;
  readonly orders?: number | undefined;
}

export function setupText({ scenario, seed, orders }: ResetOptions, { template }: Service): string {
  const isKnown = scenario === undefined || typeof scenario === "string" || scenario === template.scenario;
  const name = typeof scenario === "object" ? scenario.name : scenario;
  const setup: Setup = { scenario: name, text: isKnown ? undefined : scenarioText(scenario), seed, orders };
  return JSON.stringify(setup);
}

export async function templateOf(service: Service, text: string): Promise<WorldTemplate> {
  const { scenario, text: own, ...size }: Setup = JSON.parse(text);
  return await service.templateFor(own === undefined ? scenario : parseScenario(own, `${scenario}.yaml`), size);
}
