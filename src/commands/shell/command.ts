import type { Environment, LogFile } from '#config/settings.ts';
import type { Clock } from '#kernel/clock.ts';
import type { Random } from '#kernel/ids.ts';

/** The output of a command. */
export interface TextSink {
  write(text: string): unknown;
}

/** The output of the log. It buffers lines, so that no request waits for a terminal. */
export interface LogSink {
  write(line: string): unknown;
  /** Writes the buffered lines. */
  flushSync(): void;
  /** Opens its file again by its name, which somebody may have moved away; does nothing on stderr. */
  reopen(): void;
}

/** Signals that tell a server to stop or to reload; `process` is one source of them. */
export interface Signals {
  on(signal: NodeJS.Signals, listener: () => void): unknown;
  off(signal: NodeJS.Signals, listener: () => void): unknown;
}

/** Everything outside of a command. It is a parameter, so that tests can replace it. */
export interface World {
  readonly env: Environment;
  readonly stdin: AsyncIterable<Uint8Array | string>;
  readonly stdout: TextSink;
  readonly stderr: TextSink;
  /** Opens the log of a server, on stderr if there is no file; called only when a server starts. */
  readonly openLog: (file: LogFile | undefined) => LogSink;
  readonly signals: Signals;
  readonly clock: Clock;
  /** Resolves after this many milliseconds. */
  readonly sleep: (ms: number) => Promise<void>;
  readonly random: Random;
}

/** What the user typed after the name of a command. */
export interface Arguments<Name extends string = string> {
  /** Returns the value of an option; undefined if it was not given. */
  text(option: Name): string | undefined;
  /** Returns the value of an option that is declared as required. */
  required(option: Name): string;
  flag(option: Name): boolean;
  /** Returns an operand by its declared name. */
  operand(name: string): string;
}

export interface OptionSpec {
  /** The placeholder in `--name VALUE`; undefined for a flag. */
  readonly value?: string;
  readonly description: string;
  readonly required?: boolean;
}

export interface OperandSpec {
  /** The name that help shows, in capitals: `USER`. */
  readonly name: string;
  readonly description: string;
}

/** The output of a command: `data` with --json, `text` otherwise. */
export interface Answer {
  readonly text: string;
  /** Undefined for commands that print no data. */
  readonly data?: unknown;
  /** 0 by default. */
  readonly exitCode?: number;
}

export interface Command<Name extends string = string> {
  /** The name as it is typed: `user create`. */
  readonly name: string;
  readonly summary: string;
  /** More than the summary says, in lines of at most 80 characters. */
  readonly details?: string;
  readonly operands?: readonly OperandSpec[];
  readonly options: Readonly<Record<Name, OptionSpec>>;
  /** Whether the command prints data, and so accepts --json. */
  readonly json: boolean;
  readonly examples: readonly [string, ...string[]];
  /** Exit codes of this command beyond the usual ones, and their meaning. */
  readonly exitCodes?: Readonly<Record<number, string>>;
  run(world: World, args: Arguments<Name>): Promise<Answer>;
}

/** Checks at compile time that a command reads only the options it declares. */
export function command<Name extends string>(spec: Command<Name>): Command {
  return spec;
}

/** Commands that share a first word. */
export interface CommandGroup {
  readonly name: string;
  readonly summary: string;
}
