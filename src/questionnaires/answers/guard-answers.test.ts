import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { JsonObject, JsonValue } from '#kernel/json.ts';
import { shapesOf } from './answer-shapes.ts';
import { guardAnswers, MAX_FAULTS } from './guard-answers.ts';
import { MAX_ROWS } from './question-rules.ts';

const FILE = {
  id: '01890a5d-ac96-774b-bcce-b302099a8057',
  name: 'a.png',
  type: 'image/png',
  size: 3,
};

const DEFINITION: JsonObject = {
  pages: [
    {
      elements: [
        { type: 'text', name: 'site' },
        { type: 'text', name: 'count', inputType: 'number' },
        { type: 'text', name: 'day', inputType: 'date' },
        { type: 'text', name: 'mail', inputType: 'email' },
        { type: 'comment', name: 'notes' },
        { type: 'boolean', name: 'safe' },
        {
          type: 'panel',
          name: 'box',
          elements: [{ type: 'radiogroup', name: 'colour', choices: ['red', 'blue'] }],
        },
        { type: 'dropdown', name: 'size', showOtherItem: true },
        { type: 'checkbox', name: 'tags', choices: ['a', 1, true] },
        { type: 'rating', name: 'stars' },
        { type: 'file', name: 'photos', allowMultiple: true },
        { type: 'signaturepad', name: 'signature' },
        {
          type: 'matrixdynamic',
          name: 'items',
          columns: [
            { name: 'qty', cellType: 'text', inputType: 'number' },
            { name: 'kind', choices: ['x'] },
            { name: 'sum', cellType: 'expression' },
          ],
        },
        {
          type: 'paneldynamic',
          name: 'visits',
          templateElements: [
            { type: 'text', name: 'who' },
            { type: 'file', name: 'proof' },
            {
              type: 'paneldynamic',
              name: 'parts',
              templateElements: [{ type: 'text', name: 'price', inputType: 'number' }],
            },
          ],
        },
        { type: 'expression', name: 'total' },
      ],
    },
  ],
};
const MEMBERS = shapesOf(DEFINITION);
const guard = (answers: JsonObject) => guardAnswers(MEMBERS, answers);

const GOOD: JsonObject = {
  site: 'Dam',
  count: 3.5,
  day: '2028-02-29',
  mail: 'ada@example.org',
  notes: '',
  safe: false,
  colour: 'red',
  size: 'other',
  'size-Comment': 'huge',
  tags: ['a', 1, true],
  stars: 4,
  photos: [FILE],
  signature: FILE,
  items: [{ qty: 1, kind: 'x' }, {}],
  visits: [{ who: 'me', proof: [FILE], parts: [{ price: 1 }] }],
};

test('what questions can hold is taken as it is, without nulls and computed values', () => {
  const sent = {
    ...GOOD,
    site: null,
    total: 99,
    items: [{ qty: 1, kind: null, sum: 7 }, null],
    'items-total': { qty: 1 },
  };
  const { site: _, ...rest } = GOOD;
  const { answers, faults, files } = guard(sent);
  assert.deepEqual(faults, []);
  assert.deepEqual(answers, { ...rest, items: [{ qty: 1 }, {}] });
  assert.deepEqual(
    files.map(({ at, question }) => [at, question]),
    [
      ['photos[0]', 'photos'],
      ['signature', 'signature'],
      ['visits[0].proof[0]', 'proof'],
    ],
  );
});

