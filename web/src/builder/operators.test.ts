// Nightly: it tries each operator with each kind of question.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ConditionRunner, Model } from 'survey-core';
import { isChosenRow } from '#questionnaires/answers/answer-faults.ts';
import { registerListQuestion } from '#questionnaires/engine/list-question.ts';
import { registerOwnQuestions } from '#questionnaires/engine/own-questions.ts';
import {
  type Compared,
  type ConditionRow,
  compile,
  isSeveral,
  needsValue,
  type Operator,
} from './conditions.ts';
import { KINDS, type Kind, newField } from './kinds.ts';
import { OPERATORS_OF } from './operators.ts';

registerListQuestion();

const WORDS = {
  title: 'A title',
  name: 'f',
  choices: ['One', 'Two', 'Three'],
  column: { name: 'column_1', title: 'Column 1' },
};

registerOwnQuestions();

const PLACE = { lat: 0, lon: 0, at: '2026-11-26T06:15:00Z', source: 'typed' };

const FILE = { id: 'x', name: 'a.png', type: 'image/png', size: 1 };

interface Sample {
  /** The operand of the condition. */
  readonly value: Compared;
  readonly answers: readonly unknown[];
}

const TEXT: Sample = { value: 'One', answers: [undefined, 'One', 'Two', 'All in One'] };
/** In a text field, digits are text. */
const DIGITS: readonly Sample[] = [
  { value: '007', answers: [undefined, '7', '007', '0070', '7.0'] },
  { value: '7', answers: ['8', '7', '007', '7.0', '+7', '1e7'] },
  { value: '+49', answers: ['+4930123', '0049', '49', '+49'] },
  { value: '1e5', answers: ['100000', '1e5'] },
  { value: 'true', answers: ['true', 'true story', 'yes'] },
];
const TEXTS: readonly Kind[] = ['text', 'comment', 'email', 'tel', 'url'];
const NUMBER: Sample = { value: 3, answers: [undefined, 2, 3, 4] };
const CHOSEN: Sample = { value: 'One', answers: [undefined, 'One', 'Two'] };
const FILES: Sample = { value: '', answers: [undefined, [FILE]] };
const SAMPLES: Readonly<Record<Kind, Sample | undefined>> = {
  text: TEXT,
  comment: TEXT,
  email: TEXT,
  tel: TEXT,
  url: TEXT,
  number: { value: 0, answers: [undefined, -1.5, 0, 2] },
  slider: { value: 50, answers: [undefined, 0, 50, 51] },
  imagepicker: CHOSEN,
  ranking: { value: '', answers: [undefined, ['Two', 'One']] },
  date: { value: '2026-02-01', answers: [undefined, '2026-01-31', '2026-02-01', '2026-10-01'] },
  time: { value: '09:30', answers: [undefined, '09:05', '09:30', '10:00'] },
  'datetime-local': {
    value: '2026-02-01T09:30',
    answers: [undefined, '2026-02-01T09:29', '2026-02-01T09:30', '2026-10-01T00:00'],
  },
  boolean: { value: true, answers: [undefined, true, false] },
  radiogroup: CHOSEN,
  dropdown: CHOSEN,
  checkbox: { value: 'One', answers: [undefined, ['One'], ['Two', 'One'], ['Two']] },
  sharedlist: {
    value: 'One',
    answers: [undefined, ...['One', 'Two'].map((key) => ({ key, label: `${key}!`, seq: 1 }))],
  },
  person: {
    value: 'One',
    answers: [undefined, ...['One', 'Two'].map((key) => ({ key, label: `${key}!`, seq: 0 }))],
  },
  rating: NUMBER,
  expression: NUMBER,
  photo: FILES,
  file: FILES,
  signaturepad: { value: '', answers: [undefined, FILE] },
  sketch: { value: '', answers: [undefined, { photo: FILE, picture: FILE, shapes: [] }] },
  location: { value: '', answers: [undefined, PLACE] },
  barcode: TEXT,
  panel: undefined,
  heading: undefined,
  instructions: undefined,
  matrixdynamic: undefined,
  matrixdropdown: undefined,
  matrix: undefined,
  paneldynamic: undefined,
};

/** Computes the expected result without the engine. */
function holds(operator: Operator, given: unknown, value: Compared): boolean {
  // A row of a list is compared by its key.
  const answer = isChosenRow(given) ? given.key : given;
  const has = Array.isArray(answer)
    ? answer.includes(value)
    : String(answer ?? '').includes(String(value));
  const size =
    typeof answer === 'number'
      ? answer - Number(value)
      : String(answer ?? '').localeCompare(String(value));
  const isThere = answer !== undefined;
  const says: Readonly<Record<Operator, boolean>> = {
    equal: answer === value,
    notEqual: answer !== value,
    anyOf: isSeveral(value) && value.includes(String(answer)),
    contains: has,
    notContains: !has,
    greater: isThere && size > 0,
    less: isThere && size < 0,
    greaterOrEqual: isThere && size >= 0,
    lessOrEqual: isThere && size <= 0,
    notEmpty: isThere,
    empty: !isThere,
  };
  return says[operator];
}

/** Returns whether the engine shows a field with the condition, given the answer of the other field. */
function isShown(kind: Kind, answer: unknown, condition: string | undefined): boolean {
  if (kind === 'signaturepad') {
    // Its question draws its value, which needs a screen, so only the condition is run.
    const values = answer === undefined ? {} : { f: answer };
    return new ConditionRunner(condition ?? '').runValues(values) === true;
  }
  const asked =
    kind === 'expression'
      ? { ...newField(kind, WORDS), expression: '{given}' }
      : newField(kind, WORDS);
  const elements = [
    { type: 'text', name: 'given' },
    asked,
    { type: 'text', name: 'seen', visibleIf: condition },
  ];
  const model = new Model({ pages: [{ name: 'p', elements }] });
  const stored = kind === 'barcode' ? { text: answer } : answer;
  model.data =
    answer === undefined ? {} : kind === 'expression' ? { given: answer } : { f: stored };
  const { isVisible } = model.getQuestionByName('seen');
  model.dispose();
  return isVisible;
}

for (const kind of KINDS) {
  test(`every comparison that is offered for it does what it says in the engine: ${kind}`, () => {
    const sample = SAMPLES[kind];
    const operators = OPERATORS_OF[kind];
    assert.equal(operators.length > 0, sample !== undefined);
    const tried = operators.flatMap((operator) =>
      [
        sample ?? { value: '', answers: [] },
        ...(TEXTS.includes(kind) && needsValue(operator) ? DIGITS : []),
      ].map((each) => [operator, each] as const),
    );
    for (const [operator, { value: one, answers }] of tried) {
      const value = operator === 'anyOf' ? [String(one), 'Three'] : one;
      const row: ConditionRow = { field: 'f', operator, ...(needsValue(operator) && { value }) };
      const condition = compile({ mode: 'all', rows: [row] });
      const found = answers.map((answer) => isShown(kind, answer, condition));
      const expected = answers.map((answer) => holds(operator, answer, value));
      assert.deepEqual(found, expected, `${operator}: ${JSON.stringify(answers)}`);
      // A condition that is never true, or always, would be no condition.
      assert.equal(new Set(found).size, 2, operator);
    }
  });
}
