// Small XLSForms that once meant something else after the import: what becomes of each, and what it does.
// Nightly: it takes over three seconds.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import type { JsonObject, JsonValue } from '#kernel/json.ts';
import { ok, type Service, serviceOf } from '../journeys/service.ts';
import { adminBrowser } from '../support/browser.ts';
import { forOneEngine } from '../support/engines.ts';
import { type Answer, type Instance, startInstance } from '../support/instance.ts';
import { nightlyTest } from '../support/timing.ts';
import { table, writeWorkbook } from '../support/workbooks.ts';

/** How an XLSForm begins a reference. */
const DOLLAR = '$'.concat('{');

/** Forms with so many trials that they take longer than all others. */
const LONG = new Set(['constraints.xlsx', 'repeats.xlsx', 'length-number.xlsx']);

interface Trial {
  readonly answers: JsonObject;
  /** What is stored once the form is complete, of the answers that matter; null for none. */
  readonly stored?: Readonly<Record<string, JsonValue>>;
  /** The fields whose answers are refused; the form cannot be completed then. */
  readonly refused?: readonly string[];
}

interface Case {
  readonly file: string;
  /** The row and the kind of each note. */
  readonly notes: readonly (readonly [row: number | undefined, kind: string])[];
  /** Fields of the definition, or some properties of them. */
  readonly fields?: Readonly<Record<string, JsonObject>>;
  readonly trials: readonly Trial[];
}

