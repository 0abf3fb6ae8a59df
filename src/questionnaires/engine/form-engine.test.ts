// Runs alone: it keeps the engine busy on purpose.
// Nightly: it exhausts memory and time of threads. src/forms/app/form-writes.test.ts stops a definition that would stop the engine, and completes forms, every day.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import fc from 'fast-check';
import { withCode } from '../../../test/support/directory.ts';
import { createFormEngines, type EngineSettings } from './form-engine.ts';

const openEngine = (settings: EngineSettings) => {
  const engines = createFormEngines(settings);
  return { ...engines.of('acme'), close: engines.close };
};
const engine = openEngine({ threads: 2 });
after(() => engine.close());

const INSPECTION = {
  elements: [
    { type: 'text', name: 'count', inputType: 'number', isRequired: true, min: 2 },
    { type: 'text', name: 'mail', inputType: 'email' },
    { type: 'boolean', name: 'damaged' },
    {
      type: 'panel',
      name: 'damage',
      visibleIf: '{damaged} = true',
      elements: [{ type: 'text', name: 'where', title: 'Where?', isRequired: true }],
    },
    { type: 'radiogroup', name: 'colour', choices: ['red', { value: 'g', text: 'Green' }] },
    {
      type: 'matrixdynamic',
      name: 'items',
      rowCount: 0,
      columns: [
        { name: 'qty', title: 'Quantity', cellType: 'text', inputType: 'number', isRequired: true },
        { name: 'twice', cellType: 'expression', expression: '{row.qty} * 2' },
      ],
    },
    {
      type: 'paneldynamic',
      name: 'visits',
      templateElements: [
        { type: 'text', name: 'who', isRequired: true },
        { type: 'text', name: 'why', visibleIf: "{panel.who} = 'me'" },
        {
          type: 'matrixdynamic',
          name: 'parts',
          rowCount: 0,
          columns: [{ name: 'part', cellType: 'text', isRequired: true }],
        },
      ],
    },
    { type: 'expression', name: 'total', expression: "sumInArray({items}, 'qty')" },
    { type: 'file', name: 'photos' },
  ],
};

test('what is missing or wrong is told with its row, in the language asked for', async () => {
  const answers = {
    count: 1,
    mail: 'nobody',
    items: [{ qty: 3 }, {}],
    visits: [{ who: 'me', parts: [{}] }, {}],
  };
  const { ok, faults } = await engine.check(INSPECTION, answers);
  assert.equal(ok, false);
  assert.deepEqual(
    faults.map(({ at, field }) => [at, field]),
    [
      ['count', 'count'],
      ['mail', 'mail'],
      ['items[1].qty', 'items'],
      ['visits[0].parts[0].part', 'visits'],
      ['visits[1].who', 'visits'],
    ],
  );
  const german = await engine.check(INSPECTION, answers, { locale: 'de' });
  assert.equal(german.faults[2]?.text, 'Bitte beantworten Sie diese Frage.');
  assert.equal(faults[2]?.text, 'Response required.');
});

test('steps of a number count from its minimum, also from one that is calculated', async () => {
  const number = { type: 'text', inputType: 'number' };
  const definition = {
    elements: [
      { ...number, name: 'odd', min: 1, max: 9, step: 2 },
      { ...number, name: 'tenths', min: 0.1, step: 0.2 },
      { ...number, name: 'even', step: 2 },
      { ...number, name: 'later', minValueExpression: '{odd} + 1', step: 3 },
    ],
  };
  const right = { odd: 3, tenths: 0.7, even: 4, later: 7 };
  assert.deepEqual((await engine.check(definition, right)).faults, []);
  const wrong = { odd: 4, tenths: 0.6, even: 3, later: 6 };
  const { faults } = await engine.check(definition, wrong);
  assert.deepEqual(
    faults.map(({ at }) => at),
    ['odd', 'tenths', 'even', 'later'],
  );
});

test('answers to hidden questions and choices that there are not go, computed values come', async () => {
  const { ok, answers, faults } = await engine.check(INSPECTION, {
    count: 2,
    damaged: false,
    where: 'the roof',
    colour: 'purple',
    items: [{ qty: 3 }, { qty: 4, twice: 99 }],
    visits: [{ who: 'you', why: 'secret' }],
    total: 1_000_000,
    nothing: 'of ours',
  });
  assert.deepEqual([ok, faults], [true, []]);
  assert.deepEqual(answers, {
    count: 2,
    damaged: false,
    items: [
      { qty: 3, twice: 6 },
      { qty: 4, twice: 8 },
    ],
    visits: [{ who: 'you' }],
    total: 7,
  });
});

