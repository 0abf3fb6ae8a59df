// Actions on many forms: on which, by whose rights, with what report, and what a runner that dies leaves behind.
// Nightly: it acts on many forms at once.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { forEachEngine } from '../../test/support/engines.ts';
import type { Answer } from '../../test/support/instance.ts';
import { makeRightsWorld, type Person, type RightsWorld } from '../../test/support/rights-world.ts';
import { waitUntil } from '../../test/support/wait-until.ts';
import { claimBulkAct, recordOutcome, releaseBulkAct } from './bulk-act.store.ts';
import { createBulkRunner } from './bulk-runner.ts';

const ACTS = '/app/v1/bulk-acts';
const DEFINITION = {
  elements: [
    { type: 'text', name: 'site', title: 'Site', isRequired: true },
    { type: 'text', name: 'leaks', title: 'Leaks', inputType: 'number' },
  ],
};

interface Report {
  readonly counts: readonly [done: number, skipped: number, failed: number];
  /** The outcome of each form, as `outcome reason`. */
  readonly forms: ReadonlyMap<string, string>;
  readonly names: ReadonlyMap<string, string | undefined>;
}

forEachEngine((engine) => {
  let world: RightsWorld;
  let templateId: string;
  before(async () => {
    world = await makeRightsWorld(engine);
    const { hanna, mila, dora } = world;
    const body = { name: 'Inspection', definition: DEFINITION, openToAll: true };
    templateId = String(ok(await hanna.ask('POST', '/app/v1/templates', { body }), 201).at('id'));
    ok(await hanna.ask('POST', `/app/v1/templates/${templateId}/publish`, { body: {} }));
    await give(mila, { see: 'all' });
    await give(dora, { see: 'all', edit: true, assign: true });
  });
  after(() => world.node.close());

  const ok = (answer: Answer, status = 200): Answer => {
    assert.equal(answer.status, status, answer.text);
    return answer;
  };
  const give = async ({ by }: Person, rights: object): Promise<void> => {
    const none = { fill: true, see: 'own', edit: false, assign: false, manage: false };
    const path = `/app/v1/templates/${templateId}/rights/${by.userId}`;
    ok(await world.hanna.ask('PUT', path, { body: { ...none, ...rights } }));
  };
  const make = async (count: number, answers: object = { site: 'Weir' }): Promise<string[]> => {
    const ids: string[] = [];
    for (let i = 0; i < count; i += 1) {
      const body = { templateId, answers };
      ids.push(String(ok(await world.hugo.ask('POST', '/app/v1/forms', { body }), 201).at('id')));
    }
    return ids;
  };
  const begin = (by: Person, body: object): Promise<Answer> => by.ask('POST', ACTS, { body });
  const chosen = (act: string, ids: readonly string[], more: object = {}) => ({
    act,
    forms: { ids },
    expected: ids.length,
    ...more,
  });
  const reportOf = async (by: Person, path: string): Promise<Report> => {
    await waitUntil(async () => (await by.ask('GET', path)).at('finishedAt') !== undefined);
    const done = ok(await by.ask('GET', path));
    const rows = ok(await by.ask('GET', `${path}/forms?limit=100`)).at('items');
    assert.ok(Array.isArray(rows));
    return {
      counts: [Number(done.at('done')), Number(done.at('skipped')), Number(done.at('failed'))],
      forms: new Map(
        rows.map(({ id, outcome, reason }) => [id, [outcome, reason].join(' ').trim()]),
      ),
      names: new Map(rows.map(({ id, name }) => [id, name])),
    };
  };
  const run = async (by: Person, body: object): Promise<Report> =>
    reportOf(by, String(ok(await begin(by, body), 202).headers['location']));
  const read = async (id: string): Promise<Answer> =>
    ok(await world.dora.ask('GET', `/app/v1/forms/${id}`));
  const acts = async (id: string, action: string): Promise<number> => {
    const history = (await read(id)).at('history');
    assert.ok(Array.isArray(history));
    return history.filter((event) => event.action === action).length;
  };
  const toMila = () => ({ assignment: { type: 'User', id: world.mila.by.userId } });

  test('chosen forms are assigned, completed, reopened, deleted and restored; each has its outcome and why', async () => {
    const { dora, mila } = world;
    const [first = '', second = '', third = ''] = await make(3);
    const [wrong = ''] = await make(1, {});
    const all = [first, second, third, wrong];
    const nowhere = '01890a5d-ac96-774b-bcce-b302099a8057';
    const assigned = await run(dora, chosen('assign', [...all, nowhere], toMila()));
    assert.deepEqual(assigned.counts, [4, 1, 0]);
    assert.equal(assigned.forms.get(nowhere), 'skipped not-found');
    assert.equal((await read(first)).at('assignee', 'id'), mila.by.userId);
    assert.match(assigned.names.get(first) ?? '', /^Inspection/);
    assert.deepEqual((await run(dora, chosen('assign', all, toMila()))).counts, [0, 4, 0]);

    const completed = await run(dora, chosen('complete', all));
    assert.deepEqual(completed.counts, [3, 0, 1]);
    assert.equal(completed.forms.get(wrong), 'failed invalid-answers');
    assert.equal((await read(first)).at('status'), 'complete');
    const again = await run(dora, chosen('complete', [first]));
    assert.equal(again.forms.get(first), 'skipped already');
    const late = await run(dora, chosen('assign', [first], toMila()));
    assert.deepEqual(late.counts, [0, 1, 0]);
    assert.deepEqual((await run(dora, chosen('reopen', all))).counts, [3, 1, 0]);

    const path = String(
      ok(await begin(dora, chosen('delete', [first, second])), 202).headers['location'],
    );
    assert.deepEqual((await reportOf(dora, path)).counts, [2, 0, 0]);
    assert.notEqual((await read(first)).at('deletedAt'), undefined);
    const restored = await run(dora, { act: 'restore', forms: { deleted: true }, expected: 2 });
    assert.deepEqual(restored.counts, [2, 0, 0]);
    assert.equal((await read(second)).at('deletedAt'), undefined);
    for (const by of [mila, world.hugo]) {
      assert.equal((await by.ask('GET', path)).status, 404);
      assert.equal((await by.ask('GET', `${path}/forms`)).status, 404);
      assert.equal((await by.ask('DELETE', path)).status, 404);
    }
    const list = ok(await dora.ask('GET', ACTS));
    assert.equal(list.at('items', 0, 'act'), 'restore');
    ok(await dora.ask('DELETE', path), 204);
    assert.equal((await dora.ask('GET', path)).status, 404);
  });

  test('all that match are those that matched at the start, by list or by answers, and never more than were shown', async () => {
    const { dora } = world;
    const ids = await make(120, { site: 'Harbour', leaks: 3 });
    const list = { scope: 'all', template: templateId, q: 'inspection', status: 'draft' };
    const shown = ok(
      await dora.ask('GET', `/app/v1/forms?${new URLSearchParams(list)}&limit=1`),
    ).at('total');
    const stale = await begin(dora, { act: 'reopen', forms: { list }, expected: 3 });
    assert.deepEqual(
      [stale.status, stale.at('code'), stale.at('count')],
      [409, 'bulk-changed', shown],
    );
    const field = ok(await dora.ask('GET', `/app/v1/templates/${templateId}/answers`)).at(
      'fields',
      1,
      'id',
    );
    const where = JSON.stringify([{ field, op: 'eq', value: 3 }]);
    const answers = { templateId, where };
    const body = { act: 'assign', ...toMila(), forms: { answers }, expected: 120 };
    const path = String(ok(await begin(dora, body), 202).headers['location']);
    const [later = ''] = await make(1, { site: 'Harbour', leaks: 3 });
    assert.deepEqual((await reportOf(dora, path)).counts, [120, 0, 0]);
    for (const id of [ids[0] ?? '', ids[119] ?? '']) assert.equal(await acts(id, 'assign'), 1);
    assert.equal(await acts(later, 'assign'), 0);
    const report = ok(await dora.ask('GET', `${path}/forms?outcome=done&limit=100`));
    const rest = ok(
      await dora.ask('GET', `${path}/forms?outcome=done&limit=100&cursor=${report.at('next')}`),
    );
    assert.equal(Object(rest.at('items')).length, 20);
    assert.equal(rest.at('next'), undefined);
    const deleted = await run(dora, { act: 'delete', forms: { answers }, expected: 121 });
    assert.deepEqual(deleted.counts, [121, 0, 0]);
  });

  test('each form is acted on with the rights of that moment, and a lost right hides the report', async () => {
    const { mila, dora } = world;
    const ids = await make(2);
    const refused = await run(mila, chosen('delete', ids));
    assert.deepEqual([...refused.forms.values()], ['skipped forbidden', 'skipped forbidden']);
    await give(mila, { see: 'all', edit: true });
    assert.deepEqual((await run(mila, chosen('delete', ids.slice(0, 1)))).counts, [1, 0, 0]);
    const path = String(
      ok(await begin(mila, chosen('delete', ids.slice(1))), 202).headers['location'],
    );
    await reportOf(mila, path);
    await give(mila, { see: 'own' });
    const { names } = await reportOf(mila, path);
    assert.deepEqual([...names.values()], [undefined]);
    await give(mila, { see: 'all' });
    assert.deepEqual((await run(dora, chosen('restore', ids))).counts, [2, 0, 0]);
  });

  test('bad requests say what is wrong, and nobody has more than three unfinished actions', async () => {
    const { dora } = world;
    const [id = ''] = await make(1);
    const nobody = { type: 'User', id: '01890a5d-ac96-774b-bcce-b302099a8057' };
    for (const [body, status, code] of [
      [chosen('assign', [id]), 400, 'invalid-value'],
      [chosen('reopen', [id], toMila()), 400, 'invalid-value'],
      [chosen('assign', [id], { assignment: nobody }), 400, 'unknown-assignee'],
      [chosen('burn', [id]), 400, 'invalid-value'],
      [{ act: 'delete', forms: { answers: { templateId: id } }, expected: 1 }, 404, 'not-found'],
      [{ act: 'delete', forms: { list: { q: 'zebra' } }, expected: 1 }, 409, 'bulk-changed'],
      [{ act: 'delete', forms: { list: { where: 'x' } }, expected: 1 }, 400, 'invalid-parameter'],
    ] as const) {
      const answer = await begin(dora, body);
      assert.deepEqual([answer.status, answer.at('code')], [status, code], answer.text);
    }
    assert.equal(await acts(id, 'delete'), 0);
  });

  test('what a stopped runner has done stays done, another one does the rest, and nothing is done twice', async () => {
    const { dora, node } = world;
    const { services } = node;
    await services.bulkRunner.close();
    const ids = await make(30);
    const path = String(
      ok(await begin(dora, chosen('assign', ids, toMila())), 202).headers['location'],
    );
    for (let i = 0; i < 2; i += 1) ok(await begin(dora, chosen('reopen', ids.slice(0, 2))), 202);
    const fourth = await begin(dora, chosen('reopen', ids));
    assert.deepEqual([fourth.status, fourth.at('limit')], [409, 3]);
    const errors: unknown[] = [];
    const open = () =>
      createBulkRunner({ ...services, slice: 4, onError: (error) => void errors.push(error) });
    const first = open();
    first.wake();
    await waitUntil(async () => Number((await dora.ask('GET', path)).at('done')) > 0);
    await first.close();
    const left = ok(await dora.ask('GET', path));
    assert.ok(Number(left.at('done')) < 30, left.text);
    assert.equal(left.at('finishedAt'), undefined);
    const second = open();
    second.wake();
    assert.deepEqual((await reportOf(dora, path)).counts, [30, 0, 0]);
    for (const id of ids) assert.equal(await acts(id, 'assign'), 1);
    await second.close();
    assert.deepEqual(errors, []);

    // A runner that comes back from the dead finds that another one has its action.
    const cancelled = String(ok(await begin(dora, chosen('reopen', ids)), 202).headers['location']);
    const { db, clock } = services;
    const claim = () =>
      claimBulkAct(db.reader, { account: dora.by.accountId, person: dora.by.userId }, clock.now());
    for (let job = await claim(); job && !cancelled.endsWith(job.id); job = await claim());
    const id = cancelled.split('/').at(-1) ?? '';
    const row = await db.reader
      .selectFrom('bulk_acts')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    assert.equal(row.state, 'running');
    const dead = { accountId: dora.by.accountId, id, claims: row.claims };
    await releaseBulkAct(db.reader, { ...dead } as never);
    const heir = await claim();
    assert.equal(heir?.id, id);
    const note = (job: unknown) =>
      db.transaction((tx) => recordOutcome(tx, job as never, 0, { outcome: 'done' }, clock.now()));
    assert.deepEqual([await note(dead), await note(heir), await note(heir)], [false, true, false]);
    ok(await dora.ask('DELETE', cancelled), 204);
    assert.equal(ok(await dora.ask('GET', cancelled)).at('state'), 'cancelled');
    assert.equal(await note(heir), false);
  });
});
