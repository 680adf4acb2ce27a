/** action.yml as GitHub reads it. */
import { validateAction } from "@action-validator/core";
import { expect, test } from "playwright/test";
import { action, INPUTS, SHELL, steps, TEXT } from "./action-steps.ts";

/** As a workflow writes it. */
const expression = (text: string): string => `\${{ ${text} }}`;

test("is what GitHub takes", () => {
  expect(validateAction(TEXT).errors).toEqual([]);
});

test("only calls its script, and actions that are pinned by commit", () => {
  for (const { id, run, uses } of steps) {
    if (run === undefined) expect(uses).toMatch(/^actions\/[\w-]+@[0-9a-f]{40}$/);
    else expect(run).toBe(`bash "$GITHUB_ACTION_PATH/action.sh" ${id}`);
  }
});

test("runs orders-kit in the working directory, and uploads the folder of report.json", () => {
  const inFolder = steps.flatMap(({ id, "working-directory": folder }) =>
    folder === undefined ? [] : [[id, folder]],
  );
  const folder = expression("inputs.working-directory");
  expect(inFolder).toEqual([
    ["install", folder],
    ["verify", folder],
  ]);
  const upload = steps.find(({ uses }) => uses?.startsWith("actions/upload-artifact@"));
  expect(upload).toMatchObject({ with: { path: expression("steps.verify.outputs.report") } });
  expect(upload?.if).toMatch(/^always\(\)/);
});

test("uses every input, gives the script the variables that it reads, and has the outputs that it writes", () => {
  for (const name of Object.keys(action.inputs)) expect(TEXT).toContain(`inputs.${name}`);
  const given = steps.flatMap(({ env = {} }) => Object.keys(env));
  expect(given.toSorted()).toEqual([...INPUTS, "ORDERS_KIT"].toSorted());
  const { verdict, ...others } = action.outputs;
  expect(verdict.value).toBe(expression("steps.verify.outputs.verdict || 'not-judged'"));
  expect(Object.keys(others)).toEqual(["exit-code", "violated", "new", "unproven", "report"]);
  const used = [...TEXT.matchAll(/steps\.\w+\.outputs\.([\w-]+)/g)].map(([, name]) => name);
  const written = [...SHELL.matchAll(/\boutput ([a-z-]+)/g)].map(([, name]) => name);
  written.push("verdict", "violated", "new", "unproven");
  expect([...new Set(used)].sort()).toEqual([...new Set(written)].sort());
});

test("has the key in the environment of the step that needs it, and of no other", () => {
  const given = steps.flatMap(({ id, env = {} }) =>
    Object.entries(env).flatMap(([name, value]) =>
      value.includes("api-key") ? [[id, name, value]] : [],
    ),
  );
  const hasKey = expression("inputs.api-key != '' || env.ORDERS_API_KEY != ''");
  expect(given).toEqual([
    ["key", "INPUT_HAS_KEY", hasKey],
    ["verify", "INPUT_API_KEY", expression("inputs.api-key")],
  ]);
});

test("does nothing once the first step says that the job has no key", () => {
  const [first, ...others] = steps;
  expect(first?.id).toBe("key");
  for (const { id, if: condition } of others.filter(({ run }) => run !== undefined))
    expect(condition, id).toBe("steps.key.outputs.skip != 'true'");
});
