// `npm test [-- FILE|FOLDER… --changed --since=COMMIT --test-name-pattern=TEXT --test-timeout=MS]`: runs the daily tests,
// those named, or those of what changed since a commit. `npm run test:all` runs the nightly ones too, and each on both
// engines; `npm run test:deep` also the large versions (docs/decisions/0086-npm-test-takes-minutes.md).
// It starts one PostgreSQL for all of them and makes sure that a browser is installed. A run fails if a test was
// skipped or did not finish, or if there was none, because untested code may be broken. A complete run also fails if a
// required security check has no test.
import { spawnSync } from 'node:child_process';
import { globSync, statSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { type EventData, run } from 'node:test';
import { spec } from 'node:test/reporters';
import { parseArgs } from 'node:util';
import { COMPILER_MISSING, hasCompiler } from '../test/crash/recorder.ts';
import { CHROMIUM_MISSING, findChromium, hasWithoutWindows } from '../test/support/chromium.ts';
import { missingPrograms, packagesOf, programsMissing } from '../test/support/debian-programs.ts';
import { startPostgres } from '../test/support/postgres-server.ts';
import { changedFiles, testsOf } from './changed-tests.ts';
import { type CheckList, createCheckList } from './security-checks.ts';
import { type Groups, groupFiles } from './test-groups.ts';
import { showProgress } from './test-progress.ts';
import { splitTests } from './test-sets.ts';

/**
 * Concurrent processes: more than the cores of a small machine, because half of their time they wait for a browser, a
 * database, or a page that saves a moment after the last key. Those of the night keep the cores busy themselves: they kill
 * the program again and again, and some of `npm run test:deep` measure how long requests take.
 */
const CONCURRENCY = 5;
const NIGHTLY_CONCURRENCY = 3;
const TIMEOUT_MS = 240_000;
const DEEP_TIMEOUT_MS = 30 * 60_000;
const GRACE_MS = 30_000;
const SLOWEST = 20;
const EXIT_CODE_OF = { SIGINT: 130, SIGTERM: 143 } as const;

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    all: { type: 'boolean', default: false },
    deep: { type: 'boolean', default: false },
    changed: { type: 'boolean', default: false },
    since: { type: 'string', default: 'HEAD' },
    'test-name-pattern': { type: 'string', multiple: true, default: [] },
    'test-timeout': { type: 'string' },
  },
});
const concurrency = options.all || options.deep ? NIGHTLY_CONCURRENCY : CONCURRENCY;
const timeoutMs = Number(options['test-timeout'] ?? (options.deep ? DEEP_TIMEOUT_MS : TIMEOUT_MS));

function ensureChromium(): void {
  if (findChromium() === undefined && process.env['TEST_CHROMIUM'] === undefined) {
    install('Chromium', ['chromium']);
  }
  // Only Debian has it; the other Chromium does as well, and takes longer.
  if (!hasWithoutWindows() && isInDebian('chromium-headless-shell')) {
    install('Chromium without windows', ['chromium-headless-shell']);
  }
  if (findChromium() === undefined) throw new Error(CHROMIUM_MISSING);
}

function ensureCompiler(): void {
  if (hasCompiler()) return;
  install('A C compiler', ['gcc', 'libc6-dev']);
  if (!hasCompiler()) throw new Error(COMPILER_MISSING);
}

function ensurePrograms(): void {
  const missing = missingPrograms(options.deep);
  if (missing.length === 0) return;
  install(missing.join(', '), packagesOf(missing));
  const left = missingPrograms(options.deep);
  if (left.length > 0) throw new Error(programsMissing(left));
}

/** Installs packages only as root, as on one's own machine or in a container. */
function install(what: string, packages: readonly string[]): void {
  if (process.getuid?.() !== 0 || !apt(['--version'], 'ignore')) return;
  process.stderr.write(`Missing: ${what}. Installing with apt-get.\n`);
  apt(['update', '-q'], 'to-stderr');
  apt(['install', '-q', '-y', '--no-install-recommends', ...packages], 'to-stderr');
}

