// Nightly: it takes over three seconds.
import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import fc from 'fast-check';
import { commandLine, folder } from '../../../test/support/command-line.ts';
import { examine } from '../../../test/support/doctor.ts';
import { mayMount, onSmallDisk } from '../../../test/support/small-disk.ts';
import { checkSpace } from './disk.ts';

const MB = 1_000_000;

test('a data directory that can not be written is a fault', async (t) => {
  const file = join(await folder(t), 'a-file');
  await writeFile(file, '');
  const found = await examine(commandLine({ FORMSTEAD_DATA_DIR: join(file, 'data') }));
  assert.equal(found.code, 1);
  assert.match(
    found.of('disk'),
    /^fault: .*a-file can't be written \(\w+\) -> give the directory to the user/,
  );
});

test('the doctor says that the disk is full, instead of that a file may not be written', (t) => {
  if (!mayMount()) return t.skip('this machine mounts nothing');
  const { stdout } = onSmallDisk(
    'cat /dev/zero > "$DISK/full" 2>/dev/null; FORMSTEAD_DATA_DIR="$DISK" "$NODE" "$CLI" doctor',
  );
  assert.match(stdout, /can't be written: the disk is full/);
  assert.match(stdout, /make room: leftovers/);
  assert.match(stdout, /0 MB of 1 MB are free/);
});

test('little room is a warning, hardly any a fault, and 5 % of a large disk is plenty', () => {
  const states = [
    [10 * MB, 1000 * MB],
    [400 * MB, 1000 * MB],
    [600 * MB, 100_000 * MB],
    [600 * MB, 10_000 * MB],
    [30_000 * MB, 8_000_000 * MB],
  ].map(([free = 0, total = 0]) => checkSpace(free, total).state);
  assert.deepEqual(states, ['fault', 'warning', 'warning', 'ok', 'ok']);
  assert.match(checkSpace(10 * MB, 2500 * MB).what, /^10 MB of 2\.5 GB are free$/);
});

test('more room is never judged worse', () => {
  const order = ['fault', 'warning', 'ok'];
  const sizes = fc.tuple(fc.maxSafeNat(), fc.maxSafeNat(), fc.maxSafeNat());
  fc.assert(
    fc.property(sizes, ([a, b, total]) => {
      const [less, more] = a < b ? [a, b] : [b, a];
      const rank = (free: number) => order.indexOf(checkSpace(free, total).state);
      assert.ok(rank(less) <= rank(more));
    }),
  );
});
