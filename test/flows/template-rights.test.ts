// Rights per template: whoever has none on the template of the personnel department meets it nowhere, and every list,
// count, search, export, file, webhook and answer of the API follows the rights that somebody has.
// Nightly: it takes over three seconds.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import type { Summary } from '#answer-tables/app-types.ts';
import { adminBrowser } from '../support/browser.ts';
import { forEngineOrBoth } from '../support/engines.ts';
import type { Answer } from '../support/instance.ts';
import { routesOver } from '../support/rights-routes.ts';
import { makeRightsWorld, type Person, type RightsWorld } from '../support/rights-world.ts';
import { waitUntil } from '../support/wait-until.ts';

/** What somebody is shown of the forms of the template, by every way of asking. */
interface Sight {
  readonly forms: readonly string[];
  readonly file: boolean;
}

/** Returns how many forms a summary counts, and how often the text that all of them have. */
function countedIn({ body }: Answer): readonly unknown[] {
  const { total, fields } = body as Summary;
  return [total, fields.flatMap(({ texts }) => texts?.frequent ?? [])[0]?.count ?? 0];
}

forEngineOrBoth('postgres', (engine) => {
  let world: RightsWorld;
  before(async () => {
    world = await makeRightsWorld(engine);
  });
  after(() => world.node.close());

  const ok = (answer: Answer): Answer => {
    assert.ok(answer.status < 300, `${answer.status} ${answer.text}`);
    return answer;
  };
  const idsIn = (answer: Answer, ...path: readonly string[]): readonly string[] => {
    const { ofHugo, ofHanna } = world;
    const rows: unknown = path.length === 0 ? answer.body : answer.at(...path);
    assert.ok(Array.isArray(rows), answer.text);
    const ids = rows.map(({ id, formId }) => String(formId ?? id));
    return [ofHugo, ofHanna].filter((id) => ids.includes(id));
  };
  const csvOf = async (by: Person): Promise<string> => {
    const body = { kind: 'csv', templateId: world.salaries };
    const begun = await by.ask('POST', '/app/v1/exports', { body });
    if (begun.status === 404) return '';
    for (const url = String(ok(begun).headers['location']); ; await setTimeout(25)) {
      const job = ok(await by.ask('GET', url));
      if (job.at('state') !== 'done') continue;
      return job.at('files', 0, 'url') === undefined
        ? ''
        : ok(await by.ask('GET', String(job.at('files', 0, 'url')))).text;
    }
  };
  /** The forms that a report of a bulk action names. Reopening drafts changes nothing. */
  const reportedTo = async (by: Person): Promise<readonly string[]> => {
    const ids = [world.ofHugo, world.ofHanna];
    const body = { act: 'reopen', forms: { ids }, expected: ids.length };
    const begun = await by.ask('POST', '/app/v1/bulk-acts', { body });
    const path = String(ok(begun).headers['location']);
    while (ok(await by.ask('GET', path)).at('finishedAt') === undefined) await setTimeout(25);
    const rows = ok(await by.ask('GET', `${path}/forms`)).at('items');
    assert.ok(Array.isArray(rows), begun.text);
    return rows.filter(({ name }) => name !== undefined).map(({ id }) => String(id));
  };
  const pdfStatus = async (by: Person, id: string): Promise<number> =>
    (await by.ask('POST', `/v2/formz/${id}/exports`, { body: { type: 'pdf' } })).status;

  /** Both summaries of the template count as many forms as somebody sees, and tell of no other answers. */
  const assertSummarised = async (by: Person, count: number): Promise<void> => {
    for (const root of ['/v2', '/app/v1']) {
      const summary = await by.ask('GET', `${root}/templates/${world.salaries}/summary`);
      const counted = summary.status === 200 ? countedIn(summary) : [0, 0];
      assert.deepEqual(counted, [count, count], `${root} ${summary.text}`);
      assert.equal(summary.text.includes('confidential'), count > 0);
    }
  };

  /** Asks in every way which forms of the template somebody sees; all ways have to agree. */
  const sightOf = async (by: Person): Promise<Sight> => {
    const { ofHugo, ofHanna, salaries, file } = world;
    const list = ok(await by.ask('GET', '/v2/formz?pageSize=100'));
    const forms = idsIn(list);
    assert.equal(list.headers['x-total-count'], String(Object(list.body).length));
    const lists = {
      byName: idsIn(ok(await by.ask('GET', '/v2/formz?sort=name&pageSize=100'))),
      named: idsIn(ok(await by.ask('GET', '/v2/formz?name=raise'))),
      changes: idsIn(ok(await by.ask('GET', '/v2/formz?changedSince=0&pageSize=100'))),
      page: idsIn(ok(await by.ask('GET', '/app/v1/forms?scope=all')), 'items'),
      search: idsIn(ok(await by.ask('GET', '/app/v1/forms?scope=all&q=raise')), 'items'),
      answers: idsIn(
        ok(await by.ask('GET', '/app/v1/forms?scope=all&q=confid&sort=created')),
        'items',
      ),
      found: idsIn(ok(await by.ask('GET', '/v2/formz?search=confidential&place=without'))),
      ofTemplate: idsIn(
        ok(await by.ask('GET', `/app/v1/forms?scope=all&template=${salaries}`)),
        'items',
      ),
    };
    for (const [name, ids] of Object.entries(lists)) assert.deepEqual(ids, forms, name);
    const states = await Promise.all(
      ['draft', 'complete'].map((status) => by.ask('GET', `/v2/formz?status=${status}`)),
    );
    assert.equal(states.flatMap((each) => idsIn(ok(each))).length, forms.length, 'by status');
    const counted = ok(await by.ask('GET', '/app/v1/forms?scope=all&q=confidential'));
    assert.equal(counted.at('total'), forms.length);
    const ofTemplate = await by.ask('GET', `/v2/templates/${salaries}/formz`);
    if (ofTemplate.status === 200) {
      assert.deepEqual(idsIn(ofTemplate), forms);
      assert.equal(ofTemplate.headers['x-total-count'], String(forms.length));
      const answers = `/app/v1/templates/${salaries}/answers`;
      const sorted = ok(await by.ask('GET', `${answers}?sort=name,number`));
      assert.deepEqual(idsIn(sorted, 'items'), forms);
      assert.equal(sorted.at('total'), forms.length);
      assert.equal(ok(await by.ask('GET', `${answers}/sums`)).at('count'), forms.length);
    } else assert.deepEqual([ofTemplate.status, forms], [404, []]);
    await assertSummarised(by, forms.length);
    for (const id of [ofHugo, ofHanna]) {
      const status = forms.includes(id) ? 200 : 404;
      for (const path of [`/v2/formz/${id}`, `/app/v1/forms/${id}`]) {
        assert.equal((await by.ask('GET', path)).status, status, path);
      }
      if (status === 404) assert.equal(await pdfStatus(by, id), 404);
    }
    const rows = (await csvOf(by)).match(/confidential/g) ?? [];
    assert.equal(rows.length, forms.length, 'rows of an export');
    assert.deepEqual(await reportedTo(by), forms, 'a report');
    const bytes = await by.ask('GET', `/v2/formz/${ofHugo}/attachments/${file}`);
    return { forms, file: bytes.status === 200 };
  };

  test('another designer and a member meet the template of others, its forms and files nowhere', async () => {
    const { dora, mila, salaries, ofHugo, ofHanna, file } = world;
    const secrets = [salaries, ofHugo, ofHanna, file, 'Salaries', 'Raise', 'confidential'];
    for (const by of [dora, mila]) {
      const routes = routesOver(world, by);
      assert.ok(routes.filter(({ isNamed }) => isNamed).length > 30);
      for (const { route, isNamed, outcome, send } of routes) {
        const { status, text, headers } = await send();
        if (isNamed) assert.equal(status, outcome === 403 ? 403 : 404, `${route} ${text}`);
        const shown = text.replaceAll(headers['x-request-id'] ?? '-', '');
        const told = secrets.filter((secret) => shown.includes(secret));
        assert.deepEqual(told, [], route);
      }
      assert.deepEqual(await sightOf(by), { forms: [], file: false });
      const found = ok(await by.ask('GET', '/app/v1/templates?q=salar'));
      assert.deepEqual(found.at('items'), []);
    }
  });

  test('each right to see answers shows its forms everywhere, and ends at once', async () => {
    const { gina, hanna, hugo, dora, ofHugo, ofHanna, give, withdraw } = world;
    const both = { forms: [ofHugo, ofHanna], file: true };
    const half = { forms: [ofHugo], file: true };
    const none = { forms: [], file: false };
    assert.deepEqual(await sightOf(hanna), both);
    assert.deepEqual(await sightOf(hugo), half, 'who only fills in sees what is their own');
    assert.deepEqual(await sightOf(gina), none);
    ok(await give(gina.by.userId, { see: 'group' }));
    assert.deepEqual(await sightOf(gina), half, 'Hugo is in a group of hers, Hanna is not');
    ok(await give(gina.by.userId, { see: 'all' }));
    assert.deepEqual(await sightOf(gina), both);
    ok(await withdraw(gina.by.userId));
    assert.deepEqual(await sightOf(gina), none);
    for (const subject of ['designers', 'everyone']) {
      ok(await give(subject, { see: 'all' }));
      assert.deepEqual(await sightOf(dora), both, subject);
      ok(await withdraw(subject));
      assert.deepEqual(await sightOf(dora), none, subject);
    }
  });

  test('an admin knows the template and its rights, sees no answers, and may take the rights on record', async () => {
    const { adam, dora, salaries, ofHugo, ofHanna } = world;
    const path = `/app/v1/templates/${salaries}`;
    assert.deepEqual(await sightOf(adam), { forms: [], file: false });
    const listed = ok(await adam.ask('GET', '/app/v1/templates?q=salar'));
    assert.deepEqual(
      [listed.at('items', 0, 'name'), listed.at('items', 0, 'formCount')],
      ['Salaries', undefined],
    );
    assert.equal(ok(await adam.ask('GET', path)).at('draftDefinition'), undefined);
    const rights = ok(await adam.ask('GET', `${path}/rights`)).at('items');
    assert.ok(Array.isArray(rights));
    assert.deepEqual(
      rights.map(({ name, see, manage }) => [name, see, manage]),
      [
        ['Personnel', 'own', false],
        ['hanna', 'all', true],
      ],
    );
    const body = { name: 'Pay' };
    assert.equal((await adam.ask('PATCH', path, { body })).status, 403);
    assert.equal((await dora.ask('POST', `${path}/take-rights`)).status, 403);
    ok(await adam.ask('POST', `${path}/take-rights`));
    assert.deepEqual(await sightOf(adam), { forms: [ofHugo, ofHanna], file: true });
    const audit = ok(await adam.ask('GET', '/app/v1/audit-events?action=template.take-rights'));
    assert.deepEqual(
      [audit.at('items', 0, 'user', 'id'), audit.at('items', 0, 'target', 'id')],
      [adam.by.userId, salaries],
    );
    ok(await adam.ask('DELETE', `${path}/rights/${adam.by.userId}`));
    assert.deepEqual(await sightOf(adam), { forms: [], file: false });
  });

  test('filling in, editing, assigning and managing are rights of their own', async () => {
    const { mila, dora, hanna, salaries, ofHanna, give, withdraw } = world;
    const forms = '/app/v1/forms';
    const input = (more: object = {}) => ({ body: { templateId: salaries, ...more } });
    const toHanna = { assignment: { type: 'User', id: hanna.by.userId } };
    assert.equal((await mila.ask('POST', forms, input())).status, 404);
    ok(await give(mila.by.userId, { fill: true }));
    const own = String(ok(await mila.ask('POST', forms, input())).at('id'));
    assert.equal((await mila.ask('POST', forms, input(toHanna))).status, 403);
    assert.equal((await mila.ask('POST', `${forms}/${own}/assign`, { body: toHanna })).status, 403);
    ok(await give(mila.by.userId, { fill: true, see: 'all' }));
    const change = { body: { revision: 1, answers: { site: 'changed' } } };
    assert.equal((await mila.ask('PATCH', `${forms}/${ofHanna}`, change)).status, 403);
    const upload = { body: Buffer.from('x'), headers: { 'content-type': 'image/png' } };
    const file = await mila.ask('POST', `/v2/formz/${ofHanna}/attachments?field=photo`, upload);
    assert.equal(file.status, 403, file.text);
    assert.equal((await mila.ask('DELETE', `${forms}/${ofHanna}`)).status, 403);
    assert.equal(
      (await mila.ask('POST', `/v2/formz/${ofHanna}/status`, { body: { status: 'complete' } }))
        .status,
      403,
    );
    const may = ok(await mila.ask('GET', `${forms}/${ofHanna}`)).at('may');
    assert.deepEqual(
      Object.values(Object(may)).filter((each) => each === true),
      [],
    );
    ok(await give(mila.by.userId, { see: 'all', edit: true, assign: true }));
    assert.equal((await mila.ask('POST', forms, input())).status, 403);
    ok(await mila.ask('PATCH', `${forms}/${ofHanna}`, change));
    ok(await mila.ask('POST', `${forms}/${ofHanna}/complete`, { body: {} }));
    ok(await mila.ask('POST', `${forms}/${ofHanna}/reopen`, { body: {} }));
    ok(await mila.ask('DELETE', `${forms}/${ofHanna}`));
    assert.deepEqual(
      ok(await mila.ask('GET', `${forms}?deleted=true`)).at('items', 0, 'id'),
      ofHanna,
    );
    assert.deepEqual(ok(await dora.ask('GET', `${forms}?deleted=true`)).at('items'), []);
    assert.equal((await dora.ask('GET', `/v2/formz/${ofHanna}?includeDeleted=true`)).status, 404);
    ok(await mila.ask('POST', `${forms}/${ofHanna}/restore`));
    // A member does not manage, even with the right; a designer does.
    const path = `/app/v1/templates/${salaries}`;
    const rename = { body: { description: 'Once a year' } };
    ok(await give(mila.by.userId, { manage: true, fill: true }));
    assert.equal((await mila.ask('PATCH', path, rename)).status, 403);
    assert.equal(ok(await mila.ask('GET', path)).at('may', 'manage'), false);
    ok(await give(dora.by.userId, { manage: true }));
    assert.equal(ok(await dora.ask('PATCH', path, rename)).at('formCount'), undefined);
    assert.deepEqual((await sightOf(dora)).forms, []);
    for (const { by } of [mila, dora]) ok(await withdraw(by.userId));
  });

  test('a member who sees drafts and may assign hands on only own and unclaimed ones without the right to edit', async () => {
    const { hugo, gina, hanna, mila, personnel, salaries, ofHanna, give, withdraw } = world;
    const forms = '/app/v1/forms';
    const toMila = { assignment: { type: 'User', id: mila.by.userId } };
    const begin = async (by: Person, more: object = {}) =>
      String(ok(await by.ask('POST', forms, { body: { templateId: salaries, ...more } })).at('id'));
    const mayAssign = async (by: Person, id: string) =>
      ok(await by.ask('GET', `${forms}/${id}`)).at('may', 'assign');
    ok(await give(mila.by.userId, { fill: true, see: 'all', assign: true }));
    // The way from seeing to editing: take a draft over, fill it in, and complete it.
    const { status, body } = await mila.ask('POST', `${forms}/${ofHanna}/assign`, { body: toMila });
    assert.deepEqual([status, Object(body).reason], [403, 'assign-of-others']);
    assert.equal(await mayAssign(mila, ofHanna), false);
    const acts = { act: 'assign', forms: { ids: [ofHanna] }, expected: 1, ...toMila };
    const path = ok(await mila.ask('POST', '/app/v1/bulk-acts', { body: acts })).headers[
      'location'
    ];
    const report = async () => ok(await mila.ask('GET', String(path)));
    await waitUntil(async () => (await report()).at('finishedAt') !== undefined);
    assert.deepEqual([(await report()).at('done'), (await report()).at('skipped')], [0, 1]);
    const own = await begin(mila);
    assert.equal(await mayAssign(mila, own), true);
    ok(
      await mila.ask('POST', `${forms}/${own}/assign`, {
        body: { assignment: { type: 'User', id: hanna.by.userId } },
      }),
    );
    // A colleague of the group claims its draft by editing it, and nobody else of the group can take it from them.
    ok(await give(personnel, { fill: true, see: 'group', assign: true }));
    const shared = await begin(hanna, { assignment: { type: 'Group', id: personnel } });
    assert.equal(await mayAssign(hugo, shared), true);
    ok(
      await hugo.ask('POST', `${forms}/${shared}/assign`, {
        body: { assignment: { type: 'User', id: gina.by.userId } },
      }),
    );
    ok(await give(mila.by.userId, { see: 'all', edit: true, assign: true }));
    ok(await mila.ask('POST', `${forms}/${ofHanna}/assign`, { body: toMila }));
    ok(await withdraw(mila.by.userId));
  });

  test('a webhook is told only of forms that the admin who made it sees', async () => {
    const { adam, hugo, node, salaries } = world;
    const { db, forms } = node.services;
    const hook = { targetUrl: 'https://hooks.invalid/x', eventTypes: ['form.created'] };
    const make = (more: object = {}) =>
      adam.ask('POST', '/app/v1/webhooks', { body: { ...hook, ...more } });
    const refused = await make({ templateId: salaries });
    assert.deepEqual([refused.status, refused.at('reason')], [403, 'right-see']);
    const id = String(ok(await make()).at('webhook', 'id'));
    const queued = async (): Promise<number> => {
      const rows = db.reader.selectFrom('webhook_deliveries').select('id');
      return (await rows.where('webhook_id', '=', id).execute()).length;
    };
    const create = () =>
      db.transaction((tx) => forms.createForm(tx, hugo.by, { templateId: salaries }));
    await create();
    assert.equal(await queued(), 0);
    ok(await adam.ask('POST', `/app/v1/templates/${salaries}/take-rights`));
    await create();
    assert.equal(await queued(), 1);
    const told = String(ok(await make({ templateId: salaries })).at('webhook', 'id'));
    // Nor does another admin send them elsewhere: whoever says where they go must see them.
    const other = await adminBrowser(node);
    const change = (of: string, body: object) =>
      other.send('PATCH', `/app/v1/webhooks/${of}`, { body });
    const elsewhere = { targetUrl: 'https://hooks.invalid/y' };
    for (const body of [elsewhere, { eventTypes: ['form.deleted'] }]) {
      const stopped = await change(told, body);
      assert.deepEqual([stopped.status, stopped.at('reason')], [403, 'right-see'], stopped.text);
    }
    ok(await change(told, { description: 'for the payroll' }));
    ok(await change(id, elsewhere));
    await create();
    assert.equal(await queued(), 1);
    // What was queued before does not go there either, not even by hand, and tells them no form.
    const log = `/app/v1/webhooks/${id}/deliveries`;
    const seen = await adam.ask('GET', log);
    assert.equal(typeof seen.at('items', 0, 'objectId'), 'string');
    const newest = async () => Object((await other.send('GET', log)).body).items[0];
    ok(await other.send('POST', `${log}/${seen.at('items', 0, 'id')}/resend`));
    await waitUntil(async () => (await newest()).attempts.at(-1)?.reason === 'no-right');
    const { state, objectId } = await newest();
    assert.deepEqual([state, objectId], ['failed', undefined]);
    ok(await adam.ask('DELETE', `/app/v1/templates/${salaries}/rights/${adam.by.userId}`));
  });

  test('a right that says nothing, or for somebody who is not there, is refused with its place', async () => {
    const { give, withdraw, node, mila } = world;
    const nothing = await give(mila.by.userId, {});
    assert.deepEqual([nothing.status, nothing.at('reason')], [400, 'rights-empty']);
    for (const subject of [node.services.ids.next(), 'admins']) {
      const answer = await give(subject, { fill: true });
      assert.deepEqual([answer.status, answer.at('at')], [400, 'subject'], subject);
      assert.equal((await withdraw(subject)).status, 404, subject);
    }
    const odd = await give(mila.by.userId, Object({ see: 'some' }));
    assert.equal(odd.status, 400);
  });

  test('a reviewer sees the form of their step in every way, and no other, until they have decided', async () => {
    const { node, hugo, hanna, rita, dora, salaries, ofHugo } = world;
    const path = `/app/v1/templates/${salaries}`;
    const draft = ok(await hanna.ask('GET', path));
    const review = {
      steps: [{ by: 'people', people: [rita.by.userId] }],
      fallback: world.personnel,
    };
    const definition = { ...Object(draft.at('draftDefinition')), review };
    ok(await hanna.ask('PATCH', path, { body: { revision: draft.at('revision'), definition } }));
    ok(await hanna.ask('POST', `${path}/publish`, { body: {} }));
    const { reader } = node.services.db;
    // A form begun with this version, with the file and the name of the other.
    const { current_version_id } = await reader
      .selectFrom('templates')
      .select('current_version_id')
      .where('id', '=', salaries)
      .executeTakeFirstOrThrow();
    await reader
      .updateTable('forms')
      .set({ template_version_id: current_version_id } as object)
      .where('id', '=', ofHugo)
      .execute();
    const none = { forms: [], file: false };
    assert.deepEqual(await sightOf(rita), none);
    ok(await hugo.ask('POST', `/app/v1/forms/${ofHugo}/complete`, { body: {} }));
    assert.deepEqual(await sightOf(rita), { forms: [ofHugo], file: true });
    assert.deepEqual(await sightOf(dora), none);
    const revision = ok(await rita.ask('GET', `/app/v1/forms/${ofHugo}`)).at('revision');
    const body = { decision: 'approve', revision };
    ok(await rita.ask('POST', `/app/v1/forms/${ofHugo}/review`, { body }));
    assert.deepEqual(await sightOf(rita), none);
  });
});
