import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PRESETS } from '#questionnaires/answers/text-pattern.ts';
import { reportOnDefinition } from '#questionnaires/definition/check-definition.ts';
import { change } from './edit.ts';
import { KINDS, type Kind, newField } from './kinds.ts';
import { PROPERTIES_OF, type Property } from './properties.ts';

const WORDS = {
  title: 'A title',
  name: 'a_title',
  choices: ['One', 'Two'],
  column: { name: 'column_1', title: 'Column 1' },
};

/** Returns the minimum and maximum that the input of a property accepts, and values beyond. */
function boundsOf({ control, min = 0, max = 0 }: Property): readonly (string | number | boolean)[] {
  switch (control) {
    case 'count':
      return [min, max];
    case 'number':
      return [-1e12, -0.5, 0, 1e12];
    case 'date':
      return ['0001-01-01', '2026-11-22', '9999-12-31'];
    case 'time':
      return ['00:00', '23:59'];
    case 'dateTime':
      return ['0001-01-01T00:00', '9999-12-31T23:59'];
    case 'text':
    case 'longText':
    case 'entryTitle':
      return ['x', 'ß'.repeat(10_000), '<b>{a}</b>\n"'];
    case 'shortText':
      return ['x', 'ß'.repeat(max)];
    case 'mask':
      return ['9', 'a'.repeat(max)];
    case 'preset':
      return [...PRESETS];
    case 'choice':
    case 'choices':
      return ['One'];
    case 'step':
      return [1, 5];
    case 'switch':
    case 'yesNo':
      return [true, false];
  }
}

const definitionOf = (kind: Kind) => ({
  pages: [{ name: 'page1', elements: [newField(kind, WORDS)] }],
});

for (const kind of KINDS) {
  test(`whatever the inputs of its properties take is stored: ${kind}`, () => {
    for (const property of PROPERTIES_OF[kind]) {
      for (const value of boundsOf(property)) {
        const set = change(definitionOf(kind), [0, 0], { [property.name]: value });
        const { faults } = reportOnDefinition(JSON.parse(JSON.stringify(set)));
        assert.deepEqual(faults, [], `${property.name}: ${value}`);
      }
    }
  });
}

test('a number beyond the limit of its property is refused at its place, and what else there is stays', () => {
  for (const kind of KINDS) {
    for (const { name, control, max = 0 } of PROPERTIES_OF[kind]) {
      if (control !== 'count' || max < 1000) continue;
      const set = change(definitionOf(kind), [0, 0], { [name]: max + 1, description: 'stays' });
      const { refused, accepted } = reportOnDefinition(JSON.parse(JSON.stringify(set)));
      assert.deepEqual(
        refused.map(({ at }) => at),
        [`pages[0].elements[0].${name}`],
      );
      const expected = change(definitionOf(kind), [0, 0], { description: 'stays' });
      assert.deepEqual(accepted, JSON.parse(JSON.stringify(expected)));
    }
  }
});
