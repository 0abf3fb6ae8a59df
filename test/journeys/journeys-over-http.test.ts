// Every kind of field that the builder offers, from its template to the exports, over HTTPS.
// Nightly: it takes over three seconds.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { type Definition, emptyDefinition } from '#web/builder/definition.ts';
import { change, withProperties } from '#web/builder/edit.ts';
import { asColumnKind, COLUMN_KINDS, KIND_GROUPS, type Kind } from '#web/builder/kinds.ts';
import { adminBrowser } from '../support/browser.ts';
import { forEngineOrBoth } from '../support/engines.ts';
import { startInstance } from '../support/instance.ts';
import { IS_DAILY, nightlyTest } from '../support/timing.ts';
import { RECEIVER_ENV, type Receiver, startReceiver } from '../support/webhook-receiver.ts';
import { add } from './build.ts';
import { COLUMN_JOURNEYS } from './columns.ts';
import { travelConditions } from './conditions.ts';
import { assertApi, assertCsv, assertJson, assertPage, assertPdf } from './expectations.ts';
import { positionsIn } from './refusals.ts';
import { ok, type Service, serviceOf } from './service.ts';
import { type Read, type Travelled, travel } from './travel.ts';

/** Three forms, so that none takes long to check or has more than 100 files. */
const { text, time, layout, ...others } = KIND_GROUPS;
const PARTS: readonly (readonly Kind[])[] = [
  [...text, ...time],
  layout,
  Object.values(others).flat(),
];

const EACH_ROW = 'Response required: answer questions in all rows.';

forEngineOrBoth('sqlite', (engine) => {
  let service: Service;
  let receiver: Receiver;
  before(async () => {
    receiver = await startReceiver();
    const node = await startInstance(engine, { env: RECEIVER_ENV });
    service = serviceOf(node, await adminBrowser(node));
    const body = { targetUrl: `${receiver.url}/completed`, eventTypes: ['form.completed'] };
    await ok(service.admin.send('POST', '/app/v1/webhooks', { body }));
  });
  after(async () => {
    await service.node.close();
    await receiver.close();
  });

  for (const [part, kinds] of PARTS.entries()) {
    describe(`part ${part + 1} of the kinds`, () => {
      let travelled: Travelled;
      let conditions: ReadonlyMap<Kind, readonly string[]>;
      before(async () => {
        travelled = await travel(service, receiver, kinds);
        if (!IS_DAILY) conditions = await travelConditions(service, kinds);
      });

      test('what must be answered is named when it is completed without', () => {
        const missing = travelled.asked.filter(({ property }) => property?.isAsked);
        assert.equal(travelled.refused.status, 422);
        const named = positionsIn(travelled.refused);
        assert.deepEqual(named, missing.map(({ name }) => name).toSorted());
        const told = travelled.refused.at('faults') as readonly { readonly text: string }[];
        // Of a scale, each row may be asked for, in words of the engine.
        const ofRows = kinds.includes('matrix') ? [EACH_ROW] : [];
        const texts = new Set(told.map(({ text: said }) => said));
        assert.deepEqual([...texts].toSorted(), ['Ask at the gate', ...ofRows]);
      });

      test('who is told of the completion reads the same form', () => {
        assert.equal(travelled.told.text, travelled.first.api.text);
      });

      test('all fields are taken back as they were read, and change nothing', () => {
        const [before, answer, after] = travelled.sentBack;
        assert.equal(answer.status, 200, answer.text);
        assert.deepEqual(after.at('fields'), before.at('fields'));
      });

      for (const kind of kinds) {
        test(`${kind}: what is sent is what everybody reads`, () => {
          assertRead(travelled.first, kind);
        });
        test(`${kind}: so it is when the form was opened again and changed`, () => {
          assertRead(travelled.later, kind);
        });
        // test/survey/hidden-answers.test.ts compares what conditions show and store every day, without HTTP.
        nightlyTest(
          `${kind}: what depends on it is kept where it is shown, and gone where it is hidden`,
          () => assert.deepEqual(conditions.get(kind), []),
        );
      }
    });
  }

  test('a row that lacks what its columns require is refused with the place of each', async () => {
    const templateId = await service.publish('Required columns', requiredColumns());
    const id = String((await ok(service.create(templateId))).at('formId'));
    const rows = [{ text: 'Bolt' }];
    await ok(service.change(id, { parts: { rows } }));
    const refused = await service.setStatus(id, 'complete');
    const missing = COLUMN_KINDS.filter((kind) => kind !== 'text' && kind !== 'expression');
    assert.deepEqual(positionsIn(refused), missing.map((kind) => `parts[0].${kind}`).toSorted());
  });
});

/** Returns a table with a column of every kind, all of them required. */
function requiredColumns(): Definition {
  const made = add(emptyDefinition(), 'matrixdynamic', 'Parts');
  const columns = COLUMN_KINDS.map((kind) => ({
    ...withProperties(
      asColumnKind({ name: kind, title: kind, cellType: 'text' }, kind),
      COLUMN_JOURNEYS[kind].set ?? {},
    ),
    isRequired: true,
  }));
  return change(made.definition, made.path, { columns });
}

/** Checks the form for every reader, in each requested language. */
function assertRead(read: Read, kind: Kind): void {
  const filled = read.filled.filter(({ asked }) => asked.of === kind);
  assert.ok(filled.length > 0);
  assertApi(read.api, filled);
  for (const [locale, page] of read.page) assertPage(page, filled, locale);
  for (const [locale, files] of read.csv) assertCsv(files, filled, locale);
  for (const [locale, files] of read.pdf) assertPdf(files, filled, locale);
  assertJson(read.json, filled);
}
