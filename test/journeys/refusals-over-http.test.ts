// Answers that a field of a kind, with each of its properties, must refuse are refused in every way of writing. Default
// values, and values as they were read, are accepted. Over HTTPS.
// Nightly: a whole journey; shorter tests send its requests.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { KINDS } from '#web/builder/kinds.ts';
import { adminBrowser } from '../support/browser.ts';
import { forEngineOrBoth } from '../support/engines.ts';
import { startInstance } from '../support/instance.ts';
import { builtFilled, builtOf } from './build.ts';
import { assertApi, assertCsv, assertJson, assertPage } from './expectations.ts';
import { type Filled, fillIn } from './filled.ts';
import { assertNoChange, assertNotMade, assertNotSaved, type Tried } from './refusals.ts';
import { ok, type Service, serviceOf } from './service.ts';

forEngineOrBoth('sqlite', (engine) => {
  let service: Service;
  before(async () => {
    const node = await startInstance(engine);
    service = serviceOf(node, await adminBrowser(node));
  });
  after(() => service.node.close());

  for (const kind of KINDS) {
    test(`${kind}: what is wrong is refused with its place, and nothing of it is kept`, async () => {
      const { definition, asked } = builtOf([kind]);
      const templateId = await service.publish(`Wrong ${kind}`, definition);
      const formId = String((await ok(service.create(templateId))).at('formId'));
      const before = await ok(service.read(formId));
      const tried: Tried = { service, templateId, formId };
      for (const each of asked) {
        await assertNoChange(tried, each);
        await assertNotMade(tried, each);
      }
      await assertNotSaved(tried, asked);
      assert.equal((await ok(service.read(formId))).text, before.text);
    });
  }

  test('a new form holds what its fields start with, and is completed with it', async () => {
    const { definition, asked } = builtFilled();
    const templateId = await service.publish('Filled', definition);
    const formId = String((await ok(service.create(templateId))).at('formId'));
    const filled: Filled[] = [];
    for (const each of asked) {
      assert.ok(each.property?.filled !== undefined);
      filled.push(await fillIn(each, each.property.filled, service.uploadTo(formId)));
    }
    assertApi(await ok(service.read(formId)), filled);
    await ok(service.setStatus(formId, 'complete'));
    assertApi(await ok(service.read(formId)), filled);
    assertPage(await ok(service.readPage(formId, 'de')), filled, 'de');
    assertCsv(await service.export('csv', templateId, 'de'), filled, 'de');
    assertJson(await service.export('json', templateId, 'de'), filled);
  });

  test('what a field starts with is gone when somebody clears it, before or after it was made', async () => {
    const { definition, asked } = builtFilled();
    const templateId = await service.publish('Cleared', definition);
    const none = Object.fromEntries(asked.map(({ name }) => [name, null]));
    const cleared = String((await ok(service.create(templateId, none))).at('formId'));
    const emptied = String((await ok(service.create(templateId))).at('formId'));
    await ok(service.change(emptied, none));
    for (const formId of [cleared, emptied]) {
      await ok(service.setStatus(formId, 'complete'));
      const form = await ok(service.read(formId));
      for (const { name, journey } of asked) {
        const value = form.at('fields', name, journey.member);
        assert.ok(
          value === null || (Array.isArray(value) && value.length === 0),
          `${name}: ${form.text}`,
        );
      }
    }
  });
});
