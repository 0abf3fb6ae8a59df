import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { TemplateVersion } from '#form-basics/template.ts';
import type { JsonObject } from '#kernel/json.ts';
import { shapesOf } from '#questionnaires/answers/answer-shapes.ts';
import { answersShownBy } from '#questionnaires/reading/show-answers.ts';
import { fieldsOf } from '#templates/v2/field-kinds.ts';
import { ALL_KINDS, PNG } from '../../../test/support/all-kinds.ts';
import { changeAnswers } from './field-changes.ts';
import { showFields } from './field-values.ts';

const NAMES = ['site', 'count', 'day', 'ok', 'state', 'tools', 'parts', 'sign', 'photo'];
const file = (id: string, field: string) => ({
  id,
  field,
  name: 'a.png',
  type: 'image/png',
  size: PNG.length,
});
const FILES = [file('f1', 'photo'), file('f2', 'photo'), file('f3', 'sign')];
const stored = (at: number) => {
  const { field: _, ...rest } = FILES[at] ?? assert.fail();
  return rest;
};
const VERSION: TemplateVersion = {
  id: 'v',
  templateId: 't',
  number: 1,
  definition: ALL_KINDS,
  fields: [
    ['site', 'text'],
    ['count', 'text'],
    ['day', 'text'],
    ['ok', 'boolean'],
    ['state', 'dropdown'],
    ['tools', 'checkbox'],
    ['parts', 'matrixdynamic'],
    ['sign', 'signaturepad'],
    ['photo', 'file'],
    ['fixed', 'text'],
    ['twice', 'expression'],
  ].map(([name = '', type = '']) => ({ id: `id of ${name}`, name, title: name, type })),
  publishedAt: 0,
  publishedBy: 'u',
  searchMarks: {},
};
const fields = fieldsOf(VERSION);
const known = { fields, members: shapesOf(ALL_KINDS), calculated: {}, files: FILES };
const linkTo = (id: string) => `https://x.example/${id}`;
const shownBy = answersShownBy(ALL_KINDS, 'en');
const show = async (values: JsonObject): Promise<JsonObject> =>
  showFields(fields, await shownBy({ answers: values, isComplete: false }), linkTo);

const answers: fc.Arbitrary<JsonObject> = fc.record(
  {
    site: fc.string(),
    count: fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => value + 0),
    day: fc.constantFrom('2026-01-31', ''),
    ok: fc.boolean(),
    state: fc.constantFrom('g', 'bad'),
    tools: fc.subarray(['saw', 'axe'], { minLength: 1 }),
    parts: fc.array(fc.record({ part: fc.string() }, { noNullPrototype: true }), { minLength: 1 }),
    sign: fc.constant(stored(2)),
    photo: fc.constantFrom([stored(0)], [stored(1), stored(0)]),
  },
  { requiredKeys: [] },
);

test('what was read can be sent back as it is, by name or by id, and changes nothing', async () => {
  await fc.assert(
    fc.asyncProperty(answers, fc.string(), fc.boolean(), async (some, fixed, byId) => {
      const before = { ...some, fixed };
      const shown = await show(before);
      const sent = Object.fromEntries(
        Object.entries(shown).map(([name, value]) => [byId ? `id of ${name}` : name, value]),
      );
      assert.deepEqual(changeAnswers(known, before, sent), before);
    }),
  );
});

test('a change of some fields leaves all others as they are, whatever they hold', async () => {
  await fc.assert(
    fc.asyncProperty(answers, answers, async (before, change) => {
      const sent = await show(change);
      const some = Object.fromEntries(
        Object.keys(change).map((name) => [name, sent[name] ?? null]),
      );
      assert.deepEqual(changeAnswers(known, before, some), { ...before, ...change });
    }),
  );
});

test('whatever is sent is taken or refused with a place, and names of the language are names', () => {
  fc.assert(
    fc.property(
      fc.dictionary(fc.constantFrom(...NAMES, '__proto__', 'constructor', 'x'), fc.jsonValue()),
      (sent) => {
        const changes: JsonObject = JSON.parse(JSON.stringify(sent));
        try {
          assert.equal(Object.getPrototypeOf(changeAnswers(known, {}, changes)), Object.prototype);
        } catch (error) {
          assert.match(String(Object(error).at), /^fields\./, String(error));
          assert.equal(Object(error).code, 'invalid-answers');
        }
      },
    ),
  );
});
