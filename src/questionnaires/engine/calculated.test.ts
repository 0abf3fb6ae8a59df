import assert from 'node:assert/strict';
import { test } from 'node:test';
import { QuestionPanelDynamicModel, SurveyModel } from 'survey-core';
import { innerQuestions } from './inner-questions.ts';
import { checkAnswers, findFacts } from './run-model.ts';

// The server patches the engine, as the page does before it makes a model.
const SETTING = { locale: undefined, now: 0, timeZone: 'UTC' };
findFacts({}, {}, SETTING);

const choices = { type: 'checkbox', name: 'parts', choices: ['a', 'b'] };
const expression = 'iif({parts.length} > 1, {parts}, 0)';

test('a calculation that was a list is 0 when it becomes 0, also in a row', () => {
  const total = { type: 'expression', name: 'total', expression };
  const columns = [{ cellType: 'expression', name: 'total', expression }];
  const table = { type: 'matrixdropdown', name: 'table', rows: ['one'], columns };
  const model = new SurveyModel({ elements: [choices, total, table] });
  // Makes the rows, as the page does.
  model.getAllQuestions(false, false, true);
  model.setValue('parts', ['a', 'b']);
  assert.deepEqual(model.getValue('total'), ['a', 'b']);
  model.setValue('parts', ['a']);
  assert.equal(model.getValue('total'), 0);
  assert.deepEqual(model.getValue('table'), [{ row: 'one', total: 0 }]);
});

test('a calculation in an entry is no longer 0 when it becomes false, nor 1 when it becomes the text', () => {
  for (const [first, second] of [
    [0, false],
    [1, '1'],
    [false, 0],
    [1, true],
  ] as const) {
    const written = (value: unknown) => (typeof value === 'string' ? `'${value}'` : value);
    const expression = `iif({which} = 1, ${written(first)}, ${written(second)})`;
    const again = { type: 'expression', name: 'again', expression };
    const section = { type: 'paneldynamic', name: 'section', templateElements: [again] };
    const which = { type: 'text', inputType: 'number', name: 'which' };
    const model = new SurveyModel({ elements: [which, { ...section, panelCount: 1 }] });
    model.getAllQuestions(false, false, true);
    model.setValue('which', 1);
    assert.deepEqual(model.getValue('section'), [{ again: first }]);
    model.setValue('which', 2);
    assert.deepEqual(model.getValue('section'), [{ again: second }]);
  }
});

test('nobody removes an entry that the number of entries asks for, and what is more can be removed', () => {
  const count = { type: 'text', inputType: 'number', name: 'count' };
  const section = {
    ...{ type: 'paneldynamic', name: 'section', panelCount: 0, minPanelCount: 1 },
    ...{ panelCountExpression: '{count}', templateElements: [{ type: 'text', name: 'name' }] },
  };
  const model = new SurveyModel({ elements: [count, section] });
  const entries = model.getQuestionByName('section');
  assert.ok(entries instanceof QuestionPanelDynamicModel);
  model.setValue('count', 3);
  assert.deepEqual([entries.panelCount, entries.canRemovePanel], [3, false]);
  model.setValue('section', [{ name: 'x' }, { name: 'y' }, { name: 'z' }]);
  model.setValue('count', 2);
  assert.deepEqual([entries.panelCount, entries.canRemovePanel], [3, true]);
  entries.removePanel(0);
  assert.deepEqual([entries.panelCount, entries.canRemovePanel], [2, false]);
  model.setValue('section', [{}, {}]);
  model.setValue('count', undefined);
  assert.deepEqual([entries.panelCount, entries.canRemovePanel], [1, false]);
});

test('a choice that is offered again is back in its place among those that are chosen', () => {
  const offered = { value: 'b', visibleIf: '{shown} = true' };
  const model = new SurveyModel({
    elements: [
      { type: 'checkbox', name: 'parts', choices: ['a', offered, 'c'] },
      { type: 'boolean', name: 'shown' },
    ],
  });
  model.data = { parts: ['c', 'b', 'a'], shown: true };
  model.setValue('shown', false);
  assert.deepEqual(model.getValue('parts'), ['c', 'a']);
  model.setValue('shown', true);
  assert.deepEqual(model.getValue('parts'), ['c', 'b', 'a']);
});

