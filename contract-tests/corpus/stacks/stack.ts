/** The Orders Service in one framework: a program whose mistakes can be switched on one by one, and are all off when it is sound. */
import type { Server } from "node:http";
import type { ClauseId } from "../../../spec/clauses/index.ts";
import type { MistakeId } from "./mistakes.ts";
import type { OrderStore } from "./store.ts";

export type Has = (mistake: MistakeId) => boolean;

interface ProgramOptions {
  readonly store: OrderStore;
  readonly key: string;
  readonly has: Has;
}

export interface Stack {
  /** The name of the framework. */
  readonly name: string;
  /** The mistakes that are natural in it. */
  readonly mistakes: readonly MistakeId[];
  /** The program as one writes it first has some of them together, which hides clauses that one alone is blamed for. */
  readonly first: { readonly mistakes: readonly MistakeId[]; readonly hides: readonly ClauseId[] };
  /** Serves below /v1, on a free port of the loopback interface. */
  serve(options: ProgramOptions): Server | Promise<Server>;
}
