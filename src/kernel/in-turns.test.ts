import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inTurns, whileOthersWait } from './in-turns.ts';
import { onBehalfOf } from './on-behalf.ts';

/** Records its name at each step. */
function* work(name: string, steps: number, said: string[]): Generator<undefined, string> {
  for (let step = 0; step < steps; step += 1) {
    said.push(name);
    yield;
  }
  return name;
}

test('one long piece of work is no slower beside many of somebody else', async () => {
  const said: string[] = [];
  const many = Array.from({ length: 20 }, () =>
    onBehalfOf({ account: 'greedy', person: 'a' }, () => inTurns(work('greedy', 30, said))),
  );
  const one = onBehalfOf({ account: 'modest', person: 'b' }, () =>
    inTurns(work('modest', 10, said)),
  );
  assert.equal(await one, 'modest');
  const others = said.filter((name) => name === 'greedy').length;
  // The first step of each runs at once; after that, the two accounts alternate.
  assert.ok(others <= 20 + 11, `${others} steps of others`);
  assert.equal((await Promise.all(many)).length, 20);
});

test('one round of the event loop holds one step, however much is under way', async () => {
  const said: string[] = [];
  const many = Array.from({ length: 20 }, () => inTurns(work('step', 5, said)));
  let before = said.length;
  for (let round = 0; round < 20; round += 1) {
    await new Promise((resolve) => setImmediate(resolve));
    assert.ok(said.length - before <= 1, `${said.length - before} steps in a round`);
    before = said.length;
  }
  await Promise.all(many);
});

test('what others wait for does not wait behind long work', async () => {
  const said: string[] = [];
  const many = Array.from({ length: 50 }, () => inTurns(work('long', 20, said)));
  await whileOthersWait(() => inTurns(work('transaction', 10, said)));
  const others = said.filter((name) => name === 'long').length;
  assert.ok(others <= 50 + 12, `${others} steps of others`);
  await Promise.all(many);
});
