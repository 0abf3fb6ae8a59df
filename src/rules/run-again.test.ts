// A run is sent again with the rights that the owner of its rule has then, whoever asks for it.
// Nightly: it takes over three seconds.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { forEachEngine } from '../../test/support/engines.ts';
import { type Person, RulesWorld } from '../../test/support/rules-world.ts';

const MANAGES = { see: 'all', manage: true };

forEachEngine((engine) => {
  let world: RulesWorld;
  before(async () => {
    world = await RulesWorld.open(engine);
  });
  after(() => world.close());

  /** Has a rule of somebody run. @returns what asks for it again, as an admin who does not own it */
  const runOf = async (owner: Person, templateId: string, action: object) => {
    const { admin } = world;
    const before = (await world.runs(templateId)).length;
    await world.rule(owner, templateId, { actions: [action] });
    await world.complete(admin, templateId, { vehicle: 'B-1' });
    const runs = await world.waitFor(templateId, before + 1);
    const run = runs.find(({ outcome }) => outcome === 'done');
    assert.ok(run);
    return async () => {
      const answer = await admin.browser.send('POST', `/app/v1/rule-runs/${run.id}/again`);
      return answer.status === 202 ? 202 : [answer.status, answer.at('code')];
    };
  };
  const setRole = ({ id }: Person, role: string) =>
    world.ok(world.admin, 'PATCH', `/users/${id}`, { role });

  test('people are told again only while the owner may still manage the template', async () => {
    const { admin } = world;
    const dora = await world.person('designer');
    const max = await world.person('member');
    const templateId = await world.publish(admin);
    await world.grant(admin, templateId, dora, MANAGES);
    const to = [{ type: 'User', id: max.id }];
    const again = await runOf(dora, templateId, { type: 'tell', to, fields: ['vehicle'] });
    assert.equal(await again(), 202);
    await world.grant(admin, templateId, dora, {});
    assert.deepEqual(await again(), [409, 'rule-off']);
  });

  test('a webhook is called again only while the owner is an admin', async () => {
    const { admin } = world;
    const eva = await world.person('admin');
    const templateId = await world.publish(admin);
    await world.grant(admin, templateId, eva, MANAGES);
    const body = { targetUrl: 'https://hooks.example.com/', eventTypes: ['form.deleted'] };
    const made = await world.ok(admin, 'POST', '/webhooks', body);
    const webhookId = String(made.at('webhook', 'id'));
    const again = await runOf(eva, templateId, { type: 'webhook', webhookId, fields: ['vehicle'] });
    await setRole(eva, 'designer');
    assert.deepEqual(await again(), [409, 'rule-off']);
    await setRole(eva, 'admin');
    assert.equal(await again(), 202);
  });
});
