import assert from 'node:assert/strict';
import { test } from 'node:test';
import { wholeOrStream } from './whole-or-stream.ts';

const CHUNK = 'x'.repeat(100_000);

async function* chunks(count: number, onEnd: () => void): AsyncGenerator<string> {
  try {
    for (let i = 0; i < count; i += 1) yield `${CHUNK}${i}`;
  } finally {
    onEnd();
  }
}

const nothing = (): undefined => undefined;
const expected = (count: number) =>
  Array.from({ length: count }, (_, i) => `${CHUNK}${i}`).join('');

test('a short answer is one text', async () => {
  assert.equal(await wholeOrStream(chunks(0, nothing)), '');
  assert.equal(await wholeOrStream(chunks(2, nothing)), expected(2));
});

test('a long answer is a stream of the same text, begun with what was read', async () => {
  const answer = await wholeOrStream(chunks(9, nothing));
  assert.ok(typeof answer !== 'string');
  let text = '';
  for await (const chunk of answer) text += chunk;
  assert.equal(text, expected(9));
});

test('who stops listening ends the reading', async () => {
  let ended = false;
  const answer = await wholeOrStream(
    chunks(1000, () => {
      ended = true;
    }),
  );
  assert.ok(typeof answer !== 'string');
  for await (const text of answer) {
    assert.ok(text.length > 0);
    break;
  }
  assert.equal(ended, true);
});

test('what fails before the answer began is an error, not half an answer', async () => {
  async function* failing(): AsyncGenerator<string> {
    yield 'a';
    throw new Error('gone');
  }
  await assert.rejects(wholeOrStream(failing()), /gone/);
});
