import { render } from "preact";
import { App } from "./App.tsx";
import "./style.css";
import "./orders.css";

/** Without this variable the page works offline: a service worker answers instead of the service. */
const configured = import.meta.env.VITE_ORDERS_API;

if (!configured) {
  const { worker } = await import("orders-kit/browser");
  const serviceWorker = { url: `${import.meta.env.BASE_URL}mockServiceWorker.js` };
  await worker.start({
    serviceWorker,
    onUnhandledRequest: "bypass",
    quiet: true,
    panel: true,
    persist: "session",
  });
}

render(
  <App baseUrl={configured || "http://127.0.0.1:4010/v1"} isOffline={!configured} />,
  document.getElementById("app") as HTMLElement,
);
