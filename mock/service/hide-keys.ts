/** Hides keys in a text that is stored or shown. */

export function hideKeys(text: string, apiKeys: readonly string[]): string {
  const isEscaped = text.includes("%");
  return apiKeys.reduce(
    (hidden, key) =>
      hidden.replaceAll(isEscaped ? spellingsOf(key) : key, () => `\${ORDERS_API_KEY}`),
    text,
  );
}

/** Matches a key, which is visible ASCII, with any of its characters percent-encoded. */
function spellingsOf(key: string): RegExp {
  const characters = [...key].map((character) => {
    const hex = character.charCodeAt(0).toString(16);
    return `(?:\\x${hex}|%${hex.replace(/[a-f]/, (digit) => `[${digit}${digit.toUpperCase()}]`)})`;
  });
  return new RegExp(characters.join(""), "g");
}
