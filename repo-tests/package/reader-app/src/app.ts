/** The app of a reader: it lists the orders, and cancels them. */
const parameters = new URLSearchParams(location.search);
const service = parameters.get("service") ?? "http://127.0.0.1:4010/v1";
const headers = { authorization: `Bearer ${parameters.get("key") ?? "demo-key"}` };
const status = document.querySelector("#status") as HTMLElement;

async function cancel(id: string): Promise<void> {
  const response = await fetch(`${service}/store/orders/${id}`, { method: "DELETE", headers });
  const words: Readonly<Record<number, string>> = { 204: "is cancelled", 409: "has already shipped" };
  status.textContent = `Order ${id} ${words[response.status] ?? response.status}.`;
}

const list = await fetch(`${service}/store/orders`, { headers });
// Ids stay text: a number cannot hold each of them.
for (const [, id = ""] of (await list.text()).matchAll(/"id":(-?\d+)/g)) {
  const button = document.createElement("button");
  button.textContent = `Cancel order ${id}`;
  button.addEventListener("click", () => void cancel(id));
  document.querySelector("#orders")?.appendChild(document.createElement("li")).append(button);
}

export {};
