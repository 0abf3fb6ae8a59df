// Who is named on the rights page, because they see drafts of others and can't assign them.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TemplateRights } from '#templates/app-types.ts';
import { cannotHandOn } from './cannot-hand-on.ts';

type RightsItem = TemplateRights['items'][number];

const entry = (subject: string, rights: Partial<RightsItem>): RightsItem => ({
  ...{ subject, type: 'Group', fill: false, see: 'own', edit: false, assign: false },
  ...{ review: false, manage: false },
  ...rights,
});
const named = (...items: readonly RightsItem[]) =>
  cannotHandOn(items).map(({ subject }) => subject);

test('entries that see drafts of others without editing them are named, if they or everyone may assign', () => {
  const seers = entry('seers', { see: 'group' });
  assert.deepEqual(named(seers), []);
  assert.deepEqual(named({ ...seers, assign: true }), ['seers']);
  assert.deepEqual(named({ ...seers, assign: true, edit: true }), []);
  const everyone = entry('everyone', { fill: true, assign: true });
  assert.deepEqual(named(everyone, seers, entry('others', { fill: true })), ['seers']);
  assert.deepEqual(named({ ...everyone, edit: true }, seers), []);
});

test('where everyone sees all drafts, the entries that may assign are named, or everyone alone', () => {
  const everyone = entry('everyone', { see: 'all' });
  const senders = entry('senders', { assign: true });
  assert.deepEqual(named(everyone, senders), ['senders']);
  assert.deepEqual(named({ ...everyone, assign: true }, senders), ['everyone']);
});
