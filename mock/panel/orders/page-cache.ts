/** The orders of the grid, fetched in pages as they come into view. The least recently fetched pages are dropped. */
import type { OrderEntry } from "../../control/control-client.ts";
import type { CurrentState } from "../../service/order-store.ts";

export const PAGE_SIZE = 200;
const MAX_PAGES = 60;

export type FetchEntries = (offset: number, limit: number) => Promise<readonly OrderEntry[]>;

export class PageCache {
  /** Called when a page has been loaded or has changed. */
  onLoad = (): void => {};
  private readonly fetchEntries: FetchEntries;
  /** By page number, oldest first; undefined while a page is loading. */
  private pages = new Map<number, OrderEntry[] | undefined>();
  /** Pages from before a refresh, shown until they have been loaded again. */
  private stale = new Map<number, OrderEntry[]>();

  constructor(fetchEntries: FetchEntries) {
    this.fetchEntries = fetchEntries;
  }

  entry(index: number): OrderEntry | undefined {
    const page = Math.floor(index / PAGE_SIZE);
    return (this.pages.get(page) ?? this.stale.get(page))?.[index % PAGE_SIZE];
  }

  /** Starts loading a page, unless it is there or loading. */
  load(page: number): void {
    if (this.pages.has(page)) return;
    const { pages } = this;
    pages.set(page, undefined);
    for (const oldest of pages.keys()) {
      if (pages.size <= MAX_PAGES) break;
      pages.delete(oldest);
    }
    this.fetchEntries(page * PAGE_SIZE, PAGE_SIZE).then(
      (entries) => {
        if (pages !== this.pages) return; // Requested before a refresh.
        pages.set(page, [...entries]);
        this.stale.delete(page);
        this.onLoad();
      },
      () => pages.delete(page),
    );
  }

  setState(id: string, state: CurrentState): void {
    for (const entries of this.pages.values()) {
      const index = entries?.findIndex((entry) => entry.id === id) ?? -1;
      if (entries !== undefined && index >= 0) entries[index] = { ...entries[index]!, state };
    }
    this.onLoad();
  }

  /** Loads all pages again; the old ones stay visible in the meantime. */
  refresh(): void {
    for (const [page, entries] of this.pages) if (entries !== undefined) this.stale.set(page, entries);
    this.pages = new Map();
    this.onLoad();
  }

  /** Drops all pages: other orders will be shown. */
  clear(): void {
    this.pages = new Map();
    this.stale = new Map();
  }
}
