/** Errors of recorded traffic. Each is a function of the details in its message. */
import { type Details, UserError } from "../../spec/errors/user-error.ts";

export const unreadableRecordingError = ({ file, why }: Details<"file" | "why">) =>
  new UserError({
    code: "unreadable-recording",
    message: `${file} cannot be read (${why}). Give a HAR file, an .ndjson with one HAR entry a line, or - for the standard input.`,
  });

export const badRecordingError = ({ place, problem }: Details<"place" | "problem">) =>
  new UserError({
    code: "bad-recording",
    message: `${place} is not a recording: ${problem} Give a HAR file, or an .ndjson with one entry a line, that its recorder has ended.`,
  });

export const recordingTooLargeError = ({ file, size, limit }: Details<"file" | "size" | "limit">) =>
  new UserError({
    code: "recording-too-large",
    message: `${file} has ${size} MB, and at most ${limit} MB are read. Record the calls of the interface alone (in Playwright: urlFilter), or cut an .ndjson by its lines (split -l 10000) and judge each part.`,
  });

export const noInterfaceError = ({ files, seen }: Details<"files" | "seen">) =>
  new UserError({
    code: "no-interface",
    message: `No exchange of the interface stands in ${files}. ${seen} Name the base address with --server URL.`,
    exitCode: 3,
  });

export const severalServersError = ({ files, servers }: Details<"files" | "servers">) =>
  new UserError({
    code: "several-servers",
    message: `Several deployments stand in ${files}: ${servers}. Name one with --server URL.`,
  });

export const recordingNotWrittenError = ({ path, why }: Details<"path" | "why">) =>
  new UserError({
    code: "recording-not-written",
    message: `The recording cannot be written to ${path} (${why}). Name a file that does not exist, in a writable folder.`,
  });
