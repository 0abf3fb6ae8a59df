// Whom the bell tells what, and that it shows and counts only what its reader may see at that moment.
// Nightly: it takes over three seconds.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { tellDueForms } from '#forms/due-events.ts';
import { settle } from '#webhooks/settle.ts';
import { selectWebhook } from '#webhooks/webhooks.store.ts';
import type { Browser } from '../../test/support/browser.ts';
import { forEachEngine } from '../../test/support/engines.ts';
import { ADMIN_PASSWORD } from '../../test/support/instance.ts';
import {
  createReviewWorld,
  ok,
  PASSWORD,
  type Person,
  type ReviewWorld,
} from '../../test/support/review-world.ts';
import { waitUntil } from '../../test/support/wait-until.ts';
import { forgetNotices, tellDueWork } from './due-notices.ts';

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;

interface Item {
  readonly id: string;
  readonly kind: string;
  readonly at: string;
  readonly read: boolean;
  readonly by: { readonly id: string; readonly name?: string } | null;
  readonly about: {
    readonly type: string;
    readonly id: string;
    readonly name?: string;
    readonly open: boolean;
  };
  readonly count: number;
  readonly outcome?: string;
}

forEachEngine((engine) => {
  let world: ReviewWorld;
  let templateId: string;
  before(async () => {
    world = await createReviewWorld(engine);
    templateId = await world.template(undefined);
  });
  after(() => world.node.close());

  const spread = async (): Promise<void> => {
    const { reader } = world.node.services.db;
    await waitUntil(
      async () => (await reader.selectFrom('bell_causes').select('id').execute()).length === 0,
    );
  };
  const bell = async (of: Browser, query = ''): Promise<readonly Item[]> => {
    await spread();
    const answer = ok(await of.send('GET', `/app/v1/notices${query}`));
    return Object(answer.body).items;
  };
  const unread = async (of: Browser): Promise<number> => {
    await spread();
    return Number(ok(await of.send('GET', '/app/v1/notices/unread')).at('unread'));
  };
  const readAll = async (of: Browser): Promise<void> => {
    await spread();
    const until = new Date(world.node.clock.now()).toISOString();
    ok(await of.send('POST', '/app/v1/notices/read', { body: { until } }));
  };
  const assign = async (to: Person, more: object = {}): Promise<string> => {
    const assignment = { type: 'User', id: to.id };
    const body = { templateId, assignment, ...more };
    return String(ok(await world.admin.send('POST', '/app/v1/forms', { body }), 201).at('id'));
  };
  /** Sessions have ended meanwhile, so everybody signs in again. */
  const advance = async (ms: number): Promise<void> => {
    world.node.clock.advance(ms);
    const { ann, rex, rita, admin } = world;
    for (const [name, each] of Object.entries({ ann, rex, rita }))
      await each.signIn(name, PASSWORD);
    await admin.signIn(`${world.node.account.accountCode}/admin`, ADMIN_PASSWORD);
  };
  const assignDue = async (to: Person, ms: number): Promise<string> => {
    const id = await assign(to);
    const body = { dueAt: new Date(world.node.clock.now() + ms).toISOString() };
    ok(await world.admin.send('POST', `/app/v1/forms/${id}/assign`, { body }));
    return id;
  };
  const first = async (of: Browser): Promise<Item> =>
    (await bell(of))[0] ?? assert.fail('there is no notice');

  test('who is given a form learns it, who gave it does not, and who loses it learns that', async () => {
    const { ann, rex, admin, adminId } = world;
    await readAll(ann);
    const id = await assign(ann);
    const told = await first(ann);
    assert.deepEqual(
      [told.kind, told.by?.id, told.about.id, told.about.open, told.count, told.read],
      ['assigned', adminId, id, true, 1, false],
    );
    assert.deepEqual(await bell(admin), []);
    const moved = { type: 'User', id: rex.id };
    ok(await admin.send('POST', `/app/v1/forms/${id}/assign`, { body: { assignment: moved } }));
    assert.deepEqual(
      (await bell(ann)).map(({ kind, about }) => [kind, about.id, about.open]),
      [['handed-on', id, false]],
      'the notice of a form that is not theirs any more is not shown',
    );
    assert.equal((await first(rex)).kind, 'assigned');
  });

  test('work that is assigned before it has a form is told in the same way', async () => {
    const { ann, admin } = world;
    await readAll(ann);
    const body = { templateId, assignee: { type: 'User', id: ann.id } };
    const sent = ok(await admin.send('POST', '/app/v1/assignments', { body }), 201);
    const told = await first(ann);
    assert.deepEqual([told.kind, told.about.type], ['assigned', 'assignment']);
    const { id } = told.about;
    assert.ok(sent.text.includes(id));
    ok(await admin.send('POST', `/app/v1/assignments/${id}/cancel`));
    assert.ok(!(await bell(ann)).some(({ about }) => about.id === id), 'it is gone');
  });

  test('reviewers are asked, authors learn the decision, and a form that is reopened with words', async () => {
    const { ann, rex, rita, boss } = world;
    const reviewed = await world.template({
      steps: [{ by: 'people', people: [rex.id, rita.id] }],
      fallback: world.panel,
    });
    await Promise.all([ann, rex, rita, boss].map(readAll));
    const id = await world.complete(ann, reviewed);
    for (const each of [rex, rita]) {
      const told = await first(each);
      assert.deepEqual([told.kind, told.about.id, told.by?.id], ['review-asked', id, ann.id]);
    }
    assert.equal(await unread(boss), 0);
    ok(await world.decide(rex, id, { decision: 'send-back', remark: 'Which dam?' }));
    const told = await first(ann);
    assert.deepEqual(
      [told.kind, told.outcome, told.by?.id, told.about.id],
      ['review-decided', 'sent-back', rex.id, id],
    );
    assert.ok(!(await bell(rita)).some(({ about }) => about.id === id), 'she may not see it now');
    await world.resubmit(ann, id, { site: 'Dam 7' });
    ok(await world.decide(rex, id, { decision: 'approve' }));
    assert.equal((await first(ann)).outcome, 'approved');
    ok(await world.reopen(world.admin, id, { reason: 'The date is wrong.' }));
    const remark = await first(ann);
    assert.deepEqual([remark.kind, remark.about.id], ['remark', id]);
    assert.ok(!JSON.stringify(await bell(ann)).includes('The date'), 'without the words');
  });

  test('many forms by one job are one notice, and one that comes after it was read is a new one', async () => {
    const { ann } = world;
    await readAll(ann);
    const before = await unread(ann);
    const { db, forms } = world.node.services;
    const by = { ...world.node.account, userId: world.adminId, role: 'admin', via: 'web' } as const;
    const assignment = { type: 'User', id: ann.id } as const;
    // One job in one transaction; a notice names 50 of them and counts the others.
    await db.transaction(async (tx) => {
      for (let i = 0; i < 59; i += 1) await forms.createForm(tx, by, { templateId, assignment });
    });
    const last = await assign(ann);
    const told = await first(ann);
    assert.deepEqual([told.kind, told.count, told.about.id], ['assigned', 60, last]);
    assert.equal(await unread(ann), before + 1);
    ok(await world.admin.send('DELETE', `/app/v1/forms/${last}`), 204);
    assert.equal((await first(ann)).count, 59);
    const read = ok(await ann.send('POST', `/app/v1/notices/${told.id}/read`));
    assert.equal(read.at('unread'), before);
    const next = await assign(ann);
    const [fresh, old] = await bell(ann);
    assert.deepEqual([fresh?.count, fresh?.about.id, fresh?.read], [1, next, false]);
    assert.deepEqual([old?.id, old?.read], [told.id, true]);
  });

  test('when many complete forms at the same moment, reviewers have one notice of all of them', async () => {
    const { ann, rex, boss, chief, panel } = world;
    const review = { steps: [{ by: 'people', people: [rex.id] }], fallback: panel };
    const reviewed = await world.template(review);
    await readAll(rex);
    const authors = [ann, boss, chief, ann, boss, chief];
    await Promise.all(authors.map((author) => world.complete(author, reviewed)));
    await spread();
    const [told, before] = await bell(rex);
    assert.deepEqual([told?.kind, told?.count], ['review-asked', authors.length]);
    assert.notEqual(before?.read, false);
    assert.ok(!world.node.logs.some((line) => line.includes('could not be given to people')));
  });

  test('a notice is neither shown nor counted while its reader may not see what it is about', async () => {
    const { ann, admin, node } = world;
    const schemas = ['urn:ietf:params:scim:schemas:core:2.0:Group'];
    const members = [{ value: ann.id }];
    const group = { schemas, displayName: 'Crew', members };
    const groupId = String(
      (await node.request('POST', '/scim/v2/Groups', { body: group })).at('id'),
    );
    await readAll(ann);
    const id = await assign(
      { ...ann, id: groupId },
      { assignment: { type: 'Group', id: groupId } },
    );
    assert.deepEqual([(await first(ann)).about.id, await unread(ann)], [id, 1]);
    const leave = (op: string) => ({
      body: {
        schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'],
        Operations: [{ op, path: 'members', value: members }],
      },
    });
    await node.request('PATCH', `/scim/v2/Groups/${groupId}`, leave('remove'));
    assert.equal(await unread(ann), 0);
    assert.ok(!(await bell(ann)).some(({ about }) => about.id === id));
    await node.request('PATCH', `/scim/v2/Groups/${groupId}`, leave('add'));
    assert.equal(await unread(ann), 1, 'they belong to the group again');
    ok(await admin.send('DELETE', `/app/v1/forms/${id}`), 204);
    assert.equal(await unread(ann), 0, 'it is deleted');
    assert.equal(
      (await bell(world.boss)).some(({ about }) => about.id === id),
      false,
    );
  });

  test('what is due within a day and what is late is told once, also by two nodes at a time', async () => {
    const { ann, rex, node } = world;
    const due = (ms: number) => ({ dueDate: new Date(node.clock.now() + ms).toISOString() });
    const run = async () => {
      await tellDueWork(node.services).run();
      await tellDueForms(node.services).run();
    };
    await run();
    await Promise.all([ann, rex].map(readAll));
    const soon = await assignDue(ann, DAY_MS + HOUR_MS);
    const kindsOf = async (id: string) =>
      (await bell(ann)).filter(({ about }) => about.id === id).map(({ kind }) => kind);
    const body = { templateId, assignee: { type: 'User', id: rex.id }, ...due(DAY_MS + HOUR_MS) };
    ok(await world.admin.send('POST', '/app/v1/assignments', { body }), 201);
    await run();
    await advance(2 * HOUR_MS);
    await run();
    await run();
    assert.deepEqual(await kindsOf(soon), ['due-soon', 'assigned']);
    assert.deepEqual(
      (await bell(rex)).slice(0, 2).map(({ kind }) => kind),
      ['due-soon', 'assigned'],
    );
    await advance(DAY_MS);
    await Promise.all([run(), run()]);
    assert.deepEqual(await kindsOf(soon), ['late', 'due-soon', 'assigned']);
    assert.deepEqual((await bell(rex))[0]?.kind, 'late');
  });

  test('an export and an action on many forms tell their owner that they are ready', async () => {
    const { admin } = world;
    await readAll(admin);
    const body = { kind: 'csv', templateId };
    const made = ok(await admin.send('POST', '/app/v1/exports', { body }), 202);
    await waitUntil(async () => (await bell(admin)).length > 0);
    const told = await first(admin);
    assert.deepEqual(
      [told.kind, told.outcome, told.about.id],
      ['export-ready', 'done', made.at('id')],
    );
    const id = await assign(world.ann);
    const act = { act: 'delete', forms: { ids: [id] }, expected: 1 };
    const begun = ok(await admin.send('POST', '/app/v1/bulk-acts', { body: act }), 202);
    await waitUntil(async () => (await first(admin)).kind === 'job-ready');
    assert.equal((await first(admin)).about.id, begun.at('id'));
  });

  test('admins learn that a webhook was turned off, and only while they are admins', async () => {
    const { admin, node, ann } = world;
    await readAll(admin);
    const body = { targetUrl: 'https://hooks.example.com/', eventTypes: ['form.created'] };
    const made = ok(await admin.send('POST', '/app/v1/webhooks', { body }), 201);
    const webhook = await selectWebhook(
      node.services.db.reader,
      node.account.accountId,
      String(made.at('webhook', 'id')),
    );
    assert.ok(webhook);
    const claimed = { account_id: webhook.account_id, id: 'msg_1', until: 1, attempts: 1 };
    const none = { error: undefined, answer: undefined, retryAfter: undefined };
    const attempt = { ...none, at: node.clock.now(), ms: 1, status: 410 };
    await settle({ ...node.services, clock: node.clock }, webhook, claimed, attempt);
    const told = await first(admin);
    assert.deepEqual([told.kind, told.about.id, told.by], ['webhook-failing', webhook.id, null]);
    assert.ok(!(await bell(ann)).some(({ kind }) => kind === 'webhook-failing'));
  });

  test('the list reads on past its pages in one order, and only to its owner', async () => {
    const { rita, ann } = world;
    for (let i = 0; i < 7; i += 1) {
      await assign(rita);
      await readAll(rita);
      world.node.clock.advance(1);
    }
    const all = (await bell(rita)).map(({ id }) => id);
    const paged: string[] = [];
    let next: unknown = '';
    while (typeof next === 'string') {
      const query = next === '' ? '' : `&cursor=${encodeURIComponent(next)}`;
      const page = ok(await rita.send('GET', `/app/v1/notices?limit=2${query}`));
      paged.push(...Object(page.body).items.map(({ id }: Item) => id));
      next = page.at('next');
    }
    assert.deepEqual(paged, all);
    assert.ok(all.length >= 7);
    const foreign = await ann.send('POST', `/app/v1/notices/${all[0]}/read`);
    assert.deepEqual([foreign.status, foreign.at('code')], [404, 'not-found']);
  });

  test('notices are gone after 90 days', async () => {
    const { rita, node } = world;
    await assign(rita);
    await advance(91 * DAY_MS);
    assert.deepEqual(await bell(rita), []);
    await forgetNotices(node.services).run();
    const { reader } = node.services.db;
    assert.deepEqual(await reader.selectFrom('bell_notices').select('id').execute(), []);
  });
});