test('a draft that is opened again has the totals of its tables, and what depends on them', () => {
  const column = { cellType: 'text', inputType: 'number', name: 'hours', totalType: 'sum' };
  const model = new SurveyModel({
    elements: [
      { type: 'matrixdynamic', name: 'work', rowCount: 0, columns: [column] },
      { type: 'text', name: 'why', visibleIf: '{work-total.hours} > 4' },
    ],
  });
  for (let opened = 0; opened < 2; opened += 1) {
    model.data = { work: [{ hours: 2 }, { hours: 3 }] };
    // Makes the rows, as the page does.
    model.getAllQuestions(false, false, true);
  }
  assert.deepEqual(model.getValue('work-total'), { hours: 5 });
  assert.equal(model.getQuestionByName('why').isVisible, true);
});

test('an entry that is calculated while a draft is opened removes nothing that was typed in a later table', () => {
  const again = {
    type: 'expression',
    name: 'again',
    expression: "iif({nobody} notempty, 1, 'no')",
  };
  const parts = { type: 'paneldynamic', name: 'parts', templateElements: [again] };
  const one = { cellType: 'expression', name: 'one', expression: '1' };
  const note = { cellType: 'text', name: 'note' };
  const checks = { type: 'matrixdropdown', name: 'checks', rows: ['a', 'b'], columns: [note, one] };
  const draft = { checks: [{ row: 'a', note: 'typed' }, { row: 'b' }], parts: [{}] };
  const pages = [{ elements: [parts] }, { elements: [checks] }];
  const { answers } = checkAnswers({ pages }, draft, SETTING);
  assert.deepEqual(answers['checks'], [
    { row: 'a', one: 1, note: 'typed' },
    { row: 'b', one: 1 },
  ]);
});

test('a form with a circle loses nothing that was typed beside a calculation when a draft is opened', () => {
  const circle = { type: 'text', name: 'circle', visibleIf: '{circle} empty' };
  const cost = { cellType: 'expression', name: 'cost', expression: "'none'" };
  const sum = { cellType: 'expression', name: 'sum', expression: "sumInArray({parts}, 'cost')" };
  const note = { cellType: 'text', name: 'note' };
  const parts = { type: 'matrixdynamic', name: 'parts', rowCount: 2, columns: [cost] };
  const checks = { type: 'matrixdropdown', name: 'checks', rows: ['a', 'b'], columns: [sum, note] };
  const draft = { checks: [{ row: 'a', note: 'typed' }, { row: 'b' }], parts: [{}, {}] };
  const { answers } = checkAnswers({ elements: [parts, circle, checks] }, draft, SETTING);
  assert.deepEqual(answers['checks'], [
    { row: 'a', sum: 0, note: 'typed' },
    { row: 'b', sum: 0 },
  ]);
});

test('where conditions in a circle have no state that lasts, the page that hides least is shown', () => {
  const circle = { type: 'text', name: 'circle', visibleIf: '{circle} empty' };
  const { answers, hidden } = checkAnswers({ elements: [circle] }, { circle: 'typed' }, SETTING);
  assert.deepEqual([answers, hidden], [{ circle: 'typed' }, []]);
});

test('what a table calculates shows a question on the server too', () => {
  const one = { cellType: 'expression', name: 'one', expression: '1' };
  const table = { type: 'matrixdropdown', name: 'table', rows: ['a'], columns: [one] };
  const why = { type: 'text', name: 'why', visibleIf: '{table} notempty' };
  assert.deepEqual(findFacts({ elements: [why, table] }, {}, SETTING).hidden, []);
});

test('a condition on a cell follows when the only answer of its table is taken back', () => {
  const note = { cellType: 'text', name: 'note' };
  const table = { type: 'matrixdropdown', name: 'table', rows: ['a', 'b'], columns: [note] };
  const why = { type: 'text', name: 'why', visibleIf: '{table.b.note} notempty' };
  const model = new SurveyModel({ elements: [why, table] });
  const rows = innerQuestions(model.getQuestionByName('table'));
  const cell = rows[1]?.[0]?.question;
  const shown = (value: unknown) => {
    if (cell) cell.value = value;
    return model.getQuestionByName('why').isVisible;
  };
  assert.deepEqual(['x', undefined, 'y', ''].map(shown), [true, false, true, false]);
});

