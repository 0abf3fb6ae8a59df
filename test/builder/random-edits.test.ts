// Random edits in random order: every reference stays valid, or publishing names the broken one.
// Nightly: it takes over three seconds.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { changeColumnKind, changeKind } from '#web/builder/change-kind.ts';
import { readChoices, storedOf, writeChoices } from '#web/builder/choices.ts';
import { compile, needsValue, parse } from '#web/builder/conditions.ts';
import {
  type Definition,
  emptyDefinition,
  type Field,
  fieldAt,
  fieldsOf,
  isObject,
  type Path,
  textOf,
} from '#web/builder/definition.ts';
import { addField, change, type Direction, duplicate, move, remove } from '#web/builder/edit.ts';
import { columnsOf, type Kind, kindOf, kindsInstead, newField } from '#web/builder/kinds.ts';
import { freshName, namesInUse, referencesAt, renameField } from '#web/builder/names.ts';
import { operatorsOf } from '#web/builder/operators.ts';
import { NOTHING_PUBLISHED, type Published, publishedIn } from '#web/builder/published.ts';
import { setChoiceValue } from '#web/builder/rename-choice.ts';
import { followTitle } from '#web/builder/retitle.ts';
import { faultsOf, retitleChoice, retitleColumn, words } from '../support/builder-edits.ts';

/** The fields at the beginning: among others a table, and a repeating section with choices of its own. */
const START: readonly (readonly [Kind, Path])[] = [
  ['text', [0]],
  ['dropdown', [0]],
  ['checkbox', [0]],
  ['matrixdynamic', [0]],
  ['paneldynamic', [0]],
  ['dropdown', [0, 4]],
  ['text', [0, 4]],
  ['text', [0]],
];

const marked = (field: Field, mark: number): Field => {
  const choices = readChoices(field['choices']).map(({ value }, i) => ({
    value,
    mark: mark * 100 + i,
  }));
  const columns = [
    { name: 'column_1', title: 'Column 1', cellType: 'text', mark: mark * 100 },
    {
      name: 'column_2',
      cellType: 'expression',
      expression: '{row.column_1} * 2',
      meant: mark * 100,
    },
  ];
  return {
    ...field,
    mark,
    ...(choices.length > 0 && { choices }),
    ...(field.type === 'matrixdynamic' && { columns }),
  };
};

const holderOf = (form: Definition, path: Path): string => {
  for (let length = path.length - 1; length > 1; length -= 1) {
    const above = fieldAt(form, path.slice(0, length));
    if (above?.type === 'paneldynamic') return above.name;
  }
  return '';
};

const positionOf = (form: Definition, path: Path): string =>
  path.reduce((position, index, depth) => {
    if (depth === 0) return `pages[${index}]`;
    const above = fieldAt(form, path.slice(0, depth));
    const key = above?.type === 'paneldynamic' ? 'templateElements' : 'elements';
    return `${position}.${key}[${index}]`;
  }, '');

/** Returns every position whose reference now means something else, without using the builder's own functions. */
function broken(form: Definition): readonly string[] {
  const all = fieldsOf(form);
  return all.flatMap(({ path, field }) => {
    const columns = columnsOf(field).flatMap((column, i) => {
      const name = /\{row\.(\w+)\}/.exec(textOf(column['expression']))?.[1];
      const found = columnsOf(field).find((each) => each['name'] === name);
      const isMeant = found !== undefined && found['mark'] === column['meant'];
      return column['meant'] === undefined || isMeant
        ? []
        : [`${positionOf(form, path)}.columns[${i}].expression`];
    });
    const { meant } = field;
    if (!isObject(meant)) return columns;
    const position = `${positionOf(form, path)}.visibleIf`;
    const row = parse(textOf(field['visibleIf']))?.rows[0];
    assert.ok(row !== undefined);
    const inEntry = row.field.startsWith('panel.');
    const name = inEntry ? row.field.slice('panel.'.length) : row.field;
    const scope = inEntry ? holderOf(form, path) : '';
    const target = all.find(
      (each) => each.field.name === name && holderOf(form, each.path) === scope,
    );
    const isField = target?.field['mark'] === meant['field'] && (!inEntry || scope !== '');
    const choice = readChoices(target?.field['choices']).find(({ value }) => value === row.value);
    const isChoice = meant['choice'] === -1 || choice?.kept['mark'] === meant['choice'];
    return isField && isChoice ? columns : [...columns, position];
  });
}