const DATA_URL = 'data:image/png;base64,AAAA';
const ODD: readonly [string, JsonValue, string][] = [
  ['site', { a: 1 }, 'site'],
  ['site', ['Dam'], 'site'],
  ['site', 3, 'site'],
  ['count', 'abc', 'count'],
  ['count', '3', 'count'],
  ['day', 'not-a-date', 'day'],
  ['day', '2026-02-30', 'day'],
  ['day', '2026-13-01', 'day'],
  ['day', '2026-02-03T10:00', 'day'],
  ['mail', 7, 'mail'],
  ['notes', {}, 'notes'],
  ['safe', 'true', 'safe'],
  ['colour', { value: 'red' }, 'colour'],
  ['size', [], 'size'],
  ['size-Comment', 3, 'size-Comment'],
  ['tags', 'a', 'tags'],
  ['tags', [{ a: 1 }], 'tags'],
  ['stars', true, 'stars'],
  ['photos', FILE, 'photos'],
  ['photos', [DATA_URL], 'photos[0]'],
  ['photos', [{ ...FILE, content: DATA_URL }], 'photos[0]'],
  ['photos', [{ ...FILE, id: '../../etc/passwd' }], 'photos[0]'],
  ['photos', [{ ...FILE, size: '3' }], 'photos[0]'],
  ['signature', DATA_URL, 'signature'],
  ['signature', [FILE], 'signature'],
  ['items', {}, 'items'],
  ['items', ['x'], 'items[0]'],
  ['items', [{}, { qty: 'abc' }], 'items[1].qty'],
  ['items', [{ price: 1 }], 'items[0].price'],
  ['items', Array.from({ length: MAX_ROWS + 1 }, () => ({})), 'items'],
  ['visits', [{ parts: [{}, { price: '1' }] }], 'visits[0].parts[1].price'],
  ['site-Comment', 'x', 'site-Comment'],
  ['box', 'x', 'box'],
  ['nothing', 1, 'nothing'],
  ['toString', 1, 'toString'],
  ['constructor', { prototype: {} }, 'constructor'],
];
for (const [name, value, at] of ODD) {
  test(`${name} = ${JSON.stringify(value).slice(0, 60)} is refused at ${at}`, () => {
    const { answers, faults } = guard({ ...GOOD, [name]: value });
    assert.deepEqual(
      faults.map((fault) => [fault.at, fault.field]),
      [[at, name]],
    );
    const rest = Object.entries(GOOD).filter(([other]) => other !== name);
    assert.deepEqual(
      Object.entries(answers).filter(([other]) => other !== name),
      rest,
    );
  });
}

test('__proto__ is a name like any other, wherever it stands', () => {
  const sent: JsonObject = JSON.parse(
    '{"__proto__":{"x":1},"items":[{"__proto__":{"qty":1}}],"site":"a"}',
  );
  const { answers, faults } = guard(sent);
  assert.deepEqual(
    faults.map(({ at }) => at),
    ['__proto__', 'items[0].__proto__'],
  );
  assert.deepEqual(Object.keys(answers), ['items', 'site']);
  assert.equal(Object.getPrototypeOf(answers), Object.prototype);
  assert.equal(Object.hasOwn(Object.prototype, 'x'), false);
});

test('of very many faults the first are told', () => {
  const sent = Object.fromEntries(Array.from({ length: 500 }, (_, i) => [`odd${i}`, i]));
  assert.equal(guard(sent).faults.length, MAX_FAULTS);
});

const anyAnswers = fc.dictionary(
  fc.oneof(fc.constantFrom(...Object.keys(GOOD), '__proto__', 'total'), fc.string()),
  fc.oneof(fc.jsonValue(), fc.constantFrom<JsonValue>(...Object.values(GOOD))),
);

test('whatever is sent, what is let through is let through again unchanged', () => {
  fc.assert(
    fc.property(anyAnswers, (sent) => {
      const given: JsonObject = JSON.parse(JSON.stringify(sent));
      const { answers } = guard(given);
      const again = guardAnswers(MEMBERS, answers, answers);
      assert.deepEqual(again.faults, []);
      assert.deepEqual(again.answers, answers);
      for (const name of Object.keys(answers)) assert.ok(MEMBERS.has(name), name);
    }),
  );
});

test('an answer that is refused takes no other with it', () => {
  fc.assert(
    fc.property(fc.constantFrom(...Object.keys(GOOD)), fc.jsonValue(), (name, value) => {
      const given: JsonObject = JSON.parse(JSON.stringify({ ...GOOD, [name]: value }));
      const { answers } = guard(given);
      for (const other of Object.keys(GOOD)) {
        if (other !== name) assert.deepEqual(answers[other], GOOD[other]);
      }
    }),
  );
});