test('a calculation of choices that were taken back has no value, like one of no choice', () => {
  const total = { type: 'expression', name: 'total', expression: '{parts}' };
  const model = new SurveyModel({ elements: [choices, total] });
  model.setValue('parts', ['a']);
  model.setValue('parts', []);
  assert.deepEqual(model.data, {});
  assert.equal(model.getQuestionByName('total').value, undefined);
});

test('a question follows when what is inside of a new entry is hidden', () => {
  const one = { type: 'expression', name: 'one', expression: '1' };
  const visits = {
    ...{ type: 'paneldynamic', name: 'visits', panelCount: 0 },
    ...{ templateElements: [one], templateVisibleIf: "{parts} contains 'a'" },
  };
  const why = { type: 'text', name: 'why', enableIf: '{visits} notempty' };
  const model = new SurveyModel({ elements: [why, choices, visits] });
  const entries = model.getQuestionByName('visits');
  if (entries instanceof QuestionPanelDynamicModel) entries.addPanel();
  assert.equal(model.getQuestionByName('why').isReadOnly, true);
});

test('that a question has to be answered stays said when another answer changes', () => {
  const validators = [{ type: 'expression', expression: '{count} > 1' }];
  const why = { type: 'text', name: 'why', isRequired: true, validators };
  const model = new SurveyModel({ elements: [why, { type: 'text', name: 'count' }] });
  const said = () => model.getQuestionByName('why').errors.map((error) => error.getErrorType());
  assert.equal(model.validate(true, false), false);
  model.setValue('count', 2);
  assert.deepEqual(said(), ['required']);
  model.setValue('why', 'rust');
  assert.deepEqual(said(), []);
});

test('a choice that is offered while its question is answered stays chosen', () => {
  const own = { value: 'a', visibleIf: '{parts} notempty' };
  const question = { ...choices, choices: [own, 'b'] };
  const { answers } = checkAnswers({ elements: [question] }, { parts: ['a'] }, SETTING);
  assert.deepEqual(answers, { parts: ['a'] });
});

test('a choice that its own answer withdraws does not count for what stands above', () => {
  const own = { value: 'a', visibleIf: "{parts} = 'a'" };
  const why = { type: 'text', name: 'why', visibleIf: '{parts.length} > 1' };
  const model = new SurveyModel({ elements: [why, { ...choices, choices: [own, 'b'] }] });
  model.data = { parts: ['a', 'b'] };
  assert.equal(model.getQuestionByName('why').isVisible, false);
});

test('choices without a condition are not looked at again and again', () => {
  const why = { type: 'text', name: 'why', visibleIf: '{parts.length} > 1' };
  const model = new SurveyModel({ elements: [why, choices] });
  const question = model.getQuestionByName('parts');
  let looks = 0;
  const look = question['runItemsCondition'].bind(question);
  question['runItemsCondition'] = (...given: unknown[]) => {
    looks += 1;
    return look(...given);
  };
  model.data = { parts: ['a', 'b'] };
  assert.ok(looks > 0 && looks < 5, `${looks}`);
});

test('the entries of a hidden section do not count while they are made', () => {
  const who = { type: 'text', name: 'who', visibleIf: '{panel.when} notempty', isRequired: true };
  const when = { type: 'text', name: 'when', visibleIf: '{known} notempty' };
  const visits = {
    ...{ type: 'paneldynamic', name: 'visits', panelCount: 0, visibleIf: '{known} = true' },
    templateElements: [{ ...who, inputType: 'number' }, when],
  };
  const shown = { ...choices, visibleIf: '{known} = false or {visits} notempty' };
  const sum = { type: 'expression', name: 'sum', expression: "countInArray({visits}, 'when') * 2" };
  const pages = [
    { elements: [visits] },
    { elements: [{ type: 'boolean', name: 'known' }] },
    { elements: [{ type: 'panel', name: 'panel', elements: [shown] }, sum] },
  ];
  const draft = { known: false, parts: ['a'], visits: [{ when: 'x' }] };
  const { answers } = checkAnswers({ pages }, draft, SETTING);
  assert.deepEqual(answers, { known: false, parts: ['a'], sum: 0 });
});
