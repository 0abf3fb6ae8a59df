import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { adminBrowser, type Browser } from '../../../test/support/browser.ts';
import { forEachEngine } from '../../../test/support/engines.ts';
import { type Answer, type Instance, startInstance } from '../../../test/support/instance.ts';
import { isNamedIn } from '../publishing-effects.ts';

const field = (name: string, more: object = {}) => ({ type: 'text', name, title: name, ...more });
const DEFINITION = { elements: [field('site'), field('state'), field('notes')] };

forEachEngine((engine) => {
  let node: Instance;
  let admin: Browser;
  before(async () => {
    node = await startInstance(engine);
    admin = await adminBrowser(node);
    await ok('PATCH', '/account', { publicLinks: true });
  });
  after(() => node.close());

  const ok = async (method: string, path: string, body?: object): Promise<Answer> => {
    const answer = await admin.send(method, `/app/v1${path}`, body && { body });
    assert.ok(answer.status < 300, answer.text);
    return answer;
  };
  const made = async (path: string, body: object): Promise<string> =>
    String((await ok('POST', path, body)).at('id'));
  const publish = (id: string) => ok('POST', `/templates/${id}/publish`, {});
  const effects = async (id: string): Promise<unknown> =>
    (await ok('GET', `/templates/${id}/publishing-effects`)).body;
  const NONE = {
    ...{ drafts: 0, inReview: 0, waiting: 0, links: 0, series: 0, searchedAgain: 0 },
    naming: { views: 0, dashboards: 0, rules: 0, scheduledExports: 0, prefilled: 0 },
  };

  test('publishing tells what keeps its version, what gets the new one, and what names a removed field', async () => {
    const templateId = await made('/templates', { name: 'Inspection', definition: DEFINITION });
    assert.deepEqual(await effects(templateId), NONE);
    await publish(templateId);
    await made('/forms', { templateId });
    await made('/forms', { templateId });
    await made(`/templates/${templateId}/links`, { name: 'At the gate' });
    const assignee = { type: 'User', id: node.account.userId };
    await ok('POST', '/assignments', { templateId, assignee });
    await ok('POST', '/assignments', { templateId, assignee, answers: { state: 'good' } });
    await ok('POST', `/templates/${templateId}/rules`, {
      name: 'Hand on',
      trigger: 'begun',
      condition: "{state} = 'bad'",
      actions: [{ type: 'hand-on', to: assignee }],
    });
    const before = { ...NONE, drafts: 2, waiting: 2, links: 1 };
    assert.deepEqual(await effects(templateId), before);

    // `state` is removed, and `notes` is searched from now on.
    const definition = { elements: [field('site'), field('notes', { searchable: true })] };
    await ok('PATCH', `/templates/${templateId}`, { definition });
    assert.deepEqual(await effects(templateId), {
      ...before,
      searchedAgain: 2,
      naming: { ...NONE.naming, rules: 1, prefilled: 1 },
    });
    await publish(templateId);
    assert.deepEqual(await effects(templateId), before);
  });

  test('a form that is deleted and a link that has ended do not count', async () => {
    const templateId = await made('/templates', { name: 'Survey', definition: DEFINITION });
    await publish(templateId);
    const form = await made('/forms', { templateId });
    await ok('DELETE', `/forms/${form}`);
    const link = await made(`/templates/${templateId}/links`, { name: 'Old' });
    await ok('PATCH', `/public-links/${link}`, { state: 'ended' });
    assert.deepEqual(await effects(templateId), NONE);
  });
});

test('a name counts as a whole, in JSON, in expressions and in addresses', () => {
  assert.ok(isNamedIn('{"columns":["state"]}', 'state'));
  assert.ok(isNamedIn("{state} = 'bad'", 'state'));
  assert.ok(isNamedIn('where=%C3%A9tat.eq.x', 'état'));
  assert.ok(!isNamedIn('{"columns":["state_2","estate"]}', 'state'));
  assert.ok(isNamedIn('state_2 state', 'state'));
});
