// Builds the library that records what a process does to its data directory, and delays or fails calls by rule
// (preload/). It is compiled once for each version of its source.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  globSync,
  mkdirSync,
  readFileSync,
  renameSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Env } from '../support/command-line.ts';
import { type Entry, readEntries } from './entries.ts';

const SOURCES = fileURLToPath(import.meta.resolve('./preload'));
const CACHE = fileURLToPath(new URL('../../node_modules/.cache/crash-recorder', import.meta.url));

export const COMPILER_MISSING = [
  'The tests of power cuts and of failing disks compile a small C library, and found no compiler.',
  '  Debian, Ubuntu:  sudo apt-get install gcc libc6-dev',
].join('\n');

const LINUX_ONLY =
  'The tests of power cuts and of failing disks preload a library of their own (LD_PRELOAD), which works on Linux only. ' +
  'Run them in a Linux container.';

export function hasCompiler(): boolean {
  const found = spawnSync('cc', ['-E', '-'], { input: '#include <stdio.h>\n', stdio: 'pipe' });
  return found.status === 0;
}

function buildLibrary(): string {
  if (process.platform !== 'linux') throw new Error(LINUX_ONLY);
  const files = globSync(join(SOURCES, '*.{c,h}')).sort();
  const hash = createHash('sha256');
  for (const file of files) hash.update(readFileSync(file));
  const library = join(CACHE, `${hash.digest('hex').slice(0, 16)}-${process.arch}.so`);
  if (existsSync(library)) return library;
  if (!hasCompiler()) throw new Error(COMPILER_MISSING);
  mkdirSync(CACHE, { recursive: true });
  const draft = `${library}.${process.pid}`;
  const flags = ['-Wall', '-Wextra', '-Werror', '-O1', '-shared', '-fPIC', '-o', draft];
  const sources = files.filter((file) => file.endsWith('.c'));
  const made = spawnSync('cc', [...flags, ...sources, '-ldl', '-pthread'], { encoding: 'utf8' });
  if (made.status !== 0) throw new Error(`The recorder could not be compiled: ${made.stderr}`);
  renameSync(draft, library);
  return library;
}

/** `CALL PATTERN FROM TO WHAT`, as preload/rules.c reads it: `sync *-wal 3 3 EIO`. */
export type Rule = `${string} ${string} ${number} ${number} ${string}`;

export interface Recording {
  /** Environment for the process to be recorded. */
  readonly env: Env;
  /** Bytes recorded so far, which serves as a moment. */
  length(): number;
  entries(): readonly Entry[];
  /** Replaces the rules; counting begins anew. */
  setRules(rules: readonly Rule[]): void;
}

/** @param folder for the recording itself; not inside the data directory */
export function createRecording(folder: string, dataDir: string): Recording {
  const log = join(folder, 'record');
  const rules = join(folder, 'rules');
  writeFileSync(log, '');
  return {
    env: {
      LD_PRELOAD: buildLibrary(),
      CRASH_DIR: dataDir,
      CRASH_LOG: log,
      CRASH_RULES: rules,
      // With io_uring, libuv would pass some calls to the kernel without libc.
      UV_USE_IO_URING: '0',
    },
    length: () => statSync(log).size,
    entries: () => readEntries(readFileSync(log)),
    setRules(lines) {
      const draft = `${rules}.draft`;
      writeFileSync(draft, lines.map((line) => `${line}\n`).join(''));
      renameSync(draft, rules);
    },
  };
}
