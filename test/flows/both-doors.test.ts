// What programs do under /v2 as people do it on their pages, by operations that have both doors: the answers are the same, and
// a narrowed credential reaches what it is for.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Right } from '#http/endpoint.ts';
import { PNG } from '../support/attachments.ts';
import { forEachEngine } from '../support/engines.ts';
import { createReviewWorld, ok, type Person, type ReviewWorld } from '../support/review-world.ts';

const FIELDS = [
  { type: 'text', name: 'site', title: 'Site' },
  { type: 'text', name: 'cracks', title: 'Cracks', inputType: 'number' },
];

forEachEngine((engine) => {
  let world: ReviewWorld;
  let template: string;
  let reading: string;
  let making: string;
  before(async () => {
    world = await createReviewWorld(engine);
    template = await world.template(undefined, FIELDS);
    for (const cracks of [2, 4]) await world.complete(world.ann, template, { site: 'Dam', cracks });
    reading = await tokenOf(world.adminId, ['forms.read']);
    making = await tokenOf(world.adminId, ['templates']);
  });
  after(() => world.node.close());

  const tokenOf = async (userId: string, rights?: readonly Right[]): Promise<string> => {
    const { services, account, token } = world.node;
    const made = await services.db.transaction((tx) =>
      services.credentials.create(
        tx,
        { accountId: account.accountId, via: 'command-line' },
        { name: 'Doors', actsAsUserId: userId, ...(rights && { rights }) },
      ),
    );
    return token(made.credentialId, made.clientSecret);
  };
  const api = (method: string, path: string, token: string, more: object = {}) =>
    world.node.request(method, `/v2${path}`, { token, ...more });

  test('what a program reads is what the page reads, and not with another right', async () => {
    const day = [{ day: '2090-01-01', name: 'New Year' }];
    ok(await world.admin.send('PUT', '/app/v1/holidays', { body: { holidays: day } }));
    const order = { templateId: template, assignee: { type: 'User', id: world.ann.id } };
    ok(await world.admin.send('POST', '/app/v1/assignments', { body: order }), 201);
    for (const path of [
      '/holidays',
      `/assignments/people?template=${template}`,
      `/templates/${template}/answers/sums`,
      `/templates/${template}/brand`,
    ]) {
      const read = ok(await api('GET', path, reading));
      assert.deepEqual(read.body, ok(await world.admin.send('GET', `/app/v1${path}`)).body, path);
      assert.equal((await api('GET', path, making)).status, 403, path);
    }
    const sums = await api('GET', `/templates/${template}/answers/sums`, reading);
    assert.equal(sums.at('count'), 2);
    assert.deepEqual([sums.at('fields', 1, 'sum'), sums.at('fields', 1, 'mean')], [6, 3]);
    const work = await api('GET', `/assignments/people?template=${template}`, reading);
    assert.deepEqual(
      [work.at('items', 0, 'id'), work.at('items', 0, 'waiting')],
      [world.ann.id, 1],
    );
    assert.deepEqual((await api('GET', '/holidays', reading)).at('holidays'), day);
  });

  test('a program brands a template, and copies it once', async () => {
    const body = { accent: '#7d1f6b', footer: 'Page {page}' };
    const path = `/templates/${template}`;
    assert.equal((await api('PUT', `${path}/brand`, reading, { body })).status, 403);
    ok(await api('PUT', `${path}/brand`, making, { body }));
    const headers = { 'content-type': 'image/png' };
    const branded = ok(await api('PUT', `${path}/logo`, making, { body: PNG, headers }));
    assert.equal(branded.at('accent'), '#7d1f6b');
    const text = { 'content-type': 'text/plain' };
    assert.equal(
      (await api('PUT', `${path}/logo`, making, { body: 'x', headers: text })).status,
      415,
    );

    const keyed = { body: { name: 'Again' }, headers: { 'idempotency-key': 'copy' } };
    const copy = ok(await api('POST', `${path}/duplicate`, making, keyed), 201);
    const repeated = ok(await api('POST', `${path}/duplicate`, making, keyed), 201);
    assert.equal(repeated.at('id'), copy.at('id'));
    const brand = ok(await api('GET', `/templates/${copy.at('id')}/brand`, reading));
    assert.deepEqual(brand.body, branded.body);
    const ofMember = await tokenOf(world.ann.id);
    assert.equal((await api('POST', `${path}/duplicate`, ofMember, keyed)).status, 403);
  });

  test('a program approves the forms that its user may decide on, and no other', async () => {
    const { ann, rex, rita, panel } = world;
    const decidedBy = (person: Person) =>
      world.template({ steps: [{ by: 'people', people: [person.id] }], fallback: panel });
    const forms = [];
    for (const person of [rex, rita]) {
      const id = await world.complete(ann, await decidedBy(person));
      forms.push({ id, revision: await world.revision(id) });
    }
    const token = await tokenOf(rex.id, ['forms.write']);
    const done = ok(await api('POST', '/reviews/approve', token, { body: { forms } }));
    assert.deepEqual(
      [done.at('items', 0, 'outcome'), done.at('items', 1, 'outcome')],
      ['approved', 'refused'],
      done.text,
    );
    const reader = await tokenOf(rex.id, ['forms.read']);
    assert.equal((await api('POST', '/reviews/approve', reader, { body: { forms } })).status, 403);
  });
});
