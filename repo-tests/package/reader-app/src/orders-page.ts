/** The page of a reader's app: lists the orders and cancels them. */
const parameters = new URLSearchParams(location.search);
const service = parameters.get("service") ?? "http://127.0.0.1:4010/v1";
const headers = { authorization: `Bearer ${parameters.get("key") ?? "demo-key"}` };

export function ordersPage(): HTMLElement {
  const page = document.createElement("main");
  page.innerHTML = '<p role="status"></p><ul></ul>';
  const [status, orders] = [...page.children] as [Element, Element];

  async function cancel(id: string): Promise<void> {
    const response = await fetch(`${service}/store/orders/${id}`, { method: "DELETE", headers });
    const words: Readonly<Record<number, string>> = {
      204: "is cancelled",
      409: "has already shipped",
    };
    status.textContent = `Order ${id} ${words[response.status] ?? response.status}.`;
  }

  async function list(): Promise<void> {
    const text = await (await fetch(`${service}/store/orders`, { headers })).text();
    // Ids stay text, because a number cannot hold each of them.
    const ids = [...text.matchAll(/"id":(-?\d+)/g)].map(([, id = ""]) => id);
    status.textContent = ids.length === 0 ? "No orders." : "";
    for (const id of ids) {
      const button = document.createElement("button");
      button.textContent = `Cancel order ${id}`;
      button.addEventListener("click", () => void cancel(id));
      orders.appendChild(document.createElement("li")).append(button);
    }
  }

  void list();
  return page;
}
