// Runs alone: it measures the processor time of its process.
// An operator has raised the cost of password hashes. Until users sign in again, their hashes are cheaper than the hash
// that is computed for unknown users, so that the time of a refusal would reveal who exists.
// Nightly: it computes expensive password hashes.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createPasswords } from '#directory/index.ts';
import { systemRandom } from '#kernel/ids.ts';
import { deepTest } from '../support/timing.ts';

const TURNS = 15;
const before = createPasswords({ random: systemRandom, cores: 2 });
const dearer = createPasswords({
  random: systemRandom,
  cores: 2,
  cost: { memoryKib: 65_536, passes: 3 },
});

/** Returns the CPU time of each check in ms, on all threads: the minimum of several calls, made in turn. */
async function costsOf(checks: readonly (() => Promise<boolean>)[]): Promise<readonly number[]> {
  const costs = checks.map(() => Number.POSITIVE_INFINITY);
  for (let turn = 0; turn < TURNS; turn += 1) {
    for (const [at, check] of checks.entries()) {
      const begun = process.cpuUsage();
      assert.equal(await check(), false);
      const { user, system } = process.cpuUsage(begun);
      costs[at] = Math.min(costs[at] ?? 0, (user + system) / 1000);
    }
  }
  return costs;
}

test('a wrong password costs the same for hashes from before, for new ones and for nobody', async () => {
  const [old, renewed] = [await before.hash('one of before'), await dearer.hash('a new one')];
  // The first check of an older hash tells the service how much old hashes cost.
  await dearer.verify(old, 'wrong');
  const costs = await costsOf([
    () => dearer.verify(old, 'wrong'),
    () => dearer.verify(renewed, 'wrong'),
    () => dearer.verify(undefined, 'wrong'),
  ]);
  assert.ok(Math.max(...costs) < 1.15 * Math.min(...costs), costs.join(' '));
  assert.equal(await dearer.verify(old, 'one of before'), true);
});

deepTest('so it does when the cost was lowered', async () => {
  const dear = await dearer.hash('one of before');
  await before.verify(dear, 'wrong');
  const costs = await costsOf([
    () => before.verify(dear, 'wrong'),
    () => before.verify(undefined, 'wrong'),
  ]);
  assert.ok(Math.max(...costs) < 1.15 * Math.min(...costs), costs.join(' '));
});