test('what goes is told with its place, and whether it is hidden or not offered', async () => {
  const { removed } = await engine.check(INSPECTION, {
    count: 2,
    damaged: false,
    where: 'the roof',
    colour: 'purple',
    visits: [{ who: 'you', why: 'secret' }],
  });
  assert.deepEqual(removed, [
    { at: 'where', field: 'where', why: 'hidden' },
    { at: 'colour', field: 'colour', why: 'not-offered' },
    { at: 'visits[0].why', field: 'visits', why: 'hidden' },
  ]);
});

test('a chain of hidden answers goes at once, in whatever order its questions stand', async () => {
  const chain = ['b', 'c', 'd', 'e', 'f'].map((name, i) => ({
    type: 'text',
    name,
    visibleIf: `{${'abcde'[i]}} = 'x'`,
  }));
  // `z` is only shown when the last question of the chain is hidden: it returns when the whole chain is cleared.
  const rest = [
    { type: 'text', name: 'a' },
    { type: 'text', name: 'z', isRequired: true, visibleIf: '{f} empty' },
  ];
  const orders = fc.shuffledSubarray([...chain, ...rest], { minLength: 7, maxLength: 7 });
  await fc.assert(
    fc.asyncProperty(orders, async (elements) => {
      const given = { a: 'no', b: 'x', c: 'x', d: 'x', e: 'x', f: 'x', z: 'kept' };
      const { ok, answers, removed } = await engine.check({ elements }, given);
      assert.deepEqual([ok, answers], [true, { a: 'no', z: 'kept' }]);
      assert.deepEqual(removed.map(({ at }) => at).sort(), ['b', 'c', 'd', 'e', 'f']);
    }),
    { numRuns: 15 },
  );
});

test('questions that hide each other come to an end', async () => {
  const elements = [
    { type: 'text', name: 'a', visibleIf: '{b} empty' },
    { type: 'text', name: 'b', visibleIf: '{a} empty' },
  ];
  const { answers } = await engine.check({ elements }, { a: '1', b: '2' });
  assert.equal(Object.keys(answers).length, 1);
});

test('an entry is there only when somebody added it: the last one removed leaves nothing to fill in', async () => {
  const elements = [
    {
      type: 'paneldynamic',
      name: 'visits',
      panelCount: 1,
      templateElements: [{ type: 'text', name: 'who', isRequired: true }],
    },
    {
      type: 'matrixdynamic',
      name: 'items',
      rowCount: 1,
      columns: [{ name: 'qty', cellType: 'text', isRequired: true }],
    },
  ];
  for (const answers of [{}, { visits: [], items: [] }]) {
    const result = await engine.check({ elements }, answers);
    assert.deepEqual([result.ok, result.answers], [true, answers]);
  }
  const { faults } = await engine.check({ elements }, { visits: [{}], items: [{}] });
  assert.deepEqual(
    faults.map(({ at }) => at),
    ['visits[0].who', 'items[0].qty'],
  );
});

test('answers of every kind of field come through the thread as they were given', async () => {
  const file = { id: '1', name: 'roof.png', type: 'image/png', size: 3 };
  const choices = ['red', { value: 'g', text: 'Green' }];
  const definition = {
    elements: [
      { type: 'text', name: 'text' },
      { type: 'comment', name: 'comment' },
      { type: 'boolean', name: 'boolean' },
      { type: 'rating', name: 'rating' },
      { type: 'radiogroup', name: 'radiogroup', choices },
      { type: 'dropdown', name: 'dropdown', choices },
      { type: 'checkbox', name: 'checkbox', choices },
      { type: 'checkbox', name: 'other', choices, showOtherItem: true },
      {
        type: 'matrixdynamic',
        name: 'table',
        columns: [{ name: 'many', cellType: 'checkbox', choices }],
      },
      {
        type: 'paneldynamic',
        name: 'panels',
        templateElements: [{ type: 'checkbox', name: 'many', choices }],
      },
      { type: 'file', name: 'file', allowMultiple: true },
      { type: 'signaturepad', name: 'signature' },
    ],
  };
  const answers = {
    text: 'a',
    comment: 'b\nc',
    boolean: false,
    rating: 4,
    radiogroup: 'g',
    dropdown: 'red',
    checkbox: ['g', 'red'],
    other: ['red', 'other'],
    'other-Comment': 'blue',
    table: [{ many: ['g'] }, { many: ['red', 'g'] }],
    panels: [{ many: ['red'] }],
    file: [file, { ...file, id: '2' }],
    signature: file,
  };
  assert.deepEqual(await engine.check(definition, answers), {
    ok: true,
    faults: [],
    answers,
    removed: [],
    hidden: [],
  });
});