const isInDebian = (name: string): boolean =>
  spawnSync('apt-cache', ['show', name], { stdio: 'ignore' }).status === 0;

function apt(args: readonly string[], output: 'ignore' | 'to-stderr'): boolean {
  const out = output === 'ignore' ? 'ignore' : 2;
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  return spawnSync('apt-get', args, { stdio: ['ignore', out, out], env }).status === 0;
}

/** A folder stands for all tests below it. */
const testsBelow = (path: string): string =>
  statSync(path, { throwIfNoEntry: false })?.isDirectory() ? join(path, '**/*.test.ts') : path;

/** Leaves files to longer runs, unless they are named themselves. */
function ofThisRun(found: readonly string[]): readonly string[] {
  if (options.deep) return found;
  const { nightly, deep } = splitTests(found);
  const isLeft = (file: string): boolean => !positionals.includes(file);
  const left = { all: options.all ? [] : nightly.filter(isLeft), deep: deep.filter(isLeft) };
  for (const [run, files] of Object.entries(left)) {
    if (files.length > 0)
      process.stdout.write(`${files.length} files are left to npm run test:${run}.\n`);
  }
  const without = new Set([...left.all, ...left.deep]);
  return found.filter((file) => !without.has(file));
}

const fromRoot = (file: string): string => relative(process.cwd(), file);

interface Tally {
  failed: boolean;
  tests: number;
  readonly untried: string[];
  /** Duration of the tests of each file in milliseconds, by absolute path. */
  readonly files: Map<string, number>;
  readonly checks: CheckList;
}

/** @param isWhole whether all tests run, so that their times can be kept for the next run */
async function runTests(
  groups: Groups,
  controller: AbortController,
  isWhole: boolean,
): Promise<Tally> {
  const tally: Tally = {
    failed: false,
    tests: 0,
    untried: [],
    files: new Map(),
    checks: createCheckList(),
  };
  const watchdog = watchForSilence(controller);
  const progress = showProgress(groups.files);
  const record = (data: EventData.TestPass | EventData.TestFail, passed: boolean): void => {
    const { name, file = '', skip, todo, details } = data;
    const suite = 'classname' in details ? String(details.classname) : undefined;
    tally.checks.record({ name, suite, passed });
    if (skip !== undefined || todo !== undefined) tally.untried.push(`${name} (${file})`);
    if (details.type !== 'suite') {
      tally.files.set(file, (tally.files.get(file) ?? 0) + details.duration_ms);
    }
  };
  const stream = run({
    files: [...groups.entries],
    concurrency,
    timeout: timeoutMs,
    signal: controller.signal,
    ...(options['test-name-pattern'].length > 0
      ? { testNamePatterns: options['test-name-pattern'] }
      : {}),
  });
  // Counted as tests end. The runner reports success in the order of the files, so a slow file delays it.
  const files = new Set(groups.files);
  stream.on('test:complete', ({ name, file = '', details }) => {
    watchdog.refresh();
    // The runner reports a file that runs in its own process as if it were a test.
    const isTest = details.type !== 'suite' && resolve(name) !== file;
    if (!isTest || !files.has(fromRoot(file))) return;
    progress.record(fromRoot(file), { name, ms: details.duration_ms, passed: details.passed });
  });
  stream.on('test:pass', (data) => record(data, true));
  stream.on('test:fail', (data) => {
    if (data.todo === undefined) tally.failed = true;
    record(data, false);
  });
  stream.on('test:summary', ({ file, counts, success }) => {
    if (file !== undefined) return;
    // The totals of the whole run name no file.
    tally.tests = counts.tests;
    if (!success) tally.failed = true;
  });
  for await (const text of stream.compose(new spec())) process.stdout.write(String(text));
  clearTimeout(watchdog);
  progress.end(isWhole && !controller.signal.aborted);
  if (options['test-name-pattern'].length === 0) {
    // The runner counts a file without tests as passed.
    const silent = groups.files.filter((file) => !tally.files.has(resolve(file)));
    tally.untried.push(...silent.map((file) => `${file} has no test`));
  }
  return tally;
}

