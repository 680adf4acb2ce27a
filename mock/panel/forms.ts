/** Forms and dialogs: inputs that a choice needs, problems at their fields, what a dialog does when it is submitted. */
import { parseJson } from "../../spec/json/json.ts";
import { byId, element, panelPage, setText } from "./element.ts";

/** Shows what is wrong with a field at the field, in the words of its title, in place of the words of the browser. */
export function showProblemsAtFields(): void {
  const onInvalid = (event: Event): void => {
    event.preventDefault();
    const field = event.target as HTMLInputElement;
    clearProblem(field);
    field.ariaInvalid = "true";
    const problem = field.validity.valueMissing ? "Fill this in." : field.title;
    placeOf(field).after(element("p", { class: "problem", role: "alert" }, problem));
    // The first one of its form.
    if (field.form?.querySelector(":is(input, select, textarea):invalid") === field) field.focus();
  };
  panelPage().addEventListener("invalid", onInvalid, true);
  panelPage().addEventListener("input", ({ target }) => clearProblem(target as HTMLElement));
}

/** What is beside the problem: the text of a label is the name of its field. */
const placeOf = (field: HTMLElement): Element => field.closest("label") ?? field;

function clearProblem(field: HTMLElement): void {
  field.ariaInvalid = null;
  const next = placeOf(field).nextElementSibling;
  if (next?.matches("p.problem")) next.remove();
}

/**
 * Shows the inputs that the chosen options need, which name them in data-inputs; the others with data-optional are hidden. Returns the function
 * that does so again.
 */
export function showNeededInputs(form: HTMLFormElement): () => void {
  const show = (): void => {
    const chosen = form.querySelectorAll<HTMLOptionElement>("option:checked");
    const needed = Array.from(chosen, ({ dataset }) => dataset.inputs?.split(" ")).flat();
    for (const input of form.querySelectorAll<HTMLInputElement>("[data-optional]")) {
      // A hidden input that is required would block the form.
      input.disabled = !needed.includes(input.name);
      input.parentElement!.hidden = input.disabled;
    }
  };
  form.addEventListener("change", show);
  show();
  return show;
}

/** The object that the fields of a form add up to: `part` is a part of it in JSON, and any other a number. Empty ones add nothing. */
export function partsIn(
  form: HTMLFormElement,
  submitter: HTMLElement | null = null,
  read: Readonly<Record<string, (text: string) => object>> = {},
): object {
  const filled = [...new FormData(form, submitter)].filter(([, value]) => value !== "");
  const parts = filled.map(([name, value]) => {
    const text = String(value);
    if (name === "part") return parseJson(text);
    return read[name]?.(text) ?? { [name]: Number(text) };
  });
  return Object.assign({}, ...parts);
}

/**
 * Runs `save` when the form of the dialog is submitted, and closes the dialog; if it rejects, shows the reason and stays open. `save` gets
 * the value of the button.
 */
export function onSubmit(
  dialogId: string,
  save: (choice: string) => Promise<void>,
): HTMLDialogElement {
  const dialog = byId<HTMLDialogElement>(dialogId);
  const problem = dialog.querySelector<HTMLElement>("pre[role=alert]")!;
  dialog.querySelector("[data-close]")?.addEventListener("click", () => dialog.close());
  dialog.addEventListener("close", () => {
    setText(problem, "");
    for (const field of dialog.querySelectorAll<HTMLElement>("[aria-invalid]")) clearProblem(field);
  });
  dialog.addEventListener("submit", (event) => {
    event.preventDefault();
    const { value = "" } = (event.submitter ?? {}) as HTMLButtonElement;
    void save(value).then(
      () => dialog.close(),
      ({ message }: Error) => setText(problem, message),
    );
  });
  return dialog;
}
