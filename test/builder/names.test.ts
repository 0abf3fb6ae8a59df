import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { choicesIn, readChoices, writeChoices } from '#web/builder/choices.ts';
import { compare } from '#web/builder/compare.ts';
import { type Definition, fieldAt } from '#web/builder/definition.ts';
import { addField, change, duplicate, move, remove } from '#web/builder/edit.ts';
import { freshName, nameFrom, referencesAt, renameField } from '#web/builder/names.ts';
import { NOTHING_PUBLISHED } from '#web/builder/published.ts';
import { followTitle } from '#web/builder/retitle.ts';

const FORM: Definition = {
  pages: [
    {
      name: 'page1',
      elements: [
        { name: 'site', type: 'text' },
        {
          name: 'site2',
          type: 'text',
          title: 'Of {site}, not {site2}',
          visibleIf: "{site} = 'site'",
        },
        {
          name: 'items',
          type: 'paneldynamic',
          templateElements: [
            { name: 'qty', type: 'text' },
            { name: 'sum', type: 'expression', expression: '{panel.qty} * {Site.rate} + {qty}' },
          ],
        },
        {
          name: 'total',
          type: 'expression',
          expression: "sumInArray({items}, 'qty') + {items[0].qty}",
        },
      ],
    },
  ],
};

test('whatever names a renamed field follows it, and nothing else does', () => {
  const renamed = renameField(FORM, [0, 0], 'place');
  assert.equal(fieldAt(renamed, [0, 0])?.name, 'place');
  assert.equal(fieldAt(renamed, [0, 1])?.['title'], 'Of {place}, not {site2}');
  assert.equal(fieldAt(renamed, [0, 1])?.['visibleIf'], "{place} = 'site'");
  assert.equal(fieldAt(renamed, [0, 2, 1])?.['expression'], '{panel.qty} * {place.rate} + {qty}');
  assert.deepEqual(
    renameField(renamed, [0, 0], 'site').pages[0]?.elements[1],
    FORM.pages[0]?.elements[1],
  );
});

test('a renamed field of a row is followed inside and outside of the row', () => {
  const renamed = renameField(FORM, [0, 2, 0], 'count');
  assert.equal(fieldAt(renamed, [0, 2, 0])?.name, 'count');
  assert.equal(fieldAt(renamed, [0, 2, 1])?.['expression'], '{panel.count} * {Site.rate} + {qty}');
  assert.equal(
    fieldAt(renamed, [0, 3])?.['expression'],
    "sumInArray({items}, 'count') + {items[0].count}",
  );
});

test('an expression may name fields of the form and of its own row only', () => {
  const names = (path: readonly number[]) => referencesAt(FORM, path).map(({ name }) => name);
  assert.deepEqual(names([0, 2, 1]), ['site', 'site2', 'items', 'panel.qty', 'total']);
  assert.deepEqual(names([0, 0]), ['site2', 'items', 'total']);
});

test('names are made of titles, and differ', () => {
  assert.equal(nameFrom('Work site №1 (Österreich)?'), 'work_site_no1_osterreich');
  assert.equal(nameFrom('***'), '');
  assert.equal(freshName('a', new Set(['a', 'a_2'])), 'a_3');
  fc.assert(
    fc.property(fc.string(), fc.array(fc.string()), (wanted, taken) => {
      const all = new Set(taken.map((name) => name.toLowerCase()));
      assert.ok(!all.has(freshName(wanted, all).toLowerCase()));
    }),
  );
});

test('a condition on a deleted field applies to no new field or copy, unless its title says so', () => {
  const left: Definition = {
    pages: [
      {
        name: 'page1',
        elements: [
          { name: 'site_3', type: 'text', visibleIf: "{site} = 'x' or {#Site_2} > 1" },
          { name: 'note', type: 'expression', expression: "displayValue('site_4')" },
        ],
      },
    ],
  };
  const name = (form: Definition, at: number) => fieldAt(form, [0, at])?.name;
  assert.equal(name(duplicate(left, [0, 0]).definition, 1), 'site_5');
  const { definition: added } = addField(left, { name: 'site', type: 'text' }, [0]);
  assert.equal(name(added, 2), 'site_5');
  const titled = (title: string) =>
    followTitle(change(added, [0, 2], { title }), [0, 2], NOTHING_PUBLISHED, () => true);
  assert.equal(name(titled('Note'), 2), 'note_2');
  assert.equal(name(titled('Site 3'), 2), 'site_5');
  assert.equal(name(titled('Site'), 2), 'site', 'as whoever wrote the condition first expects');
});

test('choices are stored as shortly as they were, with what the editor does not show', () => {
  for (const choices of [
    ['a', 'b'],
    [{ value: 'a', text: 'A' }, 'b'],
    [
      { value: 'a', visibleIf: '{x} = 1' },
      { value: 'b', text: { default: 'B', de: 'Be' } },
    ],
  ]) {
    assert.deepEqual(writeChoices(readChoices(choices)), choices);
  }
  assert.equal(writeChoices([]), undefined);
});

test('pasted lines become choices once each', () => {
  const given = readChoices(['a']);
  assert.deepEqual(
    choicesIn('a\n b \nc = See\nd|Dee\ne\tEff\n\nb', given).map(({ value, text }) => [value, text]),
    [
      ['b', ''],
      ['c', 'See'],
      ['d', 'Dee'],
      ['e', 'Eff'],
    ],
  );
});

test('what publishing changes is named', () => {
  const titled = change(FORM, [0, 0], { title: 'Site' });
  assert.deepEqual(compare(FORM, titled), {
    added: [],
    removed: [],
    changed: ['Site'],
    isReordered: false,
  });
  assert.deepEqual(compare(FORM, remove(FORM, [0, 3]).definition).removed, ['total']);
  assert.deepEqual(compare(remove(FORM, [0, 3]).definition, FORM).added, ['total']);
  assert.ok(compare(FORM, move(FORM, [0, 0], 'down')?.definition ?? FORM).isReordered);
  assert.deepEqual(compare(FORM, FORM), {
    added: [],
    removed: [],
    changed: [],
    isReordered: false,
  });
});
