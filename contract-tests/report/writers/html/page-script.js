// The script of every page, which works without it: it copies curl lines, and opens folded parts
// before printing.
const showCopyButtons = () => {
  for (const button of document.querySelectorAll("button[data-copy]"))
    button.hidden = !navigator.clipboard;
};
showCopyButtons();
addEventListener("click", async ({ target: button }) => {
  if (!button.matches("button[data-copy]")) return;
  try {
    await navigator.clipboard.writeText(button.parentElement.querySelector("code").textContent);
    button.textContent = "Copied";
  } catch {
    getSelection().selectAllChildren(button.parentElement.querySelector("code"));
    button.textContent = "Selected";
  }
  document.getElementById("status").textContent = button.textContent;
  setTimeout(() => {
    button.textContent = "Copy";
  }, 2000);
});
addEventListener("beforeprint", () => {
  for (const details of document.querySelectorAll("details")) details.open = true;
});
