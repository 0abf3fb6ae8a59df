// A rule runs once for a form, whatever way it was completed.
// Nightly: it takes over three seconds.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { forEachEngine } from '../../test/support/engines.ts';
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
});
