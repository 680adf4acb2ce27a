/** Which world a key opens: the key itself the main one, the key with a dot and a name one of its own, on first use. */
import { Session } from "./session.ts";
import type { Stage } from "./stage.ts";

/** Worlds beside the main one, unless it is asked for more. */
export const DEFAULT_WORLDS = 1000;

const NAME = /^[\w.~-]{1,64}$/;

/** What a world may be called: as much as a key can carry without looking like anything else. */
function isWorldName(name: string): boolean {
  return NAME.test(name);
}

export interface WorldsOptions {
  readonly apiKeys: readonly string[];
  /** How many there may be beside the main one; 0 for none. */
  readonly most: number;
  /** Told of each world that had to go. */
  readonly onEvict: ((name: string) => void) | undefined;
  readonly now: () => number;
}

export class Worlds {
  readonly main: Session;
  readonly most: number;
  /** What a new world starts from. */
  stage: Stage;
  private readonly options: WorldsOptions;
  private readonly byToken = new Map<string, Session>();
  private readonly byName = new Map<string, Session>();

  constructor(stage: Stage, options: WorldsOptions) {
    this.stage = stage;
    this.options = options;
    this.most = options.most;
    this.main = new Session("", stage);
    for (const key of options.apiKeys) this.byToken.set(key, this.main);
  }

  /** The world that a bearer token opens: a known key is compared whole and letter by letter. */
  byKey(token: string): Session | undefined {
    return this.byToken.get(token) ?? this.openByKey(token);
  }

  /** The world of a name, opened where there is none yet; undefined where there can be none. */
  open(name: string): Session | undefined {
    if (name === "") return this.main;
    const known = this.byName.get(name);
    if (known !== undefined) return known;
    if (this.most === 0 || !isWorldName(name)) return undefined;
    if (this.byName.size >= this.most) this.evict();
    const session = new Session(name, this.stage);
    session.usedAt = this.options.now();
    this.byName.set(name, session);
    for (const key of this.options.apiKeys) this.remember(`${key}.${name}`, session);
    return session;
  }

  /** Forgets a world; the next use of its name opens it anew. False when there is none of that name. */
  close(name: string): boolean {
    const session = this.byName.get(name);
    if (session === undefined) return false;
    this.byName.delete(name);
    for (const key of this.options.apiKeys)
      if (this.byToken.get(`${key}.${name}`) === session) this.byToken.delete(`${key}.${name}`);
    return true;
  }

  /** All there are, the one that was used last first. */
  all(): Session[] {
    return [this.main, ...this.byName.values()].sort((a, b) => b.usedAt - a.usedAt);
  }

  /** A token is known by the longest key that it begins with, should one key begin with another. */
  private openByKey(token: string): Session | undefined {
    const keys = this.options.apiKeys.filter((key) => token.startsWith(key) && token[key.length] === ".");
    const key = keys.reduce((longest, next) => (next.length > longest.length ? next : longest), "");
    const name = token.slice(key.length + 1);
    return key === "" || name === "" ? undefined : this.open(name);
  }

  private remember(token: string, session: Session): void {
    // Where one key is another with a dot and a name, it opens the main world as it is asked to.
    if (!this.byToken.has(token)) this.byToken.set(token, session);
  }

  /** Ends the world that was idle for the longest, those that are watched last. */
  private evict(): void {
    let idlest: Session | undefined;
    for (const session of this.byName.values())
      if (idlest === undefined || rank(session) < rank(idlest)) idlest = session;
    if (idlest === undefined) return;
    this.close(idlest.name);
    this.options.onEvict?.(idlest.name);
  }
}

function rank(session: Session): number {
  return session.usedAt + (session.watched ? Number.MAX_SAFE_INTEGER / 2 : 0);
}
