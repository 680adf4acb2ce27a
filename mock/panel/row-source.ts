/** Rows of the grid, fetched in pages when they come into view, and forgotten when there are too many of them. */
import type { Row, State } from "./control.ts";

export const PAGE = 200;
const MOST_PAGES = 60;

export type FetchRows = (offset: number, limit: number) => Promise<readonly Row[]>;

export class RowSource {
  /** Called when rows have come that were not there. */
  onArrival = (): void => {};
  private readonly fetchRows: FetchRows;
  /** By page; undefined while one is on its way. The one that was wanted last comes last. */
  private pages = new Map<number, Row[] | undefined>();
  /** By page, those that are shown until they have come again. */
  private stale = new Map<number, Row[]>();

  constructor(fetchRows: FetchRows) {
    this.fetchRows = fetchRows;
  }

  row(index: number): Row | undefined {
    const page = Math.floor(index / PAGE);
    return (this.pages.get(page) ?? this.stale.get(page))?.[index % PAGE];
  }

  /** Sees to it that a page is there soon. */
  want(page: number): void {
    if (this.pages.has(page)) return;
    const { pages } = this;
    pages.set(page, undefined);
    for (const oldest of pages.keys()) {
      if (pages.size <= MOST_PAGES) break;
      pages.delete(oldest);
    }
    this.fetchRows(page * PAGE, PAGE).then(
      (rows) => {
        if (pages !== this.pages) return; // Asked before everything changed.
        pages.set(page, [...rows]);
        this.stale.delete(page);
        this.onArrival();
      },
      () => pages.delete(page),
    );
  }

  /** An order's state is another now. */
  move(id: string, state: State): void {
    for (const rows of this.pages.values()) {
      const index = rows?.findIndex((row) => row.id === id) ?? -1;
      if (rows !== undefined && index >= 0) rows[index] = { ...rows[index]!, state };
    }
    this.onArrival();
  }

  /** Everything may be different; what is shown stays until it has come again. */
  refresh(): void {
    for (const [page, rows] of this.pages) if (rows !== undefined) this.stale.set(page, rows);
    this.pages = new Map();
    this.onArrival();
  }

  /** Other rows are to be shown. */
  forget(): void {
    this.pages = new Map();
    this.stale = new Map();
  }
}
