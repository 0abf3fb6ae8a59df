// Nightly: it takes over three seconds.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { JsonObject, JsonValue } from '#kernel/json.ts';
import { shapesOf } from '#questionnaires/answers/answer-shapes.ts';
import { checkWhole } from '#questionnaires/answers/check-whole.ts';
import { guardAnswers } from '#questionnaires/answers/guard-answers.ts';
import { checkDefinition } from '#questionnaires/definition/check-definition.ts';
import { faultsOfPublishing } from '#questionnaires/definition/check-publishable.ts';
import { readAnswers, readable } from '#questionnaires/reading/read-answers.ts';
import { checkAnswers, findFacts } from './run-model.ts';

const SETTING = { locale: undefined, now: 0, timeZone: 'UTC' };
/** The engine in this thread. */
const engine = {
  check: async (definition: JsonObject, answers: JsonObject) =>
    checkAnswers(definition, answers, SETTING),
  facts: async (definition: JsonObject, answers: JsonObject) =>
    findFacts(definition, answers, SETTING),
};

const RESULT = { name: 'result', cellType: 'radiogroup', choices: ['ok', 'bad'] };
const CHECKS: JsonObject = {
  type: 'matrixdropdown',
  name: 'checks',
  rows: [{ value: 'brakes', text: 'Brakes' }, 'lights'],
  columns: [RESULT, { name: 'points', cellType: 'text', inputType: 'number' }],
};
const withChecks = (more: JsonObject, ...others: readonly JsonObject[]): JsonObject => ({
  elements: [{ ...CHECKS, ...more }, ...others],
});

const guard = (value: JsonValue) => {
  const { answers, faults } = guardAnswers(shapesOf(withChecks({})), { checks: value });
  return { rows: answers['checks'], faults: faults.map(({ at, kind }) => `${at} ${kind}`) };
};

test('rows are stored whole and in the order of the template, whichever of them are sent', () => {
  const whole = [{ row: 'brakes' }, { row: 'lights', result: 'ok' }];
  assert.deepEqual(guard([{ row: 'lights', result: 'ok' }]), { rows: whole, faults: [] });
  assert.deepEqual(guard([{}, { result: 'ok' }]), { rows: whole, faults: [] });
  assert.deepEqual(guard([{ row: 'lights', result: 'ok' }, { row: 'brakes' }]), {
    rows: whole,
    faults: [],
  });
  assert.deepEqual(guard([{ row: 'brakes' }, { row: 'lights' }]), { rows: undefined, faults: [] });
});

test('a row that is not in the template, is there twice or has no place is refused', () => {
  assert.deepEqual(guard([{ row: 'doors', result: 'ok' }]).faults, ['checks[0].row choice']);
  assert.deepEqual(guard([{ row: 'lights' }, { row: 'lights' }]).faults, ['checks choice']);
  assert.deepEqual(guard([{}, {}, { result: 'ok' }]).faults, ['checks count']);
  assert.deepEqual(guard({ brakes: { result: 'ok' } }).faults, ['checks type']);
  const { faults } = guardAnswers(shapesOf(withChecks({})), { checks: { brakes: 'ok' } });
  assert.equal(
    faults[0]?.text,
    'This must be a list of rows, each with its value in "row": [{ "row": "brakes", … }].',
  );
});

test('a template with a row without a name, with the same row twice or with a column named row is not published', () => {
  const faults = (more: JsonObject) =>
    faultsOfPublishing(withChecks(more)).map(({ at, kind }) => `${at} ${kind}`);
  assert.deepEqual(faults({}), []);
  assert.deepEqual(faults({ rows: [] }), ['elements[0].rows noRows']);
  // With its name, each row has three cells, and a form has room for 10,000.
  const most = Array.from({ length: 1001 }, (_, i) => `r${i}`);
  assert.deepEqual(faults({ rows: most }), ['elements[0].rows tooManyFixedRows']);
  assert.deepEqual(faults({ rows: most.slice(1) }), []);
  const columns = Array.from({ length: 10 }, (_, i) => ({ name: `c${i}`, cellType: 'text' }));
  assert.deepEqual(faults({ rows: most.slice(1), columns }), ['elements[0].rows tooManyFixedRows']);
  assert.deepEqual(faults({ rows: ['a', ''] }), ['elements[0].rows[1] emptyChoice']);
  assert.deepEqual(faults({ rows: ['a', 'b', 'a'] }), ['elements[0].rows[2] sameChoice']);
  assert.deepEqual(faults({ rows: ['a', 'toString'] }), ['elements[0].rows[1] nameReserved']);
  assert.throws(() => checkDefinition(withChecks({ columns: [{ name: 'Row' }] })), /row/i);
});

