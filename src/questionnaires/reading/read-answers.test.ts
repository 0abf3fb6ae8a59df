// Nightly: it takes over three seconds.
import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import fc from 'fast-check';
import { fail } from '#kernel/errors.ts';
import type { JsonObject } from '#kernel/json.ts';
import type { Locale } from '#kernel/locale.ts';
import type { FormEngine } from '#questionnaires/engine/engine-types.ts';
import { createFormEngines } from '#questionnaires/engine/form-engine.ts';
import { readAnswers, readable } from './read-answers.ts';
import { answersShownBy } from './show-answers.ts';
import type { ShownAnswer } from './shown-answer.ts';

describe('answers as they are read', () => {
  // 23:30 UTC on 26 April is the 27th in time zones to the east and still the 26th to the west.
  const clock = { now: () => Date.UTC(2026, 3, 26, 23, 30) };
  const engines = createFormEngines({ threads: 1, clock });
  const engine = engines.of('acme');
  after(() => engines.close());

  interface As {
    readonly locale?: Locale;
    readonly status?: 'draft' | 'complete';
    readonly timeZone?: string;
    readonly engine?: Pick<FormEngine, 'facts'>;
  }
  const read = async (definition: JsonObject, answers: JsonObject, as: As = {}) => {
    const { locale, status = 'draft', timeZone = 'UTC' } = as;
    const to = readable(definition, locale);
    return readAnswers({ engine, timeZone, ...as }, to, { status, answers });
  };
  const texts = async (definition: JsonObject, answers: JsonObject, as: As = {}) =>
    Object.fromEntries(
      (await read(definition, answers, as)).answers.map(({ name, state, displayValue }) => [
        name,
        state === 'answered' ? displayValue : state,
      ]),
    );

  const YES_NO: JsonObject = {
    elements: [
      {
        type: 'boolean',
        name: 'own',
        labelTrue: 'Fits',
        labelFalse: { default: 'Leaks', de: 'Undicht' },
      },
      { type: 'boolean', name: 'plain' },
    ],
  };

  test('own words for yes and no are shown in the language, and Yes and No where there are none', async () => {
    assert.deepEqual(await texts(YES_NO, { own: true, plain: true }), {
      own: 'Fits',
      plain: 'Yes',
    });
    assert.deepEqual(await texts(YES_NO, { own: false, plain: false }, { locale: 'de' }), {
      own: 'Undicht',
      plain: 'Nein',
    });
  });

  test('choices are called what the form calls them, with what was typed beside "other" and "none" in words', async () => {
    const choices = ['red', { value: 2, text: { default: 'Green', de: 'Grün' } }];
    const definition = {
      elements: [
        { type: 'radiogroup', name: 'one', choices, showOtherItem: true, otherText: 'Another' },
        { type: 'dropdown', name: 'two', choices, showOtherItem: true, otherText: 'Another' },
        { type: 'checkbox', name: 'many', choices, showOtherItem: true, showNoneItem: true },
        { type: 'checkbox', name: 'none', choices, showNoneItem: true },
        { type: 'radiogroup', name: 'said', choices, showCommentArea: true },
        {
          type: 'rating',
          name: 'word',
          rateValues: [{ value: 1, text: { default: 'Poor', de: 'Schlecht' } }, 'fine'],
        },
        { type: 'rating', name: 'stars' },
      ],
    };
    const answers = {
      one: 'other',
      'one-Comment': 'mauve',
      two: 'other',
      many: ['red', 2, 'other'],
      'many-Comment': 'blue',
      none: ['none'],
      said: 2,
      'said-Comment': 'but pale',
      word: 1,
      stars: 4,
    };
    assert.deepEqual(await texts(definition, answers), {
      one: 'mauve',
      two: 'Another',
      many: 'red, Green, blue',
      none: 'None',
      said: 'Green',
      word: 'Poor',
      stars: '4',
    });
    const german = await texts(definition, answers, { locale: 'de' });
    assert.deepEqual(
      [german['said'], german['word'], german['none']],
      ['Grün', 'Schlecht', 'Keine'],
    );
    const { answers: shown } = await read(definition, answers);
    assert.deepEqual(
      shown.flatMap(({ name, remark }) => (remark === undefined ? [] : [[name, remark]])),
      [['said', 'but pale']],
      'only what the text does not have already stands apart',
    );
  });

  const CONDITIONS: JsonObject = {
    pages: [
      {
        name: 'p1',
        title: 'Visit to {site}',
        elements: [
          { type: 'text', name: 'site' },
          {
            type: 'panel',
            name: 'more',
            title: 'Damage',
            elements: [{ type: 'text', name: 'why', visibleIf: "{site} = 'Dam'" }],
          },
          { type: 'text', name: 'note', title: 'Note on {site}' },
          { type: 'expression', name: 'twice', expression: '{count} * 2' },
          { type: 'text', name: 'count', inputType: 'number' },
          {
            type: 'matrixdynamic',
            name: 'parts',
            columns: [
              { name: 'qty', cellType: 'text', inputType: 'number', totalType: 'sum' },
              { name: 'double', cellType: 'expression', expression: '{row.qty} * 2' },
              { name: 'reason', cellType: 'text', visibleIf: '{row.qty} > 2' },
            ],
          },
        ],
      },
    ],
  };

  test('what a condition hides is told from what nobody answered, and sections and titles name answers', async () => {
    const answers = {
      ...{ site: 'Pier', why: 'left behind', note: '  ' },
      ...{ count: 3, parts: [{ qty: 2 }, { qty: 5 }] },
    };
    const { answers: shown, isWhole } = await read(CONDITIONS, answers);
    assert.equal(isWhole, true);
    const by = new Map(shown.map((each) => [each.name, each]));
    const state = (name: string) => [by.get(name)?.state, by.get(name)?.displayValue];
    assert.deepEqual(state('why'), ['hidden', '']);
    assert.deepEqual(state('note'), ['unanswered', '']);
    assert.deepEqual(state('twice'), ['answered', '6'], 'a draft has it as well');
    assert.deepEqual(by.get('why')?.section, ['Visit to Pier', 'Damage']);
    assert.equal(by.get('note')?.title, 'Note on Pier');
    const parts = by.get('parts');
    assert.deepEqual(
      parts?.rows?.map((row) => row.map((cell) => [cell.state, cell.displayValue])),
      [
        [
          ['answered', '2'],
          ['answered', '4'],
          ['hidden', ''],
        ],
        [
          ['answered', '5'],
          ['answered', '10'],
          ['unanswered', ''],
        ],
      ],
    );
    assert.deepEqual(parts?.value, [
      { qty: 2, double: 4 },
      { qty: 5, double: 10 },
    ]);
    assert.deepEqual(
      parts?.totals?.map(({ name, displayValue }) => [name, displayValue]),
      [['qty', '7']],
    );
  });

  test('an entry of a repeating section is called what the template calls it, with its own answers', async () => {
    const inner = [{ type: 'text', name: 'who', title: 'Who' }];
    const named = { type: 'paneldynamic', templateElements: inner };
    const definition = {
      elements: [
        { ...named, name: 'people', templateTitle: 'Person: {panel.who}' },
        { ...named, name: 'stops', templateTitle: 'Stop' },
        { ...named, name: 'plain' },
      ],
    };
    const rows = [{ who: 'Ada' }, { who: 'Grace' }];
    const answers = { people: rows, stops: rows, plain: rows };
    const titles = async (as: As) =>
      (await read(definition, answers, as)).answers.map(({ rowTitles }) => rowTitles);
    const whole = [['Person: Ada', 'Person: Grace'], ['Stop', 'Stop'], undefined];
    assert.deepEqual(await titles({}), whole);
    assert.deepEqual(await titles({ status: 'complete' }), whole);
    const facts = () => Promise.reject(fail('form-check-failed', 'The engine stumbles.'));
    assert.deepEqual(await titles({ engine: { facts } }), [undefined, ['Stop', 'Stop'], undefined]);
  });

  test('a complete form is read as it was completed, whatever its conditions and the clock say today', async () => {
    const definition = {
      elements: [
        { type: 'text', name: 'site' },
        { type: 'text', name: 'why', visibleIf: "{site} = 'Dam'" },
        { type: 'expression', name: 'on', expression: 'today()' },
      ],
    };
    const answers = { site: 'Pier', why: 'kept', on: '2025-01-02' };
    assert.deepEqual(await texts(definition, answers, { status: 'complete' }), {
      site: 'Pier',
      why: 'kept',
      on: 'Jan 2, 2025',
    });
    assert.deepEqual(await texts(definition, answers), {
      site: 'Pier',
      why: 'hidden',
      on: 'Apr 26, 2026',
    });
  });

  test('days, times and numbers are written as the language writes them, calculated ones too', async () => {
    const definition = {
      elements: [
        { type: 'text', name: 'due', inputType: 'date' },
        { type: 'text', name: 'at', inputType: 'datetime-local' },
        { type: 'text', name: 'from', inputType: 'time' },
        { type: 'text', name: 'price', inputType: 'number' },
        { type: 'text', name: 'year', inputType: 'number' },
        { type: 'text', name: 'code' },
        { type: 'expression', name: 'half', expression: '{price} / 2' },
        {
          type: 'expression',
          name: 'money',
          expression: '{price}',
          displayStyle: 'currency',
          currency: 'EUR',
        },
        {
          type: 'expression',
          name: 'share',
          expression: '0.256',
          displayStyle: 'percent',
          maximumFractionDigits: 1,
        },
        { type: 'expression', name: 'long', expression: '{price}', format: '{0} m' },
        {
          type: 'expression',
          name: 'later',
          expression: "dateAdd({due}, 7, 'days')",
          format: 'by {0}',
        },
        { type: 'expression', name: 'until', expression: "dateAdd({at}, 90, 'minutes')" },
      ],
    };
    const answers = {
      due: '2026-11-23',
      at: '2026-11-23T14:05',
      from: '09:05',
      price: 1237.5,
      year: 2026,
      code: '2026-11-23',
    };
    assert.deepEqual(await texts(definition, answers, { locale: 'de' }), {
      due: '23.11.2026',
      at: '23.11.2026, 14:05',
      from: '09:05',
      price: '1237,5',
      year: '2026',
      code: '2026-11-23',
      half: '618,75',
      money: '1.237,50 €',
      share: '25,6 %',
      long: '1237,5 m',
      later: 'by 30.11.2026',
      until: '23.11.2026, 15:35',
    });
    assert.deepEqual(await texts(definition, answers), {
      due: 'Nov 23, 2026',
      at: 'Nov 23, 2026, 2:05 PM',
      from: '9:05 AM',
      price: '1237.5',
      year: '2026',
      code: '2026-11-23',
      half: '618.75',
      money: '€1,237.50',
      share: '25.6%',
      long: '1237.5 m',
      later: 'by Nov 30, 2026',
      until: 'Nov 23, 2026, 3:35 PM',
    });
  });

  test('today is the day in the zone of the account, east and west of Greenwich', async () => {
    const definition = {
      elements: [
        { type: 'expression', name: 'day', expression: 'today()' },
        { type: 'expression', name: 'next', expression: 'today(1)' },
        { type: 'expression', name: 'now', expression: 'currentDate()' },
        { type: 'expression', name: 'weekday', expression: 'weekday(today())' },
        { type: 'text', name: 'late', visibleIf: "today() > '2026-04-26'" },
      ],
    };
    assert.deepEqual(await texts(definition, {}, { timeZone: 'Pacific/Auckland' }), {
      day: 'Apr 27, 2026',
      next: 'Apr 28, 2026',
      now: 'Apr 27, 2026, 11:30 AM',
      weekday: '1',
      late: 'unanswered',
    });
    assert.deepEqual(await texts(definition, {}, { timeZone: 'America/New_York' }), {
      day: 'Apr 26, 2026',
      next: 'Apr 27, 2026',
      now: 'Apr 26, 2026, 7:30 PM',
      weekday: '0',
      late: 'hidden',
    });
  });

  test('a form whose template the engine stumbles over is shown as it is stored, and that is said', async () => {
    const failing = {
      facts: () => Promise.reject(fail('form-check-failed', 'The engine stumbles.')),
    };
    const { answers, isWhole } = await read(CONDITIONS, { site: 'Pier' }, { engine: failing });
    assert.equal(isWhole, false);
    assert.deepEqual([answers[0]?.displayValue, answers[1]?.state], ['Pier', 'unanswered']);
    const busy = { facts: () => Promise.reject(fail('busy', 'Too much to do.')) };
    await assert.rejects(read(CONDITIONS, {}, { engine: busy }), { code: 'busy' });
  });

  test('whatever is stored is shown: no answer is lost, and none is made up', async () => {
    const definition = {
      elements: [
        { type: 'text', name: 'a', inputType: 'date' },
        { type: 'boolean', name: 'b' },
        { type: 'checkbox', name: 'c', choices: ['x'], showOtherItem: true },
        { type: 'matrixdynamic', name: 'd', columns: [{ name: 'e', cellType: 'text' }] },
        { type: 'file', name: 'f' },
      ],
    };
    const values = fc.dictionary(
      fc.constantFrom('a', 'b', 'c', 'c-Comment', 'd', 'f', 'gone', '__proto__'),
      fc.jsonValue(),
    );
    await fc.assert(
      fc.asyncProperty(
        values,
        fc.constantFrom('en', 'de'),
        fc.boolean(),
        async (given, locale, isComplete) => {
          const answers: JsonObject = JSON.parse(JSON.stringify(given));
          const show = answersShownBy(definition, locale);
          const shown: readonly ShownAnswer[] = await show({ answers, isComplete });
          for (const { name, state, value } of shown) {
            const isThere = Object.hasOwn(answers, name);
            assert.equal(state === 'answered' && !isThere, false, name);
            if (isThere && typeof answers[name] !== 'object')
              assert.deepEqual(value, answers[name]);
          }
          const asked = new Set(shown.map(({ name }) => name));
          for (const name of Object.keys(answers))
            assert.ok(asked.has(name) || name === 'c-Comment');
        },
      ),
    );
  });
});
