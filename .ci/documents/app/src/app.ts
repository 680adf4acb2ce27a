/** The app that a reader has: it lists the orders, and cancels them. */
const told = new URLSearchParams(location.search);
const service = told.get("service") ?? "http://127.0.0.1:4010/v1";
const headers = { authorization: `Bearer ${told.get("key") ?? "demo-key"}` };
const said = document.querySelector("#said") as HTMLElement;

async function cancel(id: string): Promise<void> {
  const { status } = await fetch(`${service}/store/orders/${id}`, { method: "DELETE", headers });
  said.textContent =
    status === 204 ? `Order ${id} is cancelled.` : status === 409 ? `Order ${id} has already shipped.` : `${status}`;
}

const answer = await fetch(`${service}/store/orders`, { headers });
// Ids as text, since a number of JavaScript does not hold them all.
for (const [, id = ""] of (await answer.text()).matchAll(/"id":(-?\d+)/g)) {
  const button = document.createElement("button");
  button.textContent = `Cancel order ${id}`;
  button.addEventListener("click", () => void cancel(id));
  document.querySelector("#orders")?.appendChild(document.createElement("li")).append(button);
}

export {};