test('an expression names a cell by its row, and a name that is not there is a fault', () => {
  const asking = (visibleIf: string) =>
    faultsOfPublishing(withChecks({}, { type: 'text', name: 'why', visibleIf })).map(
      ({ kind }) => kind,
    );
  assert.deepEqual(asking("{checks.brakes.result} = 'bad'"), []);
  assert.deepEqual(asking("{checks.brakes.result} = 'broken'"), ['unknownChoice']);
  assert.deepEqual(asking('{checks.doors.result} notempty'), ['unknownField']);
  assert.deepEqual(asking('{checks.brakes.colour} notempty'), ['unknownField']);
});

const complete = async (definition: JsonObject, answers: JsonObject) => {
  const whole = await checkWhole(engine, definition, answers, {});
  return { answers: whole.answers, faults: whole.faults.map(({ at, kind }) => `${at} ${kind}`) };
};

test('every row must have what its column requires, also where nobody answered anything', async () => {
  const definition = withChecks({ columns: [{ ...RESULT, isRequired: true }] });
  assert.deepEqual((await complete(definition, {})).faults, [
    'checks[0].result required',
    'checks[1].result required',
  ]);
  const { faults } = await complete(definition, { checks: [{ row: 'lights', result: 'ok' }] });
  assert.deepEqual(faults, ['checks[0].result required']);
});

test('conditions and sums read the cells, and cells that are hidden are no answers', async () => {
  const definition = withChecks(
    {
      columns: [
        RESULT,
        {
          name: 'points',
          cellType: 'text',
          inputType: 'number',
          visibleIf: "{row.result} = 'bad'",
          totalType: 'sum',
        },
      ],
    },
    { type: 'text', name: 'why', visibleIf: "{checks.brakes.result} = 'bad'", isRequired: true },
    { type: 'expression', name: 'sum', expression: "sumInArray({checks}, 'points')" },
    {
      type: 'expression',
      name: 'bad',
      expression: String.raw`countInArray({checks}, 'result', '{result} = \'bad\'')`,
    },
  );
  const answers = {
    checks: [
      { row: 'brakes', result: 'bad', points: 3 },
      { row: 'lights', result: 'ok', points: 4 },
    ],
  };
  const asked = await complete(definition, answers);
  assert.deepEqual(asked.faults, ['why required']);
  assert.deepEqual(asked.answers['checks'], [
    { row: 'brakes', result: 'bad', points: 3 },
    { row: 'lights', result: 'ok' },
  ]);
  assert.deepEqual([asked.answers['sum'], asked.answers['bad']], [3, 1]);
  const facts = await engine.facts(definition, answers);
  assert.deepEqual(facts.hidden, ['checks[1].points']);
  assert.deepEqual(facts.computed['checks-total'], { points: 3 });
});

test('a sum of zero is zero, and one of nothing is no value', async () => {
  const definition = withChecks(
    {},
    { type: 'expression', name: 'sum', expression: "sumInArray({checks}, 'points')" },
  );
  const sumOf = async (row: JsonObject) =>
    (await complete(definition, { checks: [{ row: 'brakes', ...row }] })).answers['sum'];
  assert.equal(await sumOf({ points: 0 }), 0);
  assert.equal(await sumOf({ result: 'ok' }), undefined);
});

test('when all cells are hidden, the table has no answer', async () => {
  const { answers } = await complete(
    withChecks(
      { columns: [{ ...RESULT, visibleIf: '{asked} = true' }] },
      { type: 'boolean', name: 'asked' },
    ),
    { asked: false, checks: [{ row: 'brakes', result: 'ok' }] },
  );
  assert.deepEqual(answers, { asked: false });
});

