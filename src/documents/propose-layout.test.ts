import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readLayout } from './drawing/box.ts';
import type { PaperContent, PaperField } from './paper-messages.ts';
import { proposeLayout } from './propose-layout.ts';

const PAGES = [{ w: 595.276, h: 841.89 }];
const DEFINITION = {
  elements: [
    { type: 'text', name: 'site', title: 'Site' },
    { type: 'radiogroup', name: 'state', title: 'State', choices: ['ok', 'bad'] },
    { type: 'text', name: 'none', title: '…' },
  ],
};

const field = (name: string, more: Partial<PaperField> = {}): PaperField => ({
  ...{ name, kind: 'text', page: 0, rect: [60, 700, 300, 720] },
  ...more,
});
const propose = (...found: PaperField[]) => {
  const notes = { unread: 0, annotations: 0, layers: false, signed: false, scripts: false };
  const content: PaperContent = { pages: PAGES, found, notes };
  return proposeLayout(content, DEFINITION, 'en');
};

test('fields show what they are named or labelled like, and marks show a choice', () => {
  const { boxes } = propose(
    field('topmost[0].page[0].Site[0]'),
    field('x1', { label: 'STATE', kind: 'radio', value: 'bad' }),
    field('state', { kind: 'radio', value: 'unheard-of' }),
    field('nothing'),
  );
  assert.deepEqual(
    boxes.map(({ id, shows }) => [id, shows]),
    [
      ['f1', { question: 'site' }],
      ['f2', { question: 'state', part: 'choice:bad' }],
    ],
  );
});

test('whatever a PDF says of its fields, what is proposed can be read again', () => {
  const layout = propose(
    // The page is 595.276 points wide, and places are rounded.
    field('site', { rect: [500, 700, 595.28, 841.89] }),
    field('site', { comb: true, max: 5000 }),
    field('site', { rect: [60, 700, 60.5, 720] }),
    field('site', { page: 7 }),
  );
  assert.deepEqual(readLayout(JSON.parse(JSON.stringify(layout))), layout);
  assert.deepEqual(
    layout.boxes.map(({ id, fit }) => [id, fit]),
    [
      ['f1', 'shrink'],
      ['f2', 'shrink'],
    ],
  );
});

test('thousands of fields of one name are as many boxes as a document may have', () => {
  const layout = propose(...Array.from({ length: 5000 }, () => field('site')));
  assert.equal(layout.boxes.length, 2000);
  assert.ok(readLayout(layout));
});
