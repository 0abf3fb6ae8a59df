// The recorded request sequences of real identity providers, with the answers that they expect.
import { readFileSync } from 'node:fs';

export interface Step {
  readonly method: string;
  /** Follows the base URL. It, the body, the headers and what is expected may contain variables: `${rand}`. */
  readonly path: string;
  /** Null leaves out a header that every request has. */
  readonly headers?: Readonly<Record<string, string | null>>;
  readonly body?: unknown;
  readonly expect: {
    readonly status: readonly number[];
    /** A value, or `$exists`. */
    readonly headers?: Readonly<Record<string, string>>;
    /** Values by their path in the answer; `$exists` and `$absent` are no values. */
    readonly json?: Readonly<Record<string, unknown>>;
  };
  /** Variables that are set from the answer, by name: the paths of their values. */
  readonly capture?: Readonly<Record<string, string>>;
}

export interface Case {
  readonly id: string;
  readonly idp: string;
  readonly title: string;
  /** Where the sequence comes from. */
  readonly why: string;
  /** Whether the directory must be empty before. */
  readonly fresh?: boolean;
  readonly steps: readonly Step[];
}

const read = (name: string): readonly Case[] =>
  JSON.parse(readFileSync(new URL(name, import.meta.url), 'utf8'));

export const CASES: readonly Case[] = [
  ...read('idp-cases.json'),
  ...read('idp-cases-2026-11.json'),
];
