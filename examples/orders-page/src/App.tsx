import { useCallback, useMemo, useState } from "preact/hooks";
import { OrdersPage } from "./OrdersPage.tsx";
import { ordersApi } from "./orders-api.ts";
import { SignIn } from "./SignIn.tsx";

interface AppProps {
  readonly baseUrl: string;
  readonly isOffline: boolean;
}

const KEY = "orders-api-key";

export function App({ baseUrl, isOffline }: AppProps) {
  const [key, setKey] = useState(() => sessionStorage.getItem(KEY) ?? "");
  const [problem, setProblem] = useState<string>();
  const api = useMemo(() => ordersApi(baseUrl, key), [baseUrl, key]);

  const signIn = (entered: string): void => {
    sessionStorage.setItem(KEY, entered);
    setProblem(undefined);
    setKey(entered);
  };
  const signOut = useCallback((why?: string): void => {
    sessionStorage.removeItem(KEY);
    setProblem(why);
    setKey("");
  }, []);
  const onUnauthorized = useCallback(() => signOut("This API key is not accepted."), [signOut]);

  return (
    <>
      <header class="bar">
        <h1>
          <Paw /> Pet store <span class="area">orders</span>
        </h1>
        {isOffline && <p class="offline">Offline: orders exist only in this tab</p>}
        {key !== "" && (
          <button type="button" class="plain" onClick={() => signOut()}>
            Sign out
          </button>
        )}
      </header>
      <main>
        {key === "" ? (
          <SignIn problem={problem} suggested={isOffline ? "demo-key" : ""} onKey={signIn} />
        ) : (
          <OrdersPage api={api} onUnauthorized={onUnauthorized} />
        )}
      </main>
    </>
  );
}

const Paw = () => (
  <svg viewBox="0 0 32 32" width="28" height="28" aria-hidden="true">
    <title>Paw</title>
    <path
      fill="currentColor"
      d="M16 14c4 0 8 5 8 9 0 3-2 4-4 4-1.500 0-2.500-.7-4-.7s-2.500.7-4 .7c-2 0-4-1-4-4 0-4 4-9 8-9Z M6.500 11a3 3.800 0 1 0 .01 0Z M25.500 11a3 3.800 0 1 0 .01 0Z M12 4a3 3.900 0 1 0 .01 0Z M20 4a3 3.900 0 1 0 .01 0Z"
    />
  </svg>
);
