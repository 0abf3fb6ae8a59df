// Every template of the gallery can be published at once, and a form of it can be completed.
// Nightly: it takes over three seconds.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { isObject, type JsonObject, type JsonValue } from '#kernel/json.ts';
import { fixedRowsOf } from '#questionnaires/answers/answer-shapes.ts';
import { type Field, fieldsOf } from '#web/builder/definition.ts';
import { columnsOf } from '#web/builder/kinds.ts';
import { GALLERY } from '#web/gallery/gallery.ts';
import { ok, type Service, serviceOf } from '../journeys/service.ts';
import { PNG } from '../support/attachments.ts';
import { adminBrowser } from '../support/browser.ts';
import { forOneEngine } from '../support/engines.ts';
import { type Instance, startInstance } from '../support/instance.ts';
import { nightlyTest } from '../support/timing.ts';

const stored = (value: unknown): JsonObject => JSON.parse(JSON.stringify(value));

/** Returns every text of a template, with its position. */
function textsIn(value: JsonValue, at = ''): readonly (readonly [string, JsonObject])[] {
  if (typeof value !== 'object' || value === null) return [];
  if (isObject(value) && 'default' in value) return [[at, value]];
  return Object.entries(value).flatMap(([name, inner]) => textsIn(inner, `${at}.${name}`));
}

function answerTo(field: JsonObject): JsonValue | undefined {
  const [first] = Array.isArray(field['choices']) ? field['choices'] : [];
  switch (field['cellType'] ?? field['type']) {
    case 'text':
      return INPUTS[String(field['inputType'])] ?? 'Text';
    case 'comment':
      return 'Text';
    case 'boolean':
      return true;
    case 'rating':
    case 'slider':
      return 2;
    case 'radiogroup':
    case 'dropdown':
      return isObject(first) ? first['value'] : undefined;
    case 'checkbox':
      return Array.isArray(field['choices']) ? field['choices'].map((each) => each.value) : [];
    default:
      return undefined;
  }
}

const INPUTS: Readonly<Record<string, JsonValue>> = {
  number: 7,
  date: '2026-11-26',
  time: '08:30',
  'datetime-local': '2026-11-26T08:30',
  email: 'ada@example.org',
};

const rowOf = (fields: readonly JsonObject[]): JsonObject =>
  Object.fromEntries(
    fields.flatMap((field) => {
      const value = answerTo(field);
      return value === undefined ? [] : [[String(field['name']), value]];
    }),
  );

/** Returns rows for a table or repeating section; undefined for another field. */
function rowsFor(field: Field): JsonValue | undefined {
  const { templateElements: inside } = field;
  switch (field.type) {
    case 'matrixdropdown': {
      const cells = rowOf(columnsOf(field).map(stored));
      return fixedRowsOf(stored(field)).map((row) => ({ row, ...cells }));
    }
    case 'matrixdynamic':
      return [rowOf(columnsOf(field).map(stored))];
    case 'paneldynamic':
      return [rowOf(Array.isArray(inside) ? inside.map(stored) : [])];
    default:
      return undefined;
  }
}

forOneEngine((engine) => {
  let node: Instance;
  let service: Service;
  before(async () => {
    node = await startInstance(engine);
    service = serviceOf(node, await adminBrowser(node));
  });
  after(() => node.close());

  const given = async (formId: string, field: Field): Promise<JsonValue | undefined> => {
    const rows = rowsFor(field);
    if (rows !== undefined) return rows;
    if (field.type === 'person') return { key: node.account.userId, label: '', seq: 0 };
    if (field.type !== 'file' && field.type !== 'signaturepad') return answerTo(stored(field));
    const file = { name: 'a.png', type: 'image/png', bytes: PNG };
    const { body } = await ok(service.upload(formId, field.name, file));
    const { id, name, type, size } = Object(body);
    const sent = { id, name: name ?? file.name, type: type ?? file.type, size: size ?? PNG.length };
    return field.type === 'file' ? [sent] : sent;
  };

  test('there are at least eight, each named once', () => {
    assert.ok(GALLERY.length >= 8);
    assert.equal(new Set(GALLERY.map(({ id }) => id)).size, GALLERY.length);
  });

  for (const [at, { id, name, definition }] of GALLERY.entries()) {
    // Three of them show every day that a template of the gallery is published and completed.
    const tryIt = at < 3 ? test : nightlyTest;
    test(`${name.default}: complete in both languages`, () => {
      for (const [text, words] of textsIn(stored(definition))) {
        assert.deepEqual(Object.keys(words), ['default', 'de'], text);
        assert.ok(String(words['de']).trim() !== '', text);
      }
    });
    tryIt(`${name.default}: published and completed`, async () => {
      const { admin } = service;
      const body = { definition: stored(definition) };
      const checked = await ok(admin.send('POST', '/app/v1/templates/check', { body }));
      assert.deepEqual(checked.at('faults'), [], id);
      const templateId = await service.publish(name.default, { pages: definition.pages });
      const created = await ok(
        admin.send('POST', '/app/v1/forms', { body: { templateId, name: id } }),
      );
      const formId = String(created.at('id'));
      const top = fieldsOf(definition).filter(({ field }) => field.type !== 'panel');
      const answers: [string, JsonValue][] = [];
      for (const { field } of top) {
        const isInner = top.some(
          ({ field: holder }) =>
            holder.type === 'paneldynamic' &&
            JSON.stringify(holder['templateElements']).includes(JSON.stringify(field)),
        );
        const value = isInner ? undefined : await given(formId, field);
        if (value !== undefined) answers.push([field.name, value]);
      }
      const empty = await service.setStatus(formId, 'complete');
      assert.equal(empty.status, 422, 'nothing was filled in');
      await ok(service.save(formId, Object.fromEntries(answers)));
      await ok(service.setStatus(formId, 'complete'));
      if (id === 'workplace-inspection') {
        const score = (await ok(service.read(formId))).at('fields', 'score', 'displayValue');
        assert.equal(score, '100 %');
      }
    });
  }
});
