/** The script of the report page, which works without it: copies curl lines, and opens folded parts before printing. */
export const REPORT_SCRIPT = `
for (const button of document.querySelectorAll("button[data-copy]")) {
  if (!navigator.clipboard) break;
  button.hidden = false;
  button.addEventListener("click", async () => {
    try {
      await navigator.clipboard.writeText(button.parentElement.querySelector("code").textContent);
      button.textContent = "Copied";
    } catch {
      getSelection().selectAllChildren(button.parentElement.querySelector("code"));
      button.textContent = "Selected";
    }
    document.getElementById("copy-status").textContent = button.textContent;
    setTimeout(() => { button.textContent = "Copy"; }, 2000);
  });
}
addEventListener("beforeprint", () => { for (const details of document.querySelectorAll("details")) details.open = true; });
`;