const CASES: readonly Case[] = [
  {
    file: 'length-number.xlsx',
    notes: [],
    trials: [
      {
        answers: { phone: 1234567890, dec: 1, d: '2026-11-28', t: 'x', s: '1', t2: 'y' },
        stored: { dec: 1, t: 'x', t2: 'y' },
      },
      { answers: { phone: 123456789 }, refused: ['phone'] },
      { answers: { dec: 1, t: 'x', t2: 'y' }, stored: { dec: null, t: null, t2: null } },
    ],
  },
  {
    file: 'count-repeat.xlsx',
    notes: [],
    trials: [
      {
        answers: { m: [{ age: 1 }, { age: 2 }], many: 'yes' },
        stored: { cnt: 2, many: 'yes' },
      },
      { answers: { m: [{ nick: 'a' }], many: 'yes' }, stored: { cnt: 1, many: null } },
      { answers: {}, stored: { cnt: 0 } },
    ],
  },
  {
    file: 'constraints.xlsx',
    notes: [[43, 'widerPattern']],
    fields: {
      q7: { min: 0, max: 100, minErrorText: 'msg 7' },
      q40: { preset: 'digits', patternErrorText: 'msg 40' },
      q41: { preset: 'letters', patternErrorText: 'msg 41' },
    },
    trials: [
      {
        answers: {
          q0: 1234567890,
          q2: 'abcdefghij',
          q3: 'abc',
          q4: 12.5,
          q5: 99,
          q13: 999,
          q15: 4,
          q21: 1,
          q27: '2020-01-01',
          q28: '2020-06-01',
          q31: '08:00',
          q32: '08:00',
          q33: ['none'],
          q36: ['a', 'b'],
          q37: ['none'],
          q38: 'yes',
          q39: 'X',
          q40: '007',
          q42: 'a@b',
        },
        stored: { q32: '08:00' },
      },
      { answers: { q0: 123 }, refused: ['q0'] },
      { answers: { q2: 'short' }, refused: ['q2'] },
      { answers: { q4: 12.345 }, refused: ['q4'] },
      { answers: { q5: 100 }, refused: ['q5'] },
      { answers: { q10: 0 }, refused: ['q10'] },
      { answers: { q15: 3 }, refused: ['q15'] },
      { answers: { q27: '2019-12-31' }, refused: ['q27'] },
      { answers: { q32: '07:59' }, refused: ['q32'] },
      { answers: { q32: '17:01' }, refused: ['q32'] },
      { answers: { q33: ['none', 'a'] }, refused: ['q33'] },
      { answers: { q36: ['a'] }, refused: ['q36'] },
      { answers: { q37: ['none', 'a'] }, refused: ['q37'] },
      { answers: { q38: 'no' }, refused: ['q38'] },
      { answers: { q39: 'x' }, refused: ['q39'] },
      { answers: { q42: 'ab' }, refused: ['q42'] },
    ],
  },
  {
    file: 'range-step.xlsx',
    notes: [],
    fields: {
      r: { min: 1, max: 9, step: 2 },
      r5: { type: 'rating', rateMin: 1, rateMax: 10, rateStep: 3 },
    },
    trials: [{ answers: { n: 3, r3: 5, r5: 4 }, stored: { r3: 5, r5: 4 } }],
  },
  {
    file: 'labelref.xlsx',
    notes: [
      [2, 'unknownType'],
      [3, 'shownReference'],
      [8, 'shownReference'],
    ],
    fields: {
      a: { title: 'You traced …' },
      b: { title: 'First member: {m[0].nm}?' },
      nt: { type: 'instructions', content: 'Total is …' },
    },
    trials: [{ answers: { m: [{ nm: 'Ada' }], b: 'yes' }, stored: { b: 'yes' } }],
  },
  {
    file: 'choice-images.xlsx',
    notes: [
      [2, 'picture'],
      [2, 'sound'],
      [3, 'picture'],
    ],
    trials: [{ answers: { q: 'happy' }, stored: { q: 'happy' } }],
  },
  {
    file: 'colon.xlsx',
    notes: [],
    fields: { a: { isRequired: true } },
    trials: [
      { answers: { a: 'x', b: 'z' }, stored: { b: 'z' } },
      { answers: { a: 'X', b: 'z' }, stored: { b: null } },
      { answers: { a: 'x', b: 'y' }, refused: ['b'] },
      { answers: {}, refused: ['a'] },
    ],
  },
  {
    file: 'notename.xlsx',
    notes: [],
    fields: { note_2: { type: 'instructions', content: 'Read this first' } },
    trials: [{ answers: { a: 'x' }, stored: { a: 'x' } }],
  },
  {
    file: 'loop.xlsx',
    notes: [
      [2, 'loop'],
      [3, 'renamed'],
      [3, 'renamed'],
    ],
    fields: { n_yes: { title: 'How many Yes?' }, n_no: { title: 'How many No?' } },
    trials: [{ answers: { n_yes: 1, n_no: 2 }, stored: { n_yes: 1, n_no: 2 } }],
  },
  {
    file: 'misc.xlsx',
    notes: [
      [undefined, 'column'],
      [undefined, 'column'],
      [2, 'appearance'],
      [2, 'parameter'],
      [3, 'appearance'],
      [6, 'appearance'],
      [12, 'recalculated'],
    ],
    fields: { oo3: { title: '{oo-Comment}' }, rq: { requiredIf: '{n} > 3' } },
    trials: [
      {
        answers: { n: 1, oo: 'other', 'oo-Comment': 'why', oo2: 'a', oo3: 'b', mm2: 'c' },
        stored: { oo2: 'a', oo3: 'b', mm2: null },
      },
      { answers: { n: 4 }, refused: ['rq'] },
    ],
  },
  {
    file: 'repeats.xlsx',
    notes: [
      [4, 'repeatCount'],
      [19, 'emptyEntries'],
      [20, 'emptyEntries'],
      [21, 'unreadableExpression'],
      [25, 'emptyEntries'],
    ],
    trials: [
      {
        answers: {
          n: 2,
          member: [
            { name: 'Ada', age: 70, sex: 'female', preg: 'no', job: 'baker', vacc: 'x', reg: 'r1' },
            { name: 'Ben', age: 3, sex: 'male', preg: 'no', job: 'none', vacc: 'yes', reg: 'r2' },
          ],
          big: 'yes',
          old: 'yes',
          reg2: 'r1',
          dist2: 'd2',
          d2only: 'yes',
        },
        stored: {
          cnt: 2,
          tot: 73,
          oldest: 70,
          idx: 'Ada',
          joined: 'Ada, Ben',
          big: 'yes',
          old: 'yes',
          d2only: 'yes',
          member: [
            {
              name: 'Ada',
              age: 70,
              sex: 'female',
              preg: 'no',
              job: 'baker',
              reg: 'r1',
              adult: 'yes',
            },
            { name: 'Ben', age: 3, sex: 'male', vacc: 'yes', reg: 'r2', adult: 'no' },
          ],
        },
      },
      // The answer says two members, so that the second name is asked for.
      { answers: { n: 2, member: [{ name: 'Ada' }] }, refused: ['member'] },
      // Filled entries stay when the answer says fewer.
      { answers: { n: 0, member: [{ name: 'Ada' }] }, stored: { cnt: 1, big: null } },
      { answers: { n: 1, member: [{ name: 'Ada' }, {}], big: 'x' }, stored: { cnt: 1, big: null } },
    ],
  },
];

