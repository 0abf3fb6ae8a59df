// Tests the progress messages of `npm test`.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createProgress } from '../tools/test-progress.ts';

interface Setting {
  readonly files: readonly string[];
  readonly lastTimes?: ReadonlyMap<string, number>;
}

function start({ files, lastTimes = new Map() }: Setting) {
  const said: string[] = [];
  const clock = { name: 'adds', ms: 0 };
  let kept: ReadonlyMap<string, number> | undefined;
  const progress = createProgress(files, {
    now: () => clock.ms,
    say: (line) => void said.push(line),
    lastTimes,
    keepTimes: (times) => {
      kept = times;
    },
  });
  return { progress, said, clock, kept: () => kept };
}

test('the first run tells how far it is, and the next one how long it is still going to take', () => {
  const files = ['a.test.ts', 'b.test.ts'];
  const first = start({ files });
  first.clock.ms = 20_000;
  first.progress.record('a.test.ts', { name: 'adds', ms: 30_000, passed: true });
  first.progress.report();
  assert.deepEqual(first.said, ['20 s: 1 tests of 1 of 2 files\n']);
  first.progress.record('b.test.ts', { name: 'adds', ms: 90_000, passed: true });
  first.progress.end(true);

  const second = start({ files, lastTimes: first.kept() ?? new Map() });
  second.clock.ms = 61_000;
  // The test is slower than the last time, when it was a quarter of the total.
  second.progress.record('a.test.ts', { name: 'adds', ms: 60_000, passed: false });
  second.progress.report();
  assert.deepEqual(second.said, [
    'FAILED: a.test.ts: adds\n',
    '1 min 1 s: 1 tests of 1 of 2 files, 1 FAILED, about 3 min 3 s left\n',
  ]);
});

test('a run of some tests, or one that was broken off, leaves the times of the last whole one', () => {
  const some = start({ files: ['a.test.ts'] });
  some.progress.record('a.test.ts', { name: 'adds', ms: 1, passed: true });
  some.progress.end(false);
  assert.equal(some.kept(), undefined);
});
