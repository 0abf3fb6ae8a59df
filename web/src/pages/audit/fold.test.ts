// The audit page shows a burst of equal events as one row, and loses none of them.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AuditEntry } from '#administration/app-types.ts';
import { foldBursts } from './fold.ts';

const START = Date.UTC(2026, 10, 26, 12);

/** An event so many minutes before noon. */
const event = (id: string, minutes: number, more: Partial<AuditEntry> = {}): AuditEntry => ({
  id,
  at: new Date(START - minutes * 60_000).toISOString(),
  action: 'template.change',
  result: 'ok',
  user: { id: 'ann', name: 'Ann' },
  target: { type: 'Template', id: 'rounds', name: 'Rounds' },
  detail: { name: 'Rounds' },
  chain: { seq: 1000 - minutes, hash: id },
  ...more,
});

test('the autosaves of one person on one template are one row with their number', () => {
  const other = event('other', 2, { user: { id: 'bob', name: 'Bob' } });
  const elsewhere = event('else', 2, { target: { type: 'Template', id: 'visits' } });
  const renamed = event('renamed', 6, { detail: { name: 'Round' } });
  const late = event('late', 30);
  const entries = [event('a', 0), event('b', 1), other, elsewhere, event('c', 5), renamed, late];
  const rows = foldBursts(entries);
  assert.deepEqual(
    rows.map(({ id, count }) => [id, count]),
    [
      ['a', 3],
      ['other', undefined],
      ['else', undefined],
      ['renamed', undefined],
      ['late', undefined],
    ],
  );
  const unfolded = foldBursts(entries, new Set(['a']));
  assert.deepEqual(unfolded.map(({ id }) => id).toSorted(), entries.map(({ id }) => id).toSorted());
  assert.deepEqual(unfolded[0], { ...entries[0], count: 3, isUnfolded: true });
});

test('a long session is one row, and events without a target are never folded', () => {
  const session = Array.from({ length: 40 }, (_, i) => event(`s${i}`, i));
  assert.deepEqual(
    foldBursts(session).map(({ count }) => count),
    [40],
  );
  const { target: _target, ...bare } = event('bare', 0);
  assert.equal(foldBursts([bare, { ...bare, id: 'bare2' }]).length, 2);
});
