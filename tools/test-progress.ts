// Prints the progress of a test run to stderr at intervals. The remaining time is estimated from the last complete run
// on this machine.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

const FILE = 'node_modules/.cache/formstead-test-times.json';
const EVERY_MS = 20_000;

export interface Progress {
  /** Counts an ended test. A failed one is printed at once, because the report of its file comes much later. */
  record(file: string, test: EndedTest): void;
  /** @param whole whether all tests ran, so that their times can be kept for the next run */
  end(whole: boolean): void;
}

interface EndedTest {
  readonly name: string;
  readonly ms: number;
  readonly passed: boolean;
}

export interface ProgressDeps {
  readonly now: () => number;
  readonly say: (line: string) => void;
  /** Duration of the tests of each file in the last complete run, in milliseconds. */
  readonly lastTimes: ReadonlyMap<string, number>;
  readonly keepTimes: (times: ReadonlyMap<string, number>) => void;
}

export function createProgress(
  files: readonly string[],
  { now, say, lastTimes, keepTimes }: ProgressDeps,
): Progress & { report(): void } {
  const startedAt = now();
  const times = new Map<string, number>();
  let [tests, failed] = [0, 0];
  const expected = files.reduce((sum, file) => sum + (lastTimes.get(file) ?? 0), 0);
  /** Returns the completed part of the expected time; a file counts for at most its last duration. */
  const done = (): number =>
    [...times].reduce((sum, [file, ms]) => sum + Math.min(ms, lastTimes.get(file) ?? 0), 0);
  const left = (): string => {
    const share = expected === 0 ? 0 : done() / expected;
    if (share < 0.02) return '';
    const ms = (now() - startedAt) * (1 / share - 1);
    return `, about ${timeText(ms)} left`;
  };
  return {
    record(file, { name, ms, passed }) {
      tests += 1;
      if (!passed) {
        failed += 1;
        say(`FAILED: ${file}: ${name}\n`);
      }
      times.set(file, (times.get(file) ?? 0) + ms);
    },
    report() {
      const wrong = failed === 0 ? '' : `, ${failed} FAILED`;
      const what = `${tests} tests of ${times.size} of ${files.length} files${wrong}`;
      say(`${timeText(now() - startedAt)}: ${what}${left()}\n`);
    },
    end(whole) {
      if (whole) keepTimes(times);
    },
  };
}

/** @param files paths from the root of the project, as `record` gets them */
export function showProgress(files: readonly string[]): Progress {
  const progress = createProgress(files, {
    now: () => performance.now(),
    say: (line) => void process.stderr.write(line),
    lastTimes: readTimes(),
    keepTimes(times) {
      mkdirSync(dirname(FILE), { recursive: true });
      writeFileSync(FILE, JSON.stringify(Object.fromEntries(times)));
    },
  });
  const timer = setInterval(() => progress.report(), EVERY_MS);
  timer.unref();
  return {
    record: progress.record,
    end(whole) {
      clearInterval(timer);
      progress.end(whole);
    },
  };
}

function readTimes(): ReadonlyMap<string, number> {
  try {
    const times: unknown = JSON.parse(readFileSync(FILE, 'utf8'));
    const pairs = Object.entries(Object(times)).map(([file, ms]) => [file, Number(ms)] as const);
    return new Map(pairs.filter(([, ms]) => Number.isFinite(ms)));
  } catch {
    // There was no run before, or the file is incomplete.
    return new Map();
  }
}

function timeText(ms: number): string {
  const seconds = Math.round(ms / 1000);
  const minutes = Math.floor(seconds / 60);
  return minutes === 0 ? `${seconds} s` : `${minutes} min ${seconds % 60} s`;
}