test('totals of tables are no answers, of tables inside of repeated sections neither', async () => {
  const columns = [
    { name: 'qty', cellType: 'text', inputType: 'number', totalType: 'sum' },
    { name: 'twice', cellType: 'expression', expression: '{row.qty} * 2', totalType: 'sum' },
  ];
  const parts = { type: 'matrixdynamic', name: 'parts', columns };
  const definition = {
    elements: [
      { ...parts, name: 'all' },
      { type: 'paneldynamic', name: 'visits', templateElements: [parts] },
    ],
  };
  const given = { all: [{ qty: 1 }], visits: [{ parts: [{ qty: 2 }] }] };
  const { answers } = await engine.check(definition, given);
  assert.deepEqual(answers, {
    all: [{ qty: 1, twice: 2 }],
    visits: [{ parts: [{ qty: 2, twice: 4 }] }],
  });
});

test('a definition that keeps the engine busy for ever is stopped, and others go on meanwhile', async () => {
  const small = openEngine({ threads: 2, limitMs: 500 });
  // The profile refuses this. The time limit is the last defence if something similar gets through.
  const bomb = {
    elements: [
      { type: 'text', name: 'a', validators: [{ type: 'regex', regex: '^(a+)+$' }] },
      { type: 'text', name: 'b' },
    ],
  };
  const stuck = small.check(bomb, { a: `${'a'.repeat(40)}!` });
  const others = Array.from({ length: 20 }, () => small.check(INSPECTION, { count: 2 }));
  await assert.rejects(stuck, withCode('form-check-timeout'));
  for (const { ok } of await Promise.all(others)) assert.equal(ok, true);
  await small.close();
});

test('300 questions are checked in time, and again and again without growing', async () => {
  const elements = Array.from({ length: 300 }, (_, i) => ({
    type: 'text',
    name: `q${i}`,
    ...(i > 0 && { visibleIf: `{q${i - 1}} notempty` }),
  }));
  const answers = Object.fromEntries(elements.map(({ name }) => [name, 'x']));
  for (let round = 0; round < 5; round += 1) {
    const result = await engine.check({ elements }, answers);
    assert.equal(result.ok, true);
    assert.deepEqual(result.answers, answers);
  }
});

test('a thread that runs out of memory takes nothing else with it', async () => {
  const elements = Array.from({ length: 300 }, (_, i) => ({ type: 'text', name: `q${i}` }));
  const definition = {
    elements: [{ type: 'paneldynamic', name: 'p', templateElements: elements }],
  };
  const rows = Array.from({ length: 1000 }, () => ({ q0: 'x' }));
  const small = openEngine({ threads: 1 });
  await assert.rejects(small.check(definition, { p: rows }), (error) =>
    ['form-check-timeout', 'form-check-failed'].includes(Object(error).code),
  );
  assert.equal((await small.check(INSPECTION, { count: 2 })).ok, true);
  await small.close();
});

test('when too many wait, one more is told to come back', async () => {
  const small = openEngine({ threads: 1, waiting: 3 });
  const calls = Array.from({ length: 3 }, () => small.check(INSPECTION, { count: 2 }));
  await assert.rejects(small.check(INSPECTION, {}), withCode('busy'));
  await Promise.all(calls);
  const last = assert.rejects(small.check(INSPECTION, {}), withCode('busy'));
  await small.close();
  await last;
  await assert.rejects(small.check(INSPECTION, {}), withCode('busy'));
});

test('a thread that nobody needs is ended, and there again for who comes later', async () => {
  const small = openEngine({ threads: 1, idleMs: 20 });
  const threads = () =>
    process.getActiveResourcesInfo().filter((name) => name === 'MessagePort').length;
  const before = threads();
  for (let i = 0; i < 2; i += 1) {
    assert.equal((await small.check(INSPECTION, { count: 2 })).ok, true);
    for (let waited = 0; threads() > before && waited < 5000; waited += 20) await setTimeout(20);
    assert.equal(threads(), before);
  }
  await small.close();
});

test('names of the language itself reach nothing behind the answers', async () => {
  const definition = { elements: [{ type: 'text', name: 'a' }] };
  const answers = JSON.parse('{"a":"x","__proto__":{"polluted":true},"constructor":{"x":1}}');
  const result = await engine.check(definition, answers);
  assert.deepEqual(result.answers, { a: 'x' });
  const again = await engine.check(definition, { a: 'y' });
  assert.deepEqual(again.answers, { a: 'y' });
});

test('expressions that can not be read are found', async () => {
  const texts = ['{b} = (', '{a} +* 3', 'iif({a} > 3, 1, 2)', "{a} notempty and {b} = 'x'", ' '];
  const faults = await engine.inspect(texts.map((text, i) => ({ at: `e${i}`, text })));
  assert.deepEqual(
    faults.map(({ at }) => at),
    ['e0', 'e1'],
  );
});
