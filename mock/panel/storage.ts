/** Stores the panel's texts across reloads. If the browser refuses to store them, they are lost. */

const STORAGE_PREFIX = "orders-kit ";

/** Stores texts by name. We read `area` at each use, because a browser may refuse even that. */
function keeper(area: () => Storage) {
  const orNothing = <T>(use: (storage: Storage) => T, nothing: T): T => {
    try {
      return use(area());
    } catch {
      return nothing;
    }
  };
  return {
    get: (name: string): string =>
      orNothing((kept) => kept.getItem(STORAGE_PREFIX + name), null) ?? "",
    set: (name: string, text: string): void =>
      orNothing((kept) => kept.setItem(STORAGE_PREFIX + name, text), undefined),
    remove: (name: string): void =>
      orNothing((kept) => kept.removeItem(STORAGE_PREFIX + name), undefined),
    /** Returns the names with this beginning, each without it, and their texts. */
    all: (beginning: string): [name: string, text: string][] =>
      orNothing((kept) => Object.entries({ ...kept }), []).flatMap(([key, text]) => {
        const whole = STORAGE_PREFIX + beginning;
        return key.startsWith(whole) ? [[key.slice(whole.length), text] as [string, string]] : [];
      }),
  };
}

/** Until the tab is closed. */
export const inTab = keeper(() => sessionStorage);
/** For all pages of this origin. */
export const inBrowser = keeper(() => localStorage);
