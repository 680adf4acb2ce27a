/** The panel's files by their path below /__admin/. */
export async function panelFile(_path: string): Promise<{ type: string; bytes: Uint8Array } | undefined> {
  return undefined;
}