test('inside of a repeating section, each entry has its own rows', async () => {
  const definition: JsonObject = {
    elements: [{ type: 'paneldynamic', name: 'cars', templateElements: [CHECKS] }],
  };
  const rows = [{ row: 'brakes' }, { row: 'lights', result: 'bad' }];
  const { answers, faults } = await complete(definition, {
    cars: [{ checks: [{ row: 'lights', result: 'bad' }] }, {}],
  });
  assert.deepEqual([answers, faults], [{ cars: [{ checks: rows }, {}] }, []]);
});

test('people read the texts of the rows, as the names of the rows and in a column', async () => {
  const { answers } = await readAnswers(
    { engine, timeZone: 'UTC' },
    readable(withChecks({}), 'de'),
    {
      status: 'complete',
      answers: { checks: [{ row: 'brakes', result: 'ok' }, { row: 'lights' }] },
    },
  );
  const [checks] = answers;
  assert.deepEqual(checks?.rowTitles, ['Brakes', 'lights']);
  assert.deepEqual(
    checks?.rows?.map((row) => row.map(({ title, displayValue }) => `${title}: ${displayValue}`)),
    [
      ['Zeile: Brakes', 'result: ok', 'points: '],
      ['Zeile: lights', 'result: ', 'points: '],
    ],
  );
});

const SERVICE: JsonObject = {
  type: 'matrix',
  name: 'service',
  rows: ['speed', { value: 'tone', text: 'Tone of voice' }],
  columns: [
    { value: 1, text: 'Poor' },
    { value: 2, text: 'Good' },
  ],
};

test('a Likert scale has a row for each statement, with one choice of the scale', async () => {
  const definition: JsonObject = {
    elements: [
      { ...SERVICE, eachRowRequired: true },
      { type: 'text', name: 'why', visibleIf: '{service.speed} = 1', isRequired: true },
    ],
  };
  assert.deepEqual(faultsOfPublishing(definition), []);
  const half = await complete(definition, { service: [{ row: 'speed', answer: 1 }] });
  assert.deepEqual(half.faults, ['service requiredinallrowserror', 'why required']);
  const service = [
    { row: 'speed', answer: 2 },
    { row: 'tone', answer: 1 },
  ];
  assert.deepEqual(await complete(definition, { service }), { answers: { service }, faults: [] });
  const { faults } = guardAnswers(shapesOf(definition), {
    service: [{ row: 'tone', answer: 3 }, { row: 'look' }],
  });
  assert.deepEqual(
    faults.map(({ at, kind }) => `${at} ${kind}`),
    ['service[0].answer choice', 'service[1].row choice'],
  );
  const {
    answers: [shown],
  } = await readAnswers({ engine, timeZone: 'UTC' }, readable(definition, 'en'), {
    status: 'complete',
    answers: { service },
  });
  assert.deepEqual(shown?.rowTitles, ['speed', 'Tone of voice']);
  assert.deepEqual(
    shown?.rows?.map((row) => row.map(({ title, displayValue }) => `${title}: ${displayValue}`)),
    [
      ['Row: speed', 'Answer: Good'],
      ['Row: Tone of voice', 'Answer: Poor'],
    ],
  );
});

test('a Likert scale needs rows and a scale, and a condition a row and a step that are there', () => {
  const faults = (more: JsonObject, visibleIf = '{service.speed} = 1') =>
    faultsOfPublishing({
      elements: [
        { ...SERVICE, ...more },
        { type: 'text', name: 'why', visibleIf },
      ],
    }).map(({ at, kind }) => `${at} ${kind}`);
  assert.deepEqual(faults({ columns: ['a', 'a'] }, '{service} notempty'), [
    'elements[0].columns[1] sameChoice',
  ]);
  assert.deepEqual(faults({ columns: [] }, '{service} notempty'), [
    'elements[0].columns noChoices',
  ]);
  assert.deepEqual(faults({}, '{service.look} = 1'), ['elements[1].visibleIf unknownField']);
  assert.deepEqual(faults({}, '{service.speed} = 9'), ['elements[1].visibleIf unknownChoice']);
});
