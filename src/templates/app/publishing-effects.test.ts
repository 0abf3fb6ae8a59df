// Nightly: it takes over three seconds.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { adminBrowser, type Browser, openBrowser } from '../../../test/support/browser.ts';
import { forEachEngine } from '../../../test/support/engines.ts';
import {
  ADMIN_PASSWORD,
  type Answer,
  type Instance,
  startInstance,
} from '../../../test/support/instance.ts';
import { fresh } from '../../../test/support/scim.ts';
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
    rules: { items: [], more: 0 },
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
    const ruleId = await made(`/templates/${templateId}/rules`, {
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
      rules: {
        items: [{ id: ruleId, name: 'Hand on', fields: [{ title: 'state', change: 'removed' }] }],
        more: 0,
      },
    });
    await publish(templateId);
    assert.deepEqual(await effects(templateId), before);
  });

  test('rules are named with the fields that change: to those who may see them, and the first ten', async () => {
    const choice = { type: 'dropdown', name: 'brakes', title: 'Brakes', choices: ['good', 'bad'] };
    const table = (columns: readonly object[]) => ({
      ...{ type: 'matrixdynamic', name: 'visits', title: 'Visits', columns },
    });
    const who = { cellType: 'text', name: 'who', title: 'Who' };
    const elements = [field('site'), field('state'), choice, table([who, { ...who, name: 'day' }])];
    const templateId = await made('/templates', { name: 'Round', definition: { elements } });
    await publish(templateId);
    const to = { type: 'User', id: node.account.userId };
    const rule = async (name: string, condition: string) => {
      const actions = [{ type: 'hand-on', to }];
      const body = { name, trigger: 'begun', condition, actions };
      await made(`/templates/${templateId}/rules`, body);
    };
    await rule('Site', "{site} = 'Weir'");
    await rule('Two', "{brakes} = 'bad' and {state} = 'x'");
    await rule('Column', "{visits[0].who} = 'Ada'");
    await rule('Other column', "{visits[0].day} = 'Ada'");
    const definition = {
      elements: [
        field('site'),
        { type: 'comment', name: 'state', title: 'State' },
        { ...choice, choices: ['good', 'worn'] },
        table([{ ...who, name: 'day' }]),
      ],
    };
    await ok('PATCH', `/templates/${templateId}`, { definition });
    const named = async (browser: Browser): Promise<unknown> => {
      const answer = await browser.send(
        'GET',
        `/app/v1/templates/${templateId}/publishing-effects`,
      );
      assert.equal(answer.status, 200, answer.text);
      const { rules } = JSON.parse(answer.text);
      return rules?.items.map((each: { readonly name: string; readonly fields: unknown }) => [
        each.name,
        each.fields,
      ]);
    };
    assert.deepEqual(await named(admin), [
      [
        'Two',
        [
          { title: 'state', change: 'type' },
          { title: 'Brakes', change: 'choices' },
        ],
      ],
      ['Column', [{ title: 'Visits: Who', change: 'removed' }]],
    ]);

    for (let i = 0; i < 10; i += 1) await rule(`More ${i}`, "{state} = 'x'");
    const { rules } = JSON.parse(
      (await ok('GET', `/templates/${templateId}/publishing-effects`)).text,
    );
    assert.deepEqual([rules.items.length, rules.more], [10, 2]);

    // Somebody who manages the template, but sees only their own forms, sees no rules.
    const dora = fresh();
    const email = `${dora}@effects.test`;
    const body = { userName: dora, displayName: 'Dora', email, password: ADMIN_PASSWORD };
    const doraId = await made('/users', { ...body, role: 'designer' });
    const rights = { fill: true, see: 'own', edit: false, assign: false, manage: true };
    await ok('PUT', `/templates/${templateId}/rights/${doraId}`, rights);
    const browser = openBrowser(node);
    await browser.signIn(dora, ADMIN_PASSWORD);
    assert.equal(await named(browser), undefined);
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
