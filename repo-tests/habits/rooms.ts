/**
 * The rooms of the project, in their order: each may import what is before it. Inside a folder without a list, every file
 * may import every other.
 */
const ROOMS: Readonly<Record<string, string>> = {
  spec: "version.ts base-address.ts schema/generated/ clauses/ json/ schema/ interface/ errors/ testing/ generate/",
  fixtures: "",
  scenarios: "",
  mock: "errors/ replies/ service/ control/ replicas/ http/ panel/ msw/ playwright/ testing/ bench/",
  // verify.ts passes the traffic of a run through Prism, so prism is before it.
  "contract-tests":
    "errors/ processes/ client/ safety/ assertions/ session/ steps/ conclusions/ run-steps.ts report/ prism/ snapshot.ts traffic/ targets/ learn.ts verify.ts judge.ts proxy/ playwright/ testing/ corpus/ bench/ generate/",
  cli: "",
  "": "",
  "repo-tests": "",
};
const FOLDERS = Object.keys(ROOMS);

/** The first folder of a file; empty for files at the root. */
export function folderOf(file: string): string {
  const [first = ""] = file.split("/");
  return FOLDERS.includes(first) ? first : "";
}

/** Comparable positions: the folder's, and the room's in it. Undefined for a file in no room. */
export function positionOf(file: string): readonly [folder: number, room: number] | undefined {
  const folder = folderOf(file);
  const rooms = ROOMS[folder]?.split(" ") ?? [];
  const at = FOLDERS.indexOf(folder);
  if (rooms[0] === "") return [at, 0];
  // A test may use every room of its folder.
  if (isTest(file)) return [at, rooms.length];
  const room = rooms.findIndex((name) => file.startsWith(`${folder}/${name}`));
  return room < 0 ? undefined : [at, room];
}

export function mayImport(file: string, imported: string): boolean {
  const [from, to] = [positionOf(file), positionOf(imported)];
  if (from === undefined || to === undefined) return true;
  return to[0] < from[0] || (to[0] === from[0] && to[1] <= from[1]);
}

export function isTest(file: string): boolean {
  return /\.(test|browser|spec|setup|config)\.ts$/.test(file);
}

/** Whether it is in the package; not what tests, measures or generates it. */
export function isShipped(file: string): boolean {
  return (
    !isTest(file) &&
    !/^(repo-tests|examples)\/|\/(testing|bench|generate)\/|^contract-tests\/corpus\/|^generate\.ts$/.test(
      file,
    )
  );
}
