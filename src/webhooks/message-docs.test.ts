// The API document describes the messages as they are sent.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Errors } from 'typebox/schema';
import { describeApi } from '#http/openapi.ts';
import { limitSettings } from '../../test/support/limits.ts';
import { WEBHOOK_MESSAGES } from './message-docs.ts';
import { nextPause } from './retry.ts';
import { EventType } from './webhooks.shapes.ts';

/** `message.ts` writes the examples. */
test('every message is described with exactly the members that it has', () => {
  const subscribed: readonly string[] = Object(EventType)
    .anyOf.map(Object)
    .map((type: { const: string }) => type.const);
  const named = subscribed.filter((type) => type !== 'form.complete');
  assert.deepEqual(Object.keys(WEBHOOK_MESSAGES).sort(), [...named].sort());
  for (const [type, { body, example }] of Object.entries(WEBHOOK_MESSAGES)) {
    const [valid, errors] = Errors(body, example);
    assert.ok(valid, `${type}: ${JSON.stringify(errors)}`);
    const sent = Object(example);
    const properties = Object(body).properties;
    assert.deepEqual(Object.keys(sent).sort(), Object.keys(properties).sort(), type);
    const ofData = Object.keys(Object(properties.data).properties);
    // Only some messages have these.
    const isAlways = (name: string) => !['correction', 'review', 'dueDate'].includes(name);
    const always = Object.keys(sent.data).filter(isAlways);
    assert.deepEqual(always.sort(), ofData.filter(isAlways).sort(), type);
  }
});

test('as many retries are promised, over as many hours, as there are', () => {
  const pauses: number[] = [];
  for (;;) {
    const pause = nextPause(pauses.length + 1, undefined, 0);
    if (pause === undefined) break;
    pauses.push(pause);
  }
  const hours = Math.floor(pauses.reduce((sum, pause) => sum + pause, 0) / 3_600_000);
  const document = describeApi([], {
    audience: 'public',
    webhooks: WEBHOOK_MESSAGES,
    examples: { requests: {}, answers: {}, errors: {} },
    baseUrl: 'https://forms.example.org',
    authUrl: 'https://forms.example.org',
    version: '1',
    limits: limitSettings({}),
    basic: false,
  });
  const told = JSON.stringify(document['webhooks']);
  const times = told.match(/sends the message again, up to \d+ times over about \d+ hours/g);
  const expected = `sends the message again, up to ${pauses.length} times over about ${hours} hours`;
  assert.deepEqual(times, Object.keys(WEBHOOK_MESSAGES).fill(expected));
});
