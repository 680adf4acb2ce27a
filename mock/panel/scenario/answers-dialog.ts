/**
 * The dialog for what the contract leaves open: how this world answers there, and when its key
 * expires.
 */
import { OPEN_QUESTIONS, type OpenQuestion } from "../../../spec/clauses/open-questions.ts";
import { stringifyJson } from "../../../spec/json/json.ts";
import { change } from "../changes.ts";
import type { ShownWorld } from "../connection.ts";
import { byId, element, orShowError } from "../element.ts";
import { onSubmit } from "../forms.ts";

export function answersDialog(shown: ShownWorld): void {
  const key = byId<HTMLInputElement>("key-expires");
  const fields = OPEN_QUESTIONS.map((openQuestion) => ({
    openQuestion,
    select: selectOf(openQuestion),
  }));
  byId("answers").append(
    ...fields.map(({ openQuestion: { question }, select }) =>
      element("label", {}, question.replaceAll("`", ""), select),
    ),
  );
  /** The previous choices, as JSON. */
  let before = "";
  const chosen = () => ({
    answers: Object.fromEntries(
      fields.map(({ openQuestion, select }) => [openQuestion.id, select.value]),
    ),
    ...(key.value !== "" && { key: { expiresAfter: Number(key.value) } }),
  });
  const dialog = onSubmit("answers-dialog", async () => {
    const part = chosen();
    if (stringifyJson(part) === before) return;
    const done = "The world answers as you have chosen.";
    await change(shown(), done, (world) => world.update(part));
  });
  byId("open-answers").addEventListener("click", async () => {
    const state = await orShowError(shown().state({ limit: 0 }));
    if (state === undefined) return;
    const answers: Readonly<Record<string, string>> = state.answers;
    for (const { openQuestion, select } of fields)
      select.value = answers[openQuestion.id] ?? openQuestion.default;
    key.value = state.key ? String(Math.max(0, state.key.expiresAfter - state.calls)) : "";
    before = stringifyJson(chosen());
    dialog.showModal();
  });
}

function selectOf({ answers, default: usual }: OpenQuestion): HTMLSelectElement {
  const choices = Object.entries(answers).map(([value, meaning]) =>
    element("option", { value }, value === usual ? `${meaning} (default)` : meaning),
  );
  return element("select", {}, ...choices);
}
