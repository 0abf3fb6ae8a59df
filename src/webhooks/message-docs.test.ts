// The API document describes the messages as they are sent.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Errors } from 'typebox/schema';
import { dataOf, messageOf } from './message.ts';
import { WEBHOOK_MESSAGES } from './message-docs.ts';
import type { WebhookEvent } from './webhook.ts';

const TYPES = [
  'form.created',
  'form.assigned',
  'form.completed',
  'form.reopened',
  'form.deleted',
  'template.published',
] as const satisfies readonly WebhookEvent['type'][];

const FORM = '0190b5a4-0000-7000-8000-000000000001';
const TEMPLATE = '0190b5a4-0000-7000-8000-000000000002';

test('every message is described with exactly the members that it has', () => {
  assert.deepEqual(Object.keys(WEBHOOK_MESSAGES).sort(), [...TYPES].sort());
  for (const type of TYPES) {
    const ofTemplate = type === 'template.published';
    const data = dataOf({
      type,
      accountId: 'a',
      at: 0,
      id: ofTemplate ? TEMPLATE : FORM,
      templateId: TEMPLATE,
      revision: 3,
      ...(!ofTemplate && { assignment: { type: 'User', id: FORM } }),
    });
    const sent = JSON.parse(messageOf({ type, at: 0, data }, 'https://forms.example.org'));
    const { body } = WEBHOOK_MESSAGES[type] ?? assert.fail(type);
    const [valid, errors] = Errors(body, sent);
    assert.ok(valid, `${type}: ${JSON.stringify(errors)}`);
    const properties = Object(body).properties;
    assert.deepEqual(Object.keys(sent).sort(), Object.keys(properties).sort(), type);
    const ofData = Object.keys(Object(properties.data).properties);
    assert.deepEqual(Object.keys(sent.data).sort(), ofData.sort(), type);
  }
});
