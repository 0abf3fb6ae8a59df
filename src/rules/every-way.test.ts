// A rule runs once for a form, whatever way it was completed or changed, and not for what was moved here.
// Nightly: it takes over three seconds.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { forEachEngine } from '../../test/support/engines.ts';
import { answerFinder } from '../../test/support/matrix-corrections.ts';
import { tokenOf, visit } from '../../test/support/public-links.ts';
import { RulesWorld } from '../../test/support/rules-world.ts';
import { waitUntil } from '../../test/support/wait-until.ts';

const ANSWERS = { vehicle: 'B-1' };

forEachEngine((engine) => {
  let world: RulesWorld;
  before(async () => {
    world = await RulesWorld.open(engine);
  });
  after(() => world.close());

  /** Completes a form of a template. @returns its id, unless who did it learns none */
  const WAYS: Readonly<Record<string, (templateId: string) => Promise<string | undefined>>> = {
    'on the page': (templateId) => world.complete(world.admin, templateId, ANSWERS),
    async 'without a network, a minute before it was sent'(templateId) {
      const id = await world.begin(world.admin, templateId);
      const path = `/forms/${id}/complete?completedMsAgo=60000`;
      await world.ok(world.admin, 'POST', path, { answers: ANSWERS });
      return id;
    },
    async 'by a program'(templateId) {
      const { node } = world;
      const fields = { vehicle: { text: 'B-1' } };
      const made = await node.request('POST', '/v2/formz', { body: { templateId, fields } });
      assert.equal(made.status, 201, made.text);
      const id = String(made.at('id'));
      const body = { status: 'complete' };
      const done = await node.request('POST', `/v2/formz/${id}/status`, { body });
      assert.equal(done.status, 200, done.text);
      return id;
    },
    async 'by a public link'(templateId) {
      const settings = { name: 'Gate', proofOfWork: false };
      const path = `/templates/${templateId}/links`;
      const link = await world.ok(world.admin, 'POST', path, settings);
      const sent = await (await visit(world.node, tokenOf(link))).answer(ANSWERS);
      assert.equal(sent.status, 201, sent.text);
      return undefined;
    },
    async 'by an action on many forms'(templateId) {
      const id = await world.begin(world.admin, templateId, ANSWERS);
      const body = { act: 'complete', forms: { ids: [id] }, expected: 1 };
      await world.ok(world.admin, 'POST', '/bulk-acts', body);
      return id;
    },
    async 'as assigned work'(templateId) {
      const { admin } = world;
      const assignee = { type: 'User', id: admin.id };
      const sent = await world.ok(admin, 'POST', '/assignments', { templateId, assignee });
      const path = `/assignments/${sent.at('assignments', 0, 'id')}/form`;
      const id = String((await world.ok(admin, 'POST', path, {})).at('id'));
      await world.ok(admin, 'POST', `/forms/${id}/complete`, { answers: ANSWERS });
      return id;
    },
  };

  for (const [way, complete] of Object.entries(WAYS)) {
    test(`a form that is completed ${way} has the rules of its template run once`, async () => {
      const { admin } = world;
      const templateId = await world.publish(admin);
      const to = [{ type: 'User', id: admin.id }];
      await world.rule(admin, templateId, { actions: [{ type: 'tell', to, fields: [] }] });
      const id = await complete(templateId);
      await waitUntil(async () => (await world.runs(templateId)).length > 0);
      await world.settled();
      const runs = await world.runs(templateId);
      assert.deepEqual(
        runs.map(({ outcome }) => outcome),
        ['done'],
      );
      if (id !== undefined) assert.equal(runs[0]?.form.id, id);
    });
  }

  const program = async (method: string, path: string, body: object) => {
    const answer = await world.node.request(method, path, { body });
    assert.ok(answer.status < 300, answer.text);
    return answer;
  };
  const revisionOf = async (id: string) =>
    (await world.ok(world.admin, 'GET', `/forms/${id}`)).at('revision');

  /** Writes the answer for which a rule waits. */
  const CHANGES: Readonly<Record<string, (templateId: string) => Promise<unknown>>> = {
    'as the form was begun': (templateId) => world.begin(world.admin, templateId, ANSWERS),
    async 'by a page that saves itself'(templateId) {
      const id = await world.begin(world.admin, templateId);
      const body = { revision: await revisionOf(id), answers: ANSWERS };
      await world.ok(world.admin, 'PATCH', `/forms/${id}`, body);
    },
    async 'as the form was completed'(templateId) {
      const id = await world.begin(world.admin, templateId);
      await world.ok(world.admin, 'POST', `/forms/${id}/complete`, { answers: ANSWERS });
    },
    async 'by a correction of a complete form'(templateId) {
      const id = await world.complete(world.admin, templateId, { vehicle: 'B-2' });
      const place = await answerFinder(world.node.services.db, 'vehicle')(id);
      const body = { revision: await revisionOf(id), value: ANSWERS.vehicle };
      await world.ok(world.admin, 'PUT', `/forms/${place.replace(' ', '/answers/')}`, body);
    },
    'by a program that made the form': (templateId) =>
      program('POST', '/v2/formz', { templateId, fields: { vehicle: { text: 'B-1' } } }),
    async 'by a program that changed it'(templateId) {
      const id = await world.begin(world.admin, templateId);
      await program('PATCH', `/v2/formz/${id}`, { fields: { vehicle: { text: 'B-1' } } });
    },
    async 'by somebody with a public link'(templateId) {
      const settings = { name: 'Gate', proofOfWork: false };
      const link = await world.ok(world.admin, 'POST', `/templates/${templateId}/links`, settings);
      const sent = await (await visit(world.node, tokenOf(link))).answer(ANSWERS);
      assert.equal(sent.status, 201, sent.text);
    },
  };

  for (const [way, change] of Object.entries(CHANGES)) {
    test(`a rule that waits for an answer runs once when it was written ${way}`, async () => {
      const { admin } = world;
      const templateId = await world.publish(admin);
      const to = [{ type: 'User', id: admin.id }];
      const became = { field: 'vehicle', value: ANSWERS.vehicle };
      const actions = [{ type: 'tell', to, fields: [] }];
      await world.rule(admin, templateId, { trigger: 'value', became, actions });
      await change(templateId);
      await world.waitFor(templateId, 1);
      await world.settled();
      assert.equal((await world.runs(templateId)).length, 1);
    });
  }

  test('a template that is imported with its rules runs none of them until somebody turns them on', async () => {
    const { admin } = world;
    const templateId = await world.publish(admin);
    const to = [{ type: 'User', id: admin.id }];
    const actions = [{ type: 'tell', to, fields: [] }];
    await world.rule(admin, templateId, { actions });
    const { text } = await world.ok(admin, 'GET', `/templates/${templateId}/file`);
    const imported = await admin.browser.send('POST', '/app/v1/templates/import?name=Moved', {
      body: Buffer.from(text),
      headers: { 'content-type': 'application/octet-stream' },
    });
    assert.equal(imported.status, 201, imported.text);
    const id = String(imported.at('template', 'id'));
    await world.ok(admin, 'POST', `/templates/${id}/publish`, {});
    await world.complete(admin, id, ANSWERS);
    await world.settled();
    assert.deepEqual(await world.runs(id), []);
    const { items } = Object((await world.ok(admin, 'GET', `/templates/${id}/rules`)).body);
    const [rule] = items;
    const body = { name: rule.name, trigger: rule.trigger, actions, isOn: true };
    await world.ok(admin, 'PUT', `/rules/${rule.id}`, body);
    await world.complete(admin, id, ANSWERS);
    const [run] = await world.waitFor(id, 1);
    assert.equal(run?.outcome, 'done');
    await world.settled();
    assert.equal((await world.runs(id)).length, 1);
  });
});
