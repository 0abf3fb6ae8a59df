// Public links and shared lists: visitors cannot read lists, so the two do not meet, and rows that are sent are checked.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import type { JsonObject } from '#kernel/json.ts';
import { adminBrowser, type Browser } from '../support/browser.ts';
import { forEngineOrBoth } from '../support/engines.ts';
import { DEFINITION } from '../support/forms.ts';
import { type Answer, type Instance, startInstance } from '../support/instance.ts';
import { LIST_SHAPE } from '../support/lists.ts';
import { allowPublicLinks, makePublicLink, visit } from '../support/public-links.ts';
import { fresh } from '../support/scim.ts';

forEngineOrBoth('sqlite', (engine) => {
  let node: Instance;
  let admin: Browser;
  let list: string;
  before(async () => {
    node = await startInstance(engine);
    admin = await adminBrowser(node);
    await allowPublicLinks(node);
    const made = await post('/app/v1/lists', { name: fresh(), ...LIST_SHAPE });
    list = String(made.at('id'));
    const rows = [
      { code: 'D7', title: 'Dam 7', region: 'North' },
      { code: 'D8', title: 'Dam 8', region: 'South' },
    ];
    await post(`/app/v1/lists/${list}/rows`, { rows, deactivate: [] });
  });
  after(() => node.close());

  const post = async (path: string, body: object): Promise<Answer> => {
    const answer = await admin.send('POST', path, { body });
    assert.ok(answer.status < 300, answer.text);
    return answer;
  };
  const withList = (): JsonObject => ({
    elements: [
      { type: 'dropdown', name: 'region', choices: ['North', 'South'] },
      {
        type: 'sharedlist',
        name: 'site',
        list,
        filterColumn: 'region',
        filterField: 'region',
      },
      {
        type: 'paneldynamic',
        name: 'visits',
        templateElements: [{ type: 'sharedlist', name: 'where', list }],
      },
    ],
  });
  const publish = async (definition: JsonObject): Promise<string> => {
    const id = String((await post('/app/v1/templates', { name: fresh(), definition })).at('id'));
    await post(`/app/v1/templates/${id}/publish`, {});
    return id;
  };

  test('rows that a visitor names are those of the list, and others are refused with their place', async () => {
    const templateId = await publish(withList());
    // Links to templates with lists are no longer made, but may exist.
    const link = await makePublicLink(admin, DEFINITION);
    const { reader } = node.services.db;
    await sql`update public_links set template_id = ${templateId} where id = ${link.id}`.execute(
      reader,
    );
    const visitor = await visit(node, link.token);
    const row = (key: string) => ({ key, label: 'made up', seq: 0 });
    const faultOf = async (answers: JsonObject) => {
      const { status, at } = await visitor.answer(answers);
      return [status, at('faults', 0, 'at'), at('faults', 0, 'rule')];
    };
    assert.deepEqual(await faultOf({ site: row('D9') }), [422, 'site', 'known-row']);
    assert.deepEqual(await faultOf({ visits: [{ where: row('D7') }, { where: row('D9') }] }), [
      422,
      'visits[1].where',
      'known-row',
    ]);
    const misfit = await faultOf({ region: 'North', site: row('D8') });
    assert.deepEqual(misfit, [422, 'site', 'fitting-row']);
    const sent = await visitor.answer({ region: 'North', site: row('D7') });
    assert.equal(sent.status, 201, sent.text);
    const form = await reader
      .selectFrom('forms')
      .select('answers')
      .where('template_id', '=', templateId)
      .executeTakeFirstOrThrow();
    const { key, label } = JSON.parse(form.answers ?? '').site;
    assert.deepEqual([key, label], ['D7', 'Dam 7']);
  });

  test('no link is made to a template that lets people choose from a list', async () => {
    const templateId = await publish(withList());
    const path = `/app/v1/templates/${templateId}/links`;
    const refused = await admin.send('POST', path, { body: { name: 'x' } });
    assert.deepEqual(
      [refused.status, refused.at('code'), refused.at('reason')],
      [409, 'template-state', 'template-lists'],
    );
  });

  test('a template with a link gets no choice from a list until its links have ended', async () => {
    const { id, templateId } = await makePublicLink(admin, DEFINITION);
    const path = `/app/v1/templates/${templateId}`;
    const { at } = await admin.send('GET', path);
    const changed = await admin.send('PATCH', path, {
      body: { definition: withList(), revision: at('revision') },
    });
    assert.equal(changed.status, 200, changed.text);
    const tryToPublish = () => admin.send('POST', `${path}/publish`, { body: {} });
    const refused = await tryToPublish();
    assert.deepEqual([refused.status, refused.at('code')], [422, 'invalid-definition']);
    const kinds = [0, 1].map((i) => [
      refused.at('faults', i, 'at'),
      refused.at('faults', i, 'kind'),
    ]);
    assert.deepEqual(kinds, [
      ['elements[1].list', 'listInLink'],
      ['elements[2].templateElements[0].list', 'listInLink'],
    ]);
    await admin.send('PATCH', `/app/v1/public-links/${id}`, { body: { state: 'paused' } });
    assert.equal((await tryToPublish()).status, 422);
    await admin.send('PATCH', `/app/v1/public-links/${id}`, { body: { state: 'ended' } });
    assert.equal((await tryToPublish()).status, 200);
  });
});
