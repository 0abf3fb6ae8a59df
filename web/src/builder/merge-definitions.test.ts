import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { type Definition, type Field, fieldsOf } from './definition.ts';
import { addField, addPage, change, move, remove } from './edit.ts';
import { mergeDefinitions } from './merge-definitions.ts';

const text = (name: string, more: object = {}): Field => ({ type: 'text', name, ...more });
const form = (...elements: readonly Field[]): Definition => ({
  pages: [{ name: 'page1', elements }],
});
const names = (definition: Definition) => fieldsOf(definition).map(({ field }) => field.name);

const base = form(text('a', { title: 'A' }), text('b', { title: 'B' }), text('c'));

test('what only one side changed, added, moved or removed is in the merged form', () => {
  const mine = form(text('a', { title: 'Mine' }), text('new'), text('b', { title: 'B' }));
  const theirs = form(
    text('a', { title: 'A', isRequired: true }),
    text('b', { title: 'Theirs' }),
    text('c'),
    text('last'),
  );
  assert.deepEqual(mergeDefinitions({ base, mine, theirs: { ...theirs, showNumbers: true } }), {
    definition: {
      showNumbers: true,
      pages: [
        {
          name: 'page1',
          elements: [
            text('a', { title: 'Mine', isRequired: true }),
            text('new'),
            text('b', { title: 'Theirs' }),
            text('last'),
          ],
        },
      ],
    },
    conflicts: [],
  });
});

test('the same property, changed by both, is chosen; mine stays without a choice', () => {
  const mine = form(text('a', { title: 'Mine', maxLength: 3 }), text('b', { title: 'B' }));
  const theirs = form(text('a', { title: 'Theirs' }), text('c', { title: 'C' }));
  const { definition, conflicts } = mergeDefinitions({ base, mine, theirs });
  assert.deepEqual(conflicts, [
    {
      key: 'field a',
      title: 'Mine',
      differences: [{ property: 'title', mine: 'Mine', theirs: 'Theirs' }],
    },
    // Removed here and changed there: nothing that somebody wrote is lost without a choice.
    { key: 'field c', title: 'C', differences: [], removedBy: 'mine' },
  ]);
  assert.deepEqual(
    definition,
    form(text('a', { title: 'Mine', maxLength: 3 }), text('c', { title: 'C' })),
  );
  const chosen = new Map([
    ['field a', 'theirs' as const],
    ['field c', 'mine' as const],
  ]);
  assert.deepEqual(
    mergeDefinitions({ base, mine, theirs: theirs }, chosen).definition,
    form(text('a', { title: 'Theirs', maxLength: 3 })),
  );
});

test('two fields that both sides added under one name are two fields, and references follow', () => {
  const mine = form(
    ...base.pages.flatMap(({ elements }) => elements),
    text('text', { title: 'X' }),
  );
  const theirs = form(
    ...base.pages.flatMap(({ elements }) => elements),
    text('text', { title: 'Y' }),
    text('why', { visibleIf: '{text} notempty' }),
  );
  const { definition, conflicts } = mergeDefinitions({ base, mine, theirs });
  assert.deepEqual(conflicts, []);
  assert.deepEqual(names(definition).toSorted(), ['a', 'b', 'c', 'text', 'text_2', 'why']);
  assert.equal(
    fieldsOf(definition).find(({ field }) => field.name === 'why')?.field['visibleIf'],
    '{text_2} notempty',
  );
});

test('a field that one side or both retitled, whose name follows, is still one field', () => {
  const mine = form(text('plate', { title: 'Plate' }), text('b', { title: 'B' }));
  const theirs = form(
    text('number', { title: 'Number' }),
    text('other', { title: 'Other', isRequired: true }),
    text('c', { visibleIf: '{number} notempty' }),
  );
  const { definition, conflicts } = mergeDefinitions({ base, mine, theirs });
  assert.deepEqual(
    conflicts.map(({ key, differences }) => [key, differences.map(({ property }) => property)]),
    [
      ['field plate', ['title']],
      ['field c', []],
    ],
  );
  assert.deepEqual(names(definition), ['plate', 'other', 'c']);
  assert.equal(definition.pages[0]?.elements[2]?.['visibleIf'], '{plate} notempty');
});

/** Some edits of the builder, each chosen by two numbers. */
function edited(definition: Definition, steps: readonly (readonly [number, number])[]): Definition {
  return steps.reduce((now, [what, where]) => {
    const all = fieldsOf(now);
    const path = all[where % Math.max(all.length, 1)]?.path ?? [0];
    if (what === 0) return addField(now, text('text', { title: String(where) }), path).definition;
    if (what === 1) {
      const section: Field = { type: 'panel', name: 'panel', elements: [] };
      return addField(now, section, path).definition;
    }
    if (what === 2) return remove(now, path).definition;
    if (what === 3) return change(now, path, { title: String(where) });
    if (what === 4) return addPage(now, path).definition;
    return move(now, path, what === 5 ? 'up' : 'in')?.definition ?? now;
  }, definition);
}

test('a merge with an unchanged side is the other side, and no field is in a merged form twice', () => {
  const steps = fc.array(fc.tuple(fc.nat({ max: 6 }), fc.nat({ max: 20 })), { maxLength: 12 });
  fc.assert(
    fc.property(steps, steps, steps, (first, mine, theirs) => {
      const common = edited(form(), first);
      const [here, there] = [edited(common, mine), edited(common, theirs)];
      assert.deepEqual(
        mergeDefinitions({ base: common, mine: here, theirs: common }).definition,
        here,
      );
      assert.deepEqual(
        mergeDefinitions({ base: common, mine: common, theirs: there }).definition,
        there,
      );
      assert.deepEqual(
        mergeDefinitions({ base: common, mine: here, theirs: here }).definition,
        here,
      );
      const { definition } = mergeDefinitions({ base: common, mine: here, theirs: there });
      const all = names(definition);
      assert.equal(new Set(all).size, all.length);
      const added = names(here).filter((name) => !names(common).includes(name));
      assert.deepEqual(
        added.filter((name) => !all.includes(name)),
        [],
      );
    }),
  );
});
