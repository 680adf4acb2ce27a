import { expect, test } from "playwright/test";
import { CLAUSES, INVISIBLE_STATEMENTS, OPEN_QUESTIONS } from "../../spec/clauses/index.ts";
import { runCommand } from "../testing/io.ts";
import { command as clausesCommand } from "./clauses.ts";

async function run(...argv: string[]): Promise<string> {
  const { exitCode, stdout, stderr } = await runCommand(clausesCommand, ...argv);
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: "" });
  return stdout;
}

test("every clause, open question and invisible statement is listed, with its section; a clause with what it needs", async () => {
  const text = await run();
  const flat = text.replace(/\s+/g, " ");
  for (const { id, section, statement } of CLAUSES)
    expect(flat).toContain(`${id} ${section} ${statement}`);
  for (const { id, section, question, answers, default: answer } of OPEN_QUESTIONS) {
    expect(flat).toContain(`${id} ${section} ${question}`);
    for (const name of Object.keys(answers))
      expect(flat).toContain(`${name === answer ? "•" : "◦"} ${name} `);
  }
  for (const { subject, section } of INVISIBLE_STATEMENTS)
    expect(flat).toContain(`${subject} ${section}`);
  expect(Math.max(...text.split("\n").map((line) => line.length))).toBeLessThanOrEqual(100);
  expect(flat).toContain(
    "returns 409. DELETE /store/orders/{orderId} · status 409 · needs a shipped id",
  );
  expect(flat).toContain("gets 401. every operation · status 401 · needs no orders");
});

test("--json prints the same as data", async () => {
  const data = { clauses: CLAUSES, silences: OPEN_QUESTIONS, invisible: INVISIBLE_STATEMENTS };
  expect(JSON.parse(await run("--json"))).toEqual(JSON.parse(JSON.stringify(data)));
});
