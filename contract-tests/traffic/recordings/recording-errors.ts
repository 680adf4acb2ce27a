/** Errors of recorded traffic. */
import { errorTable } from "../../../spec/errors/user-error.ts";

export const recordingError = errorTable(
  {
    "unreadable-recording":
      "{file} cannot be read ({why}). Give a HAR file, an .ndjson with one HAR entry a line, or - for the standard input.",
    "bad-recording":
      "{place} is not a recording: {problem} Give a HAR file, or an .ndjson with one entry a line, that its recorder has ended.",
    "recording-too-large":
      "{file} has {size} MB, and at most {limit} MB are read. Record the calls of the interface alone (in Playwright: urlFilter), or cut an .ndjson by its lines (split -l 10000) and judge each part.",
    "no-interface":
      "No exchange of the interface stands in {files}. {seen} Name the base address with --server URL.",
    "several-servers":
      "Several deployments stand in {files}: {servers}. Name one with --server URL.",
    "recording-not-written":
      "The recording cannot be written to {path} ({why}). Name a file that does not exist, in a writable folder.",
  },
  ["no-interface"],
);
