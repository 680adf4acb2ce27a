/** One world with all that belongs to it and to no other: its orders, what goes wrong in it, the calls that it has had. */
import type { Fault } from "../scenarios/troubles.ts";
import { Course, startCourse } from "./course.ts";
import { Faults } from "./faults.ts";
import { RequestLog, type Seen } from "./request-log.ts";
import type { Stage } from "./stage.ts";
import { type State, World } from "./store.ts";

/** What happens in a world, for those who watch it. */
export type WorldEvent =
  | { readonly kind: "request"; readonly seen: Seen }
  | { readonly kind: "order"; readonly id: bigint; readonly state: State }
  | { readonly kind: "reset" }
  | { readonly kind: "faults" };

export class Session {
  /** What follows the key and a dot; empty for the main world. */
  readonly name: string;
  readonly log = new RequestLog();
  stage: Stage;
  world: World;
  /** Undefined while nothing goes wrong, which is the case that must cost nothing. */
  course: Course | undefined;
  /** Calls with a good key since the last reset. */
  calls = 0;
  /** When it was last called or looked at, in milliseconds since 1970. */
  usedAt = 0;
  private readonly watchers = new Set<(event: WorldEvent) => void>();

  constructor(name: string, stage: Stage) {
    this.name = name;
    this.stage = stage;
    this.world = new World(stage.list, stage.answers);
    this.course = startCourse(stage.troubles, stage.seed);
  }

  /** Begins anew: as the stage has it, without a call. */
  reset(stage: Stage): void {
    this.stage = stage;
    this.world = new World(stage.list, stage.answers);
    this.course = startCourse(stage.troubles, stage.seed);
    this.calls = 0;
    this.log.clear();
    this.listen();
    this.tell({ kind: "reset" });
  }

  get faults(): readonly Fault[] {
    return this.course?.faults.list ?? [];
  }

  /** Other faults from now on, which count calls from 1; what else the scenario makes happen goes on. */
  setFaults(faults: readonly Fault[]): void {
    const { troubles, seed } = this.stage;
    if (this.course === undefined && faults.length > 0) this.course = new Course({}, seed);
    if (this.course !== undefined) this.course.faults = new Faults(faults, seed);
    const idle = faults.length === 0 && startCourse({ ...troubles, faults: [] }, seed) === undefined;
    if (idle) this.course = undefined;
    this.tell({ kind: "faults" });
  }

  /** Lets happen what is due by now. */
  settle(now: number): void {
    this.course?.shipments.settle(this.world, now);
  }

  /** Calls back on every event until the function that it returns is called. */
  watch(watcher: (event: WorldEvent) => void): () => void {
    this.watchers.add(watcher);
    this.listen();
    return () => {
      this.watchers.delete(watcher);
      this.listen();
    };
  }

  get watched(): boolean {
    return this.watchers.size > 0;
  }

  private listen(): void {
    const { watched } = this;
    this.world.onChange = watched ? (id, state) => this.tell({ kind: "order", id, state }) : undefined;
    this.log.onCall = watched ? (seen) => this.tell({ kind: "request", seen }) : undefined;
  }

  private tell(event: WorldEvent): void {
    for (const watcher of this.watchers) watcher(event);
  }
}