const keptIn = (form: Definition): readonly string[] =>
  fieldsOf(form).flatMap(({ field }) => [
    field.name,
    ...readChoices(field['choices']).map(
      (each) => `${field.name}=${JSON.stringify(storedOf(each))}`,
    ),
    ...columnsOf(field).map(({ name }) => `${field.name}.${textOf(name)}`),
  ]);

interface FieldPosition {
  readonly path: Path;
  readonly field: Field;
  readonly published: Published;
  readonly pick: number;
  /** Number of this edit among all. */
  readonly count: number;
}

type Edit = (form: Definition, position: FieldPosition) => Definition;

const choicesIn = ({ field }: FieldPosition) => readChoices(field['choices']);
const picked = <T>(list: readonly T[], pick: number): T | undefined =>
  list[pick % Math.max(1, list.length)];

/** Applies an edit to one of the choices, with a value that no other choice has. */
const onChoice =
  (
    edit: (form: Definition, position: FieldPosition, index: number, value: string) => Definition,
  ): Edit =>
  (form, position) => {
    const choices = choicesIn(position);
    if (choices.length === 0) return form;
    const taken = new Set(choices.map(({ value }) => value.toLowerCase()));
    const value = freshName(`Choice ${position.count}`, taken);
    return edit(form, position, position.pick % choices.length, value);
  };

const onColumn =
  (edit: (form: Definition, position: FieldPosition, index: number) => Definition): Edit =>
  (form, position) => {
    const { length } = columnsOf(position.field);
    return length === 0 ? form : edit(form, position, position.pick % length);
  };

const moving =
  (direction: Direction): Edit =>
  (form, { path }) =>
    move(form, path, direction)?.definition ?? form;

const ADDED: readonly Kind[] = [
  'text',
  'dropdown',
  'checkbox',
  'panel',
  'paneldynamic',
  'matrixdynamic',
];

const always = () => true;

/** Edits as the pages make them; an impossible edit returns the form unchanged. */
const EDITS: Readonly<Record<string, Edit>> = {
  add: (form, { path, pick, count }) => {
    const field = newField(picked(ADDED, pick) ?? 'text', words(`new${count}`));
    return addField(form, marked(field, count), path).definition;
  },
  // Each title is new: the one of a deleted field would mean what was deleted.
  retitle: (form, { path, count, published }) =>
    followTitle(change(form, path, { title: `T ${count}` }), path, published, always),
  // The input for a published name is read-only. Whoever types the name of a deleted field means it.
  rename: (form, { path, field, pick, published }) =>
    published.hasField(field.name)
      ? form
      : renameField(form, path, freshName(`name_${pick}`, namesInUse(form))),
  up: moving('up'),
  down: moving('down'),
  in: moving('in'),
  out: moving('out'),
  duplicate: (form, { path }) =>
    fieldsOf(form).length > 30 ? form : duplicate(form, path).definition,
  remove: (form, { path }) => remove(form, path).definition,
  kind: (form, { path, field, pick }) => {
    const kind = kindOf(field);
    return changeKind(form, path, picked(kind ? kindsInstead(kind) : [], pick) ?? 'text');
  },
  refer,
  referAgain: refer,
  referMore: refer,
  choice: onChoice((form, { path, published }, index, value) =>
    retitleChoice(form, path, index, value, published),
  ),
  value: onChoice((form, { path, field, published }, index, value) =>
    published.hasChoice(field.name, readChoices(field['choices'])[index]?.value ?? '')
      ? form
      : setChoiceValue(form, path, index, value),
  ),
  unchoose: onChoice((form, position, index) =>
    choicesIn(position).length < 2
      ? form
      : change(form, position.path, {
          choices: writeChoices(choicesIn(position).toSpliced(index, 1)),
        }),
  ),
  column: onColumn((form, { path, pick, published }, index) =>
    retitleColumn(form, path, index, `C ${pick}`, published),
  ),
  uncolumn: onColumn((form, { path, field }, index) =>
    columnsOf(field).length < 2
      ? form
      : change(form, path, { columns: columnsOf(field).toSpliced(index, 1) }),
  ),
  columnKind: onColumn((form, { path }, index) => changeColumnKind(form, path, index, 'comment')),
  publish: (form) => form,
  publishAgain: (form) => form,
};

