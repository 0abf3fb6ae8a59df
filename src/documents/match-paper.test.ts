import assert from 'node:assert/strict';
import { test } from 'node:test';
import { matchPaper } from './match-paper.ts';
import type { PaperContent, PaperField } from './paper-messages.ts';
import { boxAtField } from './propose-layout.ts';

const field = (name: string, top: number, more: Partial<PaperField> = {}): PaperField => ({
  ...{ name, kind: 'text', page: 0, rect: [60, top - 20, 300, top] },
  ...more,
});
const paper = (...found: PaperField[]): PaperContent => ({
  pages: [{ w: 595, h: 842 }],
  found,
  notes: { unread: 0, annotations: 0, layers: false, signed: false, scripts: false },
});

test('boxes follow their fields by name, label or place, and what is lost is named', () => {
  const old = paper(
    field('site', 800),
    field('a1', 700, { label: 'Water level' }),
    field('text3', 600),
    field('gone', 500),
  );
  const boxes = old.found.map((each, i) => boxAtField(each, i, { question: each.name }));
  const next = paper(
    field('extra', 900),
    field('x9', 602),
    field('level', 300, { label: 'water level' }),
    field('site', 800),
  );
  const { layout, kept, moved, lost, added } = matchPaper(
    { content: old, layout: { pages: old.pages, boxes, left: ['notes'] } },
    next,
  );
  assert.deepEqual(
    layout.boxes.map(({ id, from, shows }) => [id, from, shows]),
    [
      ['f4', 'site', { question: 'site' }],
      ['f3', 'level', { question: 'a1' }],
      ['f2', 'x9', { question: 'text3' }],
    ],
  );
  assert.deepEqual([kept, moved, lost, added], [1, 2, ['gone'], ['extra']]);
  assert.deepEqual(layout.left, ['notes']);
});

test('a field that is a comb now has as many cells as the new one', () => {
  const old = paper(field('code', 800));
  const boxes = [boxAtField(field('code', 800), 0, { question: 'code' })];
  const content = paper(field('code', 800, { comb: true, max: 5 }));
  const { layout } = matchPaper(
    { content: old, layout: { pages: old.pages, boxes, left: [] } },
    content,
  );
  assert.deepEqual([layout.boxes[0]?.fit, layout.boxes[0]?.cells], ['comb', 5]);
});

test('a box that somebody drew stays on a page of the same size', () => {
  const box = { ...boxAtField(field('', 800), 0, { text: 'Copy' }), id: 'own' };
  const { from: _, ...drawn } = box;
  const old = paper();
  const layout = { pages: old.pages, boxes: [drawn], left: [] };
  assert.equal(matchPaper({ content: old, layout }, paper()).kept, 1);
  const other = { ...paper(), pages: [{ w: 612, h: 792 }] };
  assert.deepEqual(matchPaper({ content: old, layout }, other).lost, ['own']);
});

test('a place goes to the field that has its name there, and not to one that only covers it', () => {
  const old = paper(field('a', 700), field('b', 600));
  const boxes = old.found.map((each, i) => boxAtField(each, i, { question: each.name }));
  const layout = { pages: old.pages, boxes, left: [] };
  const { lost, layout: next } = matchPaper({ content: old, layout }, paper(field('b', 700)));
  assert.deepEqual([lost, next.boxes.map(({ shows }) => shows)], [['a'], [{ question: 'b' }]]);
});

test('thousands of fields that are alike are matched one by one', () => {
  const many = Array.from({ length: 2000 }, (_, i) =>
    field('same', 800, { page: 0, label: 'Same', value: String(i % 2) }),
  );
  const boxes = many.map((each, i) => boxAtField(each, i, { question: 'q' }));
  const old = paper(...many);
  const { kept, lost } = matchPaper(
    { content: old, layout: { pages: old.pages, boxes, left: [] } },
    old,
  );
  assert.deepEqual([kept, lost], [2000, []]);
});
