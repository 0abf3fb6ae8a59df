import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Model } from 'survey-core';
import { checkDefinition } from '#questionnaires/definition/check-definition.ts';
import { registerListQuestion } from '#questionnaires/engine/list-question.ts';
import { registerOwnQuestions } from '#questionnaires/engine/own-questions.ts';
import { registerStaticParts } from '#questionnaires/engine/static-parts.ts';
import {
  asColumnKind,
  asKind,
  COLUMN_KINDS,
  columnKindOf,
  KINDS,
  kindOf,
  kindsInstead,
  newField,
} from '#web/builder/kinds.ts';

registerOwnQuestions();
registerListQuestion();
registerStaticParts();

const WORDS = {
  title: 'A title',
  name: 'a_title',
  choices: ['One', 'Two'],
  column: { name: 'column_1', title: 'Column 1' },
};

for (const kind of KINDS) {
  test(`a new field is what was chosen, and the service and the engine take it: ${kind}`, () => {
    const field = newField(kind, WORDS);
    assert.equal(kindOf(field), kind);
    const definition = { pages: [{ name: 'page1', elements: [field] }] };
    checkDefinition(JSON.parse(JSON.stringify(definition)));
    const model = new Model(definition);
    const made = model.getAllQuestions().length + model.getAllPanels().length;
    model.dispose();
    assert.equal(made, 1);
  });

  test(`a field becomes each of its family and comes back with its title: ${kind}`, () => {
    const field = { ...newField(kind, WORDS), isRequired: true };
    for (const other of kindsInstead(kind)) {
      const changed = asKind(field, other);
      assert.equal(kindOf(changed), other);
      assert.deepEqual(
        [changed.name, changed['title'], changed['isRequired']],
        ['a_title', 'A title', true],
      );
      assert.equal(kindOf(asKind(changed, kind)), kind);
    }
  });
}

test('a type that the builder has no words for is left as it is', () => {
  assert.equal(kindOf({ type: 'imagemap' }), undefined);
  assert.equal(kindOf({ type: 'text', inputType: 'color' }), undefined);
});

test('a column is asked for in each kind', () => {
  for (const kind of COLUMN_KINDS) {
    const column = asColumnKind({ name: 'a', cellType: 'text', inputType: 'date' }, kind);
    assert.equal(columnKindOf(column), kind);
    assert.equal(column['name'], 'a');
  }
});
