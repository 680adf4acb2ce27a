/** Why the system refused something, for the parentheses of a message: in words, with the code that can be searched for. */
export function causeOf(error: unknown): string {
  const { code, message } = error as { code?: string; message?: string };
  const words = code === undefined ? undefined : WORDS[code];
  return words === undefined ? (code ?? message ?? String(error)) : `${words}, ${code}`;
}

const WORDS: Readonly<Record<string, string>> = {
  ENOENT: "it is not there",
  EISDIR: "it is a folder",
  ENOTDIR: "a part of the path is a file",
  EEXIST: "a file is in its place",
  EACCES: "permission is denied",
  EPERM: "permission is denied",
  EROFS: "it is read-only",
  ENOSPC: "the disk is full",
  ENAMETOOLONG: "the name is too long",
  ELOOP: "its links lead in a circle",
  ENOTFOUND: "there is no such host",
  EAI_AGAIN: "the name of the host cannot be resolved",
  ECONNREFUSED: "nothing listens there",
  EADDRNOTAVAIL: "this machine has no such address",
};