/** Adds a condition on one of the offered fields, with the page's initial values. */
function refer(form: Definition, { path, field, pick }: FieldPosition): Definition {
  const offered = referencesAt(form, path).filter((each) => operatorsOf(each.field).length > 0);
  const chosen = picked(offered, pick);
  if (chosen === undefined || chosen.field['mark'] === field['mark']) return form;
  const [operator = 'notEmpty'] = operatorsOf(chosen.field);
  const choice = readChoices(chosen.field['choices'])[0];
  const value = needsValue(operator) ? { value: choice?.value ?? 'x' } : {};
  return change(form, path, {
    visibleIf: compile({ mode: 'all', rows: [{ field: chosen.name, operator, ...value }] }),
    meant: { field: chosen.field['mark'] ?? -1, choice: choice?.kept['mark'] ?? -1 },
  });
}

interface Step {
  readonly edit: string;
  readonly at: number;
  readonly pick: number;
}

function edited(form: Definition, step: Step, published: Published, count: number): Definition {
  const placed = picked(fieldsOf(form), step.at);
  if (placed === undefined) return form;
  return EDITS[step.edit]?.(form, { ...placed, published, pick: step.pick, count }) ?? form;
}

test('no edit leaves a reference broken that publishing does not name, or renames what is published', () => {
  const steps = fc.array(
    fc.record({ edit: fc.constantFrom(...Object.keys(EDITS)), at: fc.nat(40), pick: fc.nat(40) }),
    { minLength: 10, maxLength: 50 },
  );
  let followed = 0;
  let named = 0;
  let publishings = 0;
  fc.assert(
    fc.property(steps, (all) => {
      let form = START.reduce(
        (start, [kind, at], i) =>
          addField(start, marked(newField(kind, words(`start${i}`)), 200 + i), at).definition,
        emptyDefinition(),
      );
      let published = NOTHING_PUBLISHED;
      let kept: readonly string[] = [];
      for (const [i, step] of all.entries()) {
        const before = keptIn(form).filter((each) => kept.includes(each));
        form = edited(form, step, published, i + 1);
        const faults = faultsOf(form);
        if (step.edit.startsWith('publish') && faults.length === 0) {
          published = publishedIn(form);
          kept = keptIn(form);
          publishings += 1;
        }
        const isTaken = ['remove', 'unchoose', 'uncolumn'].includes(step.edit);
        const now = new Set(keptIn(form));
        if (!isTaken) {
          assert.deepEqual(
            before.filter((each) => !now.has(each)),
            [],
            JSON.stringify(step),
          );
        }
        const positions = new Set(faults.map(({ at }) => at));
        const breaks = broken(form);
        named += breaks.length;
        followed += fieldsOf(form).filter(({ field }) => isObject(field['meant'])).length;
        if (faults.length < 100) {
          assert.deepEqual(
            breaks.filter((at) => !positions.has(at)),
            [],
            JSON.stringify(step),
          );
        }
      }
    }),
    { numRuns: 150 },
  );
  assert.ok(publishings > 100, `${publishings} times published`);
  assert.ok(followed > named && named > 0, `${followed} references, ${named} of them broken`);
});
