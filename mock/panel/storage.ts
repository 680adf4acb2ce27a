/** What the panel keeps over reloads, as texts. A browser may refuse to keep anything; then it is lost. */

const PREFIX = "orders-kit ";

/** Texts by their names. `area` is read at each use, since a browser may refuse even that. */
function keeper(area: () => Storage) {
  const orNothing = <T>(use: (storage: Storage) => T, nothing: T): T => {
    try {
      return use(area());
    } catch {
      return nothing;
    }
  };
  return {
    get: (name: string): string => orNothing((kept) => kept.getItem(PREFIX + name), null) ?? "",
    set: (name: string, text: string): void =>
      orNothing((kept) => kept.setItem(PREFIX + name, text), undefined),
    remove: (name: string): void => orNothing((kept) => kept.removeItem(PREFIX + name), undefined),
    /** The names that begin so, each without that beginning, with their texts. */
    all: (beginning: string): [name: string, text: string][] =>
      orNothing((kept) => Object.entries({ ...kept }), []).flatMap(([key, text]) => {
        const whole = PREFIX + beginning;
        return key.startsWith(whole) ? [[key.slice(whole.length), text] as [string, string]] : [];
      }),
  };
}

/** As long as the tab is open. */
export const inTab = keeper(() => sessionStorage);
/** For all pages of this origin. */
export const inBrowser = keeper(() => localStorage);