forOneEngine((engine) => {
  let node: Instance;
  let service: Service;
  before(async () => {
    node = await startInstance(engine);
    service = serviceOf(node, await adminBrowser(node));
  });
  after(() => node.close());

  const sent = (body: Buffer): Promise<Answer> => {
    const headers = { 'content-type': 'application/octet-stream' };
    return ok(service.admin.send('POST', '/app/v1/templates/import', { body, headers }));
  };
  const imported = (path: string): Promise<Answer> => sent(readFileSync(path));

  const publish = async (made: Answer): Promise<string> => {
    const id = String(made.at('template', 'id'));
    await ok(service.admin.send('POST', `/app/v1/templates/${id}/publish`, { body: {} }));
    return id;
  };

  const completed = async (templateId: string, answers: JsonObject): Promise<Answer> => {
    const { admin } = service;
    const begun = await ok(
      admin.send('POST', '/app/v1/forms', { body: { templateId, name: 'Trial' } }),
    );
    const path = `/app/v1/forms/${begun.at('id')}`;
    const saved = await ok(
      admin.send('PATCH', path, { body: { revision: begun.at('revision'), answers } }),
    );
    const body = { revision: saved.at('revision') };
    const done = await admin.send('POST', `${path}/complete`, { body });
    return done.status < 300 ? ok(admin.send('GET', path)) : done;
  };

  for (const { file, notes, fields = {}, trials } of CASES) {
    // src/template-files/xlsform/meaning.test.ts tests each expression every day.
    const tryIt = LONG.has(file) ? nightlyTest : test;
    tryIt(
      `${file} is imported with its notes, and asks, calculates and refuses as in ODK`,
      async () => {
        const made = await imported(`test/imports/files/odk/${file}`);
        const told = Object(made.body).notes.map(
          (note: { readonly row?: number; readonly kind: string }) => [note.row, note.kind],
        );
        assert.deepEqual(told, notes);
        hold(fieldsOf(made.at('template', 'draftDefinition')), fields);
        const id = await publish(made);
        for (const trial of trials) judge(trial, await completed(id, trial.answers));
      },
    );
  }

  test('an .xls file becomes the same template as an .xlsx file, and its form can be completed', async () => {
    const made = await imported('test/imports/files/machine-check.xls');
    assert.equal(made.at('template', 'name'), 'Maschinenprüfung');
    const definition = made.at('template', 'draftDefinition');
    const fields = fieldsOf(definition);
    assert.equal(Object(definition)['locale'], 'de');
    assert.equal(Object(fields.get('wer'))['title'], 'Wer prüft?');
    assert.equal(Object(fields.get('wer'))['isRequired'], true);
    assert.equal(Object(fields.get('am'))['defaultValue'], '2026-11-24');
    const id = await publish(made);
    const answers = { wer: 'Jörg', zustand: 'schlecht', warum: 'laut', stunden: 21 };
    const done = await completed(id, answers);
    assert.equal(done.at('answers', 'doppelt'), 42, done.text);
    const short = await completed(id, { ...answers, warum: 'x' });
    assert.match(short.text, /Mindestens 3 Zeichen/);
  });

  test('labels show answers; messages and choices show … instead, with a note', async () => {
    const survey = table(`
      type          | name | label       | constraint | constraint_message
      text          | who  | Who?        |            |
      integer       | age  | Age, #{who} | . < 900    | #{who} is younger
      select_one c  | pick | Pick        |            |`).map((row) =>
      row.map((cell) => cell.replace('#{', DOLLAR)),
    );
    const choices = [
      ['list_name', 'name', 'label'],
      ['c', 'a', `As ${DOLLAR}who} said`],
    ];
    const made = await sent(await writeWorkbook({ survey, choices }));
    const found = fieldsOf(made.at('template', 'draftDefinition'));
    assert.equal(Object(found.get('age')).title, 'Age, {who}');
    assert.equal(Object(found.get('age')).validators[0].text, '… is younger');
    assert.deepEqual(Object(found.get('pick')).choices, [{ value: 'a', text: 'As … said' }]);
    const kinds = Object(made.body).notes.map(({ kind }: { readonly kind: string }) => kind);
    assert.deepEqual(kinds, ['shownReference', 'shownReference']);
  });

  test('a constraint without a message is noted, and refused in words instead of its expression', async () => {
    const survey = table('type|name|label|constraint\ninteger|age|Age|. != 900');
    const made = await sent(await writeWorkbook({ survey }));
    assert.equal(made.at('notes', 0, 'kind'), 'noMessage');
    const answer = await completed(await publish(made), { age: 900 });
    assert.match(answer.text, /This value is not allowed\./);
    assert.doesNotMatch(answer.text, /empty or/);
  });
});

function hold(found: ReadonlyMap<string, unknown>, expected: NonNullable<Case['fields']>): void {
  for (const [name, properties] of Object.entries(expected)) {
    for (const [property, value] of Object.entries(properties)) {
      assert.deepEqual(Object(found.get(name))[property], value, `${name}.${property}`);
    }
  }
}

function judge({ answers, stored = {}, refused }: Trial, answer: Answer): void {
  const about = `${JSON.stringify(answers)} ${answer.text}`;
  if (refused !== undefined) {
    assert.equal(answer.status, 422, about);
    const faulty = Object(answer.body).faults.map((each: { readonly field: string }) => each.field);
    assert.deepEqual([...new Set(faulty)], refused, about);
    return;
  }
  assert.equal(answer.status, 200, about);
  const kept = Object(answer.at('answers'));
  for (const [name, value] of Object.entries(stored)) {
    assert.deepEqual(kept[name] ?? null, value, `${name} in ${about}`);
  }
}

/** Returns all fields by their names, at every depth. */
function fieldsOf(value: unknown): ReadonlyMap<string, unknown> {
  const found = new Map<string, unknown>();
  const look = (inner: unknown): void => {
    if (typeof inner !== 'object' || inner === null) return;
    const { name, type } = Object(inner);
    if (typeof name === 'string' && typeof type === 'string') found.set(name, inner);
    for (const each of Object.values(inner)) look(each);
  };
  look(value);
  return found;
}
