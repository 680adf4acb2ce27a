/** What a command may use of the process that runs it. Tests hand in a fake one and read what it wrote. */
export interface CommandIo {
  readonly stdout: { write(text: string): unknown };
  readonly stderr: { write(text: string): unknown };
  /** Environment variables by name. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Called once, when the process is asked to end (SIGINT, SIGTERM). */
  onSignal(callback: () => void): void;
  /** Whether stdout is a terminal; colours only then. */
  readonly isTTY?: boolean;
  /** Of the terminal; unknown when the output goes elsewhere. */
  readonly columns?: number | undefined;
  /** The folder that relative paths start from; the process's own by default. */
  readonly cwd?: string;
}

/** A command of orders-kit: its arguments after the command's name; resolves with the exit code. */
export type Command = (argv: string[], io: CommandIo) => Promise<number>;
