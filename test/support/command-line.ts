// Runs the formstead command inside a test: the real commands on a real database. The test provides the world
// (settings, stdin, clock, signals), and all output is kept.
import { EventEmitter } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { commandTable } from '#commands/command-table.ts';
import type { World } from '#commands/shell/command.ts';
import { runCommandLine } from '#commands/shell/run.ts';
import type { Clock } from '#kernel/clock.ts';
import { systemClock } from '#kernel/clock.ts';
import { systemRandom } from '#kernel/ids.ts';
import type { EngineInstance } from './engines.ts';

export type Env = Readonly<Record<string, string>>;

export interface Ran {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
  /**
   * Parses the output of --json, which must be one document on one line. With a path, returns the value there:
   * `json('users', 0, 'id')`.
   */
  json(...path: readonly (string | number)[]): unknown;
  /** Like `json`, for a value that must be text. */
  word(...path: readonly (string | number)[]): string;
}

export interface RunOptions {
  readonly stdin?: string | Uint8Array;
  readonly clock?: Clock;
  /** Real time passes by default. */
  readonly sleep?: World['sleep'];
}

export type Formstead = (...argv: readonly string[]) => Promise<Ran>;

const MASTER_KEY = Buffer.from('formstead test master key, 32 by').toString('base64');

/** Returns the settings with which commands use the database of a test. */
export function envOf(storage: Pick<EngineInstance, 'dataDir' | 'databaseUrl'>): Env {
  return {
    FORMSTEAD_DATA_DIR: storage.dataDir,
    ...(storage.databaseUrl !== undefined && {
      FORMSTEAD_DATABASE_URL: storage.databaseUrl,
      FORMSTEAD_MASTER_KEY: MASTER_KEY,
    }),
  };
}

/**
 * Returns a function that runs commands: `const formstead = commandLine(envOf(storage)); await formstead('user',
 * 'list')`.
 */
export function commandLine(env: Env, options: RunOptions = {}): Formstead {
  return async (...argv) => {
    const stdout: string[] = [];
    const stderr: string[] = [];
    const code = await runCommandLine(commandTable, argv, {
      env,
      stdin: chunksOf(options.stdin ?? ''),
      stdout: { write: (text) => stdout.push(text) },
      stderr: { write: (text) => stderr.push(text) },
      openLog: () => ({
        write: (line) => stderr.push(line),
        flushSync: () => undefined,
        reopen: () => undefined,
      }),
      signals: new EventEmitter(),
      clock: options.clock ?? systemClock,
      sleep: options.sleep ?? sleep,
      random: systemRandom,
    });
    return toRan(code, stdout.join(''), stderr.join(''));
  };
}

function toRan(code: number, stdout: string, stderr: string): Ran {
  const json: Ran['json'] = (...path) => {
    if (!/^[^\n]+\n$/.test(stdout)) throw new Error(`not one line: ${stdout}${stderr}`);
    return path.reduce<unknown>(
      (value, key) =>
        typeof value === 'object' && value !== null
          ? Object.getOwnPropertyDescriptor(value, key)?.value
          : undefined,
      JSON.parse(stdout),
    );
  };
  return {
    code,
    stdout,
    stderr,
    json,
    word(...path) {
      const value = json(...path);
      if (typeof value !== 'string') throw new Error(`no text at ${path.join('.')}: ${stdout}`);
      return value;
    },
  };
}

/** Shortens a long wait to one second, for tests in which nothing can happen during the wait. */
export const atMostOneSecond = (ms: number): Promise<void> => sleep(Math.min(ms, 1000));

/** Creates a folder that is deleted after the test. */
export async function folder(t: TestContext): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'formstead-cli-'));
  t.after(() => rm(path, { recursive: true, force: true }));
  return path;
}

async function* chunksOf(text: string | Uint8Array): AsyncIterable<Uint8Array> {
  yield Buffer.from(text);
}
