// The API document describes the messages as they are sent.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Errors } from 'typebox/schema';
import { WEBHOOK_MESSAGES } from './message-docs.ts';
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
    assert.deepEqual(Object.keys(sent.data).sort(), ofData.sort(), type);
  }
});
