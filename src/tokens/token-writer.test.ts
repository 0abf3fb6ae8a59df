// Nightly: it takes over three seconds.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { makeTestKeys, openRaw } from '../../test/support/tokens.ts';
import { createTokenWriter, type WriteToken } from './token-writer.ts';

const keys = makeTestKeys();
const set = await keys.ring.current();

/** Writes `count` tokens at once and checks that each has its own claims and its own IV. */
async function writeMany(write: WriteToken, count: number): Promise<void> {
  const claims = Array.from({ length: count }, (_, at) => ({ jti: `${at} of ${count}, ä €` }));
  const tokens = await Promise.all(claims.map(write));
  for (const [at, one] of claims.entries()) {
    assert.deepEqual(openRaw(keys, tokens[at] ?? '').payload, one);
  }
  const ivs = tokens.map((token) => token.split('.')[2]);
  assert.equal(new Set(ivs).size, count);
}

const scriptOf = (text: string): URL => new URL(`data:text/javascript,${encodeURIComponent(text)}`);

/** Returns the number of threads that keep the process alive. */
const openPorts = (): number =>
  process.getActiveResourcesInfo().filter((name) => name === 'MessagePort').length;

describe('tokens under load', () => {
  test('each is of its own claims, one by one and many at once, before the thread is there and after', async () => {
    const write = createTokenWriter(set);
    await writeMany(write, 1);
    for (const count of [3, 200]) await writeMany(write, count);
    await sleep(300);
    for (const count of [1, 7, 15, 16, 17, 500]) await writeMany(write, count);
  });

  // A token that waited would do so until the idle thread ends, after a minute.
  test('nobody waits for a thread that is not ready yet', { timeout: 9000 }, async () => {
    const slow = `import { parentPort } from 'node:worker_threads';
    parentPort.on('message', () => undefined);`;
    const before = openPorts();
    const write = createTokenWriter(set, scriptOf(slow));
    for (let round = 0; round < 5; round += 1) {
      await writeMany(write, 100);
      await sleep(50);
    }
    // Neither does the process wait for it.
    assert.equal(openPorts(), before);
  });

  for (const [breaks, script] of [
    [
      'breaks at the first claims',
      `import { parentPort } from 'node:worker_threads';
      parentPort.on('message', () => { throw new Error('broken'); });
      parentPort.postMessage('ready');`,
    ],
    [
      'ends without a word',
      `import { parentPort } from 'node:worker_threads';
      parentPort.on('message', () => process.exit(0));
      parentPort.postMessage('ready');`,
    ],
    ['never starts', `throw new Error('broken');`],
  ] as const) {
    test(`a thread that ${breaks} loses no token and is told of once`, async () => {
      const warnings: string[] = [];
      const hear = ({ name }: Error) => void warnings.push(name);
      process.on('warning', hear);
      const write = createTokenWriter(set, scriptOf(script));
      for (let round = 0; round < 5; round += 1) {
        await writeMany(write, 100);
        await sleep(100);
      }
      process.off('warning', hear);
      assert.deepEqual(warnings, ['TokenThreadWarning']);
    });
  }
});
