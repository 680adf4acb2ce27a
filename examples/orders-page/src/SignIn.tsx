import { useState } from "preact/hooks";

interface SignInProps {
  readonly problem: string | undefined;
  readonly suggested: string;
  readonly onKey: (key: string) => void;
}

export function SignIn({ problem, suggested, onKey }: SignInProps) {
  const [key, setKey] = useState(suggested);
  return (
    <form
      class="card sign-in"
      onSubmit={(event) => {
        event.preventDefault();
        onKey(key.trim());
      }}
    >
      <h2>Sign in</h2>
      {problem !== undefined && (
        <p class="notice bad" role="alert">
          {problem}
        </p>
      )}
      <label>
        API key
        <input
          type="password"
          required
          autocomplete="off"
          value={key}
          onInput={({ currentTarget }) => setKey(currentTarget.value)}
        />
      </label>
      <button type="submit">Show the orders</button>
    </form>
  );
}
