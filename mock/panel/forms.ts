/**
 * Forms and dialogs: shows the inputs a choice needs and the problems at their fields, and handles
 * submits.
 */
import { parseJson } from "../../spec/json/json.ts";
import { byId, element, panelPage, setText } from "./element.ts";

/**
 * Shows what is wrong with a field beside it, in the words of its title instead of the browser's.
 */
export function showProblemsAtFields(): void {
  const onInvalid = (event: Event): void => {
    event.preventDefault();
    const field = event.target as HTMLInputElement;
    clearProblem(field);
    field.ariaInvalid = "true";
    const problem = field.validity.valueMissing ? "Fill this in." : field.title;
    placeOf(field).after(element("p", { class: "problem", role: "alert" }, problem));
    // Focus the first invalid field of the form.
    if (field.form?.querySelector(":is(input, select, textarea):invalid") === field) field.focus();
  };
  panelPage().addEventListener("invalid", onInvalid, true);
  panelPage().addEventListener("input", ({ target }) => clearProblem(target as HTMLElement));
}

/**
 * The element next to which a problem is shown, outside the label, because a label's text is the
 * field's name.
 */
const placeOf = (field: HTMLElement): Element => field.closest("label") ?? field;

function clearProblem(field: HTMLElement): void {
  field.ariaInvalid = null;
  const next = placeOf(field).nextElementSibling;
  if (next?.matches("p.problem")) next.remove();
}

/**
 * Shows the inputs that the chosen options name in data-inputs, and hides all others that have
 * data-optional. Returns the function that does so again.
 */
export function showNeededInputs(form: HTMLFormElement): () => void {
  const show = (): void => {
    const chosen = form.querySelectorAll<HTMLOptionElement>("option:checked");
    const needed = Array.from(chosen, ({ dataset }) => dataset.inputs?.split(" ")).flat();
    for (const input of form.querySelectorAll<HTMLInputElement>("[data-optional]")) {
      // A hidden required input would block the form.
      input.disabled = !needed.includes(input.name);
      input.parentElement!.hidden = input.disabled;
    }
  };
  form.addEventListener("change", show);
  show();
  return show;
}

/**
 * Combines a form's fields into one object: `part` is JSON to merge, every other field a number.
 * Empty fields are left out.
 */
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
 * Runs `save` with the button's value when the dialog's form is submitted, and then closes the
 * dialog. If `save` rejects, shows the reason and leaves the dialog open.
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
