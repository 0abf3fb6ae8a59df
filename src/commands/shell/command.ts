import type { Environment } from '#config/settings.ts';
import type { Clock } from '#kernel/clock.ts';
import type { Random } from '#kernel/ids.ts';

/** Where a command writes. */
export interface TextSink {
  write(text: string): unknown;
}

/** Where log lines go: faster than they can be written, so that no request waits for a terminal. */
export interface LogSink {
  write(line: string): unknown;
  /** Writes what is still waiting. */
  flushSync(): void;
}

/** What tells a serving process to stop or to look again; `process` is one. */
export interface Signals {
  on(signal: NodeJS.Signals, listener: () => void): unknown;
  off(signal: NodeJS.Signals, listener: () => void): unknown;
}

/** The world as a command sees it; handed in, so that tests can be the world. */
export interface World {
  readonly env: Environment;
  readonly stdin: AsyncIterable<Uint8Array | string>;
  readonly stdout: TextSink;
  readonly stderr: TextSink;
  /** The log of a server; opened only when one starts. */
  readonly openLog: () => LogSink;
  readonly signals: Signals;
  readonly clock: Clock;
  /** Resolves after so many milliseconds. */
  readonly sleep: (ms: number) => Promise<void>;
  readonly random: Random;
}

/** What was typed after the name of a command. */
export interface Arguments<Name extends string = string> {
  /** The value of an option; undefined when it was not given. */
  text(option: Name): string | undefined;
  /** The value of an option that is declared as required. */
  required(option: Name): string;
  flag(option: Name): boolean;
  /** An operand by its declared name. */
  operand(name: string): string;
}

export interface OptionSpec {
  /** Shown as `--name VALUE`; left out: a flag. */
  readonly value?: string;
  readonly description: string;
  readonly required?: boolean;
}

export interface OperandSpec {
  /** Shown in capitals: `USER`. */
  readonly name: string;
  readonly description: string;
}

/** What a command has to say: `data` with --json, `text` for people. */
export interface Answer {
  readonly text: string;
  /** Left out by commands that print no data. */
  readonly data?: unknown;
  /** Left out: 0. */
  readonly exitCode?: number;
}

export interface Command<Name extends string = string> {
  /** As it is typed: `user create`. */
  readonly name: string;
  readonly summary: string;
  /** What the summary has no room for; lines of at most 80 characters. */
  readonly details?: string;
  readonly operands?: readonly OperandSpec[];
  readonly options: Readonly<Record<Name, OptionSpec>>;
  /** Whether it prints data, and so takes --json. */
  readonly json: boolean;
  readonly examples: readonly [string, ...string[]];
  /** What an exit code means beyond the usual ones. */
  readonly exitCodes?: Readonly<Record<number, string>>;
  run(world: World, args: Arguments<Name>): Promise<Answer>;
}

/** Checks that a command reads only the options it declares. */
export function command<Name extends string>(spec: Command<Name>): Command {
  return spec;
}

/** Commands that share a first word. */
export interface Group {
  readonly name: string;
  readonly summary: string;
}