/**
 * Stops a run in which no test ends any more. The runner stops a test that takes too long, but waits forever for a file
 * that keeps running after its last test because a server, a timer or a database was left open.
 */
function watchForSilence(controller: AbortController): NodeJS.Timeout {
  return setTimeout(() => {
    process.stdout.write(
      `\nStopped: no test has ended for ${(timeoutMs + GRACE_MS) / 1000} s. A file named below still ran, ` +
        'perhaps with a server, a timer or a database left open.\n\n',
    );
    controller.abort();
  }, timeoutMs + GRACE_MS);
}

/** Lists the slowest files, which are the first candidates to make the run shorter. */
function slowest(files: Tally['files']): string {
  const sorted = [...files].sort(([, a], [, b]) => b - a).slice(0, SLOWEST);
  const lines = sorted.map(
    ([file, ms]) => `${(ms / 1000).toFixed(1).padStart(7)} s  ${fromRoot(file)}\n`,
  );
  return `\nThe slowest files:\n${lines.join('')}`;
}

function verdict({ failed, tests, untried, files, checks }: Tally, everything: boolean): number {
  process.stdout.write(checks.render(everything));
  if (everything) process.stdout.write(slowest(files));
  const missing = everything ? checks.missing() : [];
  for (const { number, title } of missing) {
    process.stdout.write(`\nfailed: no test is named \`check ${number}: …\` (${title})\n`);
  }
  if (untried.length > 0) {
    process.stdout.write(`\nfailed: ${untried.length} tests were skipped or are unfinished:\n`);
    for (const name of untried) process.stdout.write(`  ${name}\n`);
  }
  if (tests === 0) process.stdout.write('\nfailed: no test was run\n');
  return failed || untried.length + missing.length > 0 || tests === 0 ? 1 : 0;
}

async function main(): Promise<number> {
  const everything = positionals.length === 0 && !options.changed;
  const asked = positionals.length === 0 ? ['src', 'test', 'web/src'] : positionals;
  // The files in test/ come before those in src/: they contain the slowest tests, and short files fill the gaps at the end.
  const found = globSync(asked.map(testsBelow)).sort().reverse();
  const files = options.changed ? testsOf(changedFiles(options.since), found) : ofThisRun(found);
  if (options.changed)
    process.stdout.write(`${['Tests of what changed:', ...files].join('\n  ')}\n\n`);
  if (everything) {
    ensureChromium();
    // For tests of power cuts, and of what stands in front of Formstead, which `npm test` leaves out.
    if (options.all || options.deep) {
      ensureCompiler();
      ensurePrograms();
    }
  }
  if (options.deep) process.env['TEST_DEEP'] = '1';
  if (everything && !options.all && !options.deep) process.env['TEST_ENGINES'] = 'one';

  const controller = new AbortController();
  let interrupted: number | undefined;
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      interrupted = EXIT_CODE_OF[signal];
      controller.abort();
    });
  }
  const server = await startPostgres();
  const groups = groupFiles(files, concurrency);
  try {
    process.env['TEST_POSTGRES_URL'] = server.adminUrl;
    const isWhole = everything && options['test-name-pattern'].length === 0;
    const code = verdict(await runTests(groups, controller, isWhole), isWhole);
    return interrupted ?? code;
  } finally {
    groups.remove();
    await server.stop();
  }
}

main().then(
  (code) => {
    process.exitCode = code;
  },
  (cause: unknown) => {
    process.stderr.write(`${cause instanceof Error ? cause.message : String(cause)}\n`);
    process.exitCode = 1;
  },
);
