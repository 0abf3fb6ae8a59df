// A client that lost an answer repeats its request, and nothing is created twice.
// Nightly: it takes over three seconds.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as nextRound } from 'node:timers/promises';
import { openDatabase } from '#db/open.ts';
import { systemClock } from '#kernel/clock.ts';
import { systemRandom } from '#kernel/ids.ts';
import { forEachEngine } from '../../test/support/engines.ts';
import { codeOf } from '../../test/support/error-code.ts';
import { DEFINITION } from '../../test/support/forms.ts';
import { type Answer, type Instance, startInstance } from '../../test/support/instance.ts';
import { LIST_SHAPE } from '../../test/support/lists.ts';
import { planOf } from '../../test/support/query-plan.ts';
import { forgetIdempotentAnswers } from './idempotent-answers.store.ts';

const DAY_MS = 86_400_000;

forEachEngine((engine) => {
  const open = async (t: { after(fn: () => Promise<void>): void }) => {
    const storage = await engine.fresh('any');
    const node = await startInstance(engine, { storage });
    t.after(() => node.close());
    const { db, forms } = node.services;
    const by = { ...node.account, role: 'admin', via: 'api' } as const;
    const templateId = await db.transaction(async (tx) => {
      const { id } = await forms.createTemplate(tx, by, { name: 'Visit', definition: DEFINITION });
      await forms.publishTemplate(tx, by, id);
      return id;
    });
    const create = (key: string, site = 'Dam 7', token?: string, at: Instance = node) =>
      at.request('POST', '/v2/formz', {
        body: { templateId, fields: { site: { text: site } } },
        headers: { 'idempotency-key': key },
        ...(token !== undefined && { token }),
      });
    const count = async () => {
      const { rows } = await node.services.db.transaction(async (tx) => ({
        rows: await tx.selectFrom('forms').select('id').execute(),
      }));
      return rows.length;
    };
    return { node, storage, create, count, templateId };
  };

  test('the same request with the same key gets the first answer, also after the form has changed', async (t) => {
    const { node, create, count } = await open(t);
    const first = await create('"a-1"');
    assert.equal(first.status, 201, first.text);
    const id = String(first.at('id'));
    await node.request('PATCH', `/v2/formz/${id}`, { body: { fields: { notes: { text: 'x' } } } });
    // In quotes, as the draft says, or without, as most clients send it.
    const again = await create('a-1');
    assert.equal(again.status, 201);
    assert.deepEqual(again.body, first.body);
    assert.equal(again.headers['etag'], first.headers['etag']);
    assert.equal(again.headers['location'], first.headers['location']);
    assert.equal(await count(), 1);
  });

  test('a key says which request it belongs to: another body, route or form of key is refused', async (t) => {
    const { node, create, count } = await open(t);
    await create('b-1');
    const other = await create('b-1', 'Dam 8');
    assert.deepEqual([other.status, codeOf(other)], [422, 'idempotency-key-reused']);
    const headers = { 'idempotency-key': 'b-1' };
    const list = await node.request('POST', '/v2/lists', {
      body: { name: 'Dams', ...LIST_SHAPE },
      headers,
    });
    assert.deepEqual([list.status, codeOf(list)], [422, 'idempotency-key-reused']);
    for (const key of ['', '""', 'x'.repeat(256), '"open']) {
      const bad = await create(key);
      assert.deepEqual([bad.status, bad.at('at')], [400, 'Idempotency-Key'], key);
    }
    assert.equal(await count(), 1);
  });

  test('a key belongs to its credential, and to its day', async (t) => {
    const { node, create, count } = await open(t);
    const { token } = await node.addUser('ada', 'admin');
    const [mine, theirs] = [await create('c-1'), await create('c-1', 'Dam 7', token)];
    assert.equal(theirs.status, 201, theirs.text);
    assert.notEqual(mine.at('id'), theirs.at('id'));
    node.clock.advance(DAY_MS + 1000);
    const fresh = await node.token(node.account.clientId, node.account.clientSecret);
    const later = await create('c-1', 'Dam 9', fresh);
    assert.equal(later.status, 201, later.text);
    assert.equal(await count(), 3);
  });

  test('a refused request keeps nothing: it is corrected and sent again with its key', async (t) => {
    const { node, create, templateId } = await open(t);
    const headers = { 'idempotency-key': 'd-1' };
    const body = { templateId, fields: { colour: { text: 'blue' } } };
    const refused = await node.request('POST', '/v2/formz', { body, headers });
    assert.equal(refused.status, 422, refused.text);
    assert.equal((await create('d-1')).status, 201);
  });

  test('requests at the same time, on two nodes where the storage allows it, create one form', async (t) => {
    const { node, storage, create, count } = await open(t);
    const second =
      engine.name === 'postgres'
        ? await startInstance(engine, { storage, account: node.account })
        : node;
    if (second !== node) t.after(() => second.close());
    // Each node issues its own tokens, for its own address.
    const tokens = new Map([
      [node, await node.adminToken()],
      [second, await second.adminToken()],
    ]);
    for (const key of ['e-1', 'e-2', 'e-3']) {
      const answers: readonly Answer[] = await Promise.all(
        Array.from({ length: 8 }, (_, i) => {
          const at = i % 2 === 0 ? node : second;
          return create(key, 'Dam 7', tokens.get(at), at);
        }),
      );
      const made = answers.filter(({ status }) => status === 201);
      assert.ok(made.length >= 1);
      assert.equal(new Set(made.map((answer) => answer.at('id'))).size, 1);
      const busy = answers.filter(({ status }) => status !== 201);
      assert.deepEqual(
        busy.filter((answer) => codeOf(answer) !== 'idempotency-key-busy'),
        [],
      );
      const settled = await create(key, 'Dam 7', tokens.get(second), second);
      assert.equal(settled.at('id'), made[0]?.at('id'));
    }
    assert.equal(await count(), 3);
  });

  test('whatever else a program makes is repeated as well, and a secret is shown once', async (t) => {
    const { node, create, templateId } = await open(t);
    const form = await create('f-0');
    const ofTemplate = `/v2/templates/${templateId}`;
    const assignee = { type: 'User', id: node.account.userId };
    const rule = { frequency: 'weekly', byDay: [{ day: 'mo' }] };
    const hook = { eventType: 'form.deleted', targetUrl: 'https://hooks.example/a' };
    for (const [path, body, status] of [
      ['/v2/lists', { name: 'Dams', ...LIST_SHAPE }, 201],
      ['/v2/webhooks', hook, 201],
      [`/v2/formz/${form.at('id')}/exports`, { type: 'pdf' }, 202],
      [
        `${ofTemplate}/series`,
        { rule, start: '2090-01-01', time: '17:00', holidays: 'skip', assignee, leadDays: 1 },
        201,
      ],
      // Last, because it deletes the form that the others need.
      ['/v2/bulk-acts', { act: 'delete', forms: { list: { scope: 'all' } }, expected: 9 }, 202],
    ] as const) {
      const headers = { 'idempotency-key': path };
      const first = await node.request('POST', path, { body, headers });
      assert.equal(first.status, status, first.text);
      const again = await node.request('POST', path, { body, headers });
      const { secret: _, ...shown } = Object(first.body);
      assert.deepEqual([again.status, again.body], [status, shown]);
    }
    const hooks = await node.request('GET', '/v2/webhooks');
    const rotate = () =>
      node.request('POST', `/v2/webhooks/${hooks.at(0, 'id')}/rotate-secret`, {
        body: { overlapSeconds: 60 },
        headers: { 'idempotency-key': 'rotate' },
      });
    const { secret, ...rotated } = Object((await rotate()).body);
    assert.match(secret, /^whsec_/);
    assert.deepEqual((await rotate()).body, rotated);
    const stored = await node.services.db.reader
      .selectFrom('idempotent_answers')
      .selectAll()
      .execute();
    assert.equal(stored.length, 7);
    // A quotation mark inside of a text is JSON that was not sealed; short words are in sealed texts by chance.
    assert.doesNotMatch(JSON.stringify(stored), /whsec_|\\"/);
  });

  test('results are forgotten after a day, and the oldest where a credential keeps too many', async (t) => {
    const { node, create } = await open(t);
    const { db } = node.services;
    const kept = async () =>
      (await db.reader.selectFrom('idempotent_answers').select('id').execute()).length;
    for (const key of ['g-1', 'g-2', 'g-3']) {
      await create(key);
      node.clock.advance(1000);
    }
    await forgetIdempotentAnswers(db.reader, node.clock.now(), 2);
    assert.equal(await kept(), 2);
    assert.equal((await create('g-1', 'Dam 8')).status, 201, 'the oldest is gone');
    await forgetIdempotentAnswers(db.reader, node.clock.now() + DAY_MS);
    assert.equal(await kept(), 0);
  });

  test('what a busy credential stored beyond its share goes part by part, and nobody waits for it', async () => {
    const storage = await engine.fresh('any');
    const db = await openDatabase({ ...storage, clock: systemClock, random: systemRandom });
    const idOf = (at: number) => String(at).padStart(4, '0');
    const rows = (account_id: string, owner: string, count: number) =>
      Array.from({ length: count }, (_, at) => {
        const id = `${owner}-${idOf(at)}`;
        return { account_id, owner, id, fingerprint: 'f', result: 'r', created_at: at };
      });
    const stored = [...rows('a', 'busy', 8000), ...rows('a', 'calm', 3), ...rows('b', 'busy', 12)];
    await db.transaction(async (tx) => {
      for (let from = 0; from < stored.length; from += 2000) {
        const some = stored.slice(from, from + 2000);
        await tx.insertInto('idempotent_answers').values(some).execute();
      }
    });
    const kept = async () =>
      (await db.reader.selectFrom('idempotent_answers').selectAll().orderBy('id').execute()).map(
        ({ account_id, id }) => `${account_id} ${id}`,
      );
    const seen = new Set<number>();
    let isOver = false;
    const removed = forgetIdempotentAnswers(db.reader, 0, 10).finally(() => {
      isOver = true;
    });
    while (!isOver) {
      await nextRound();
      const { count } = await db.reader
        .selectFrom('idempotent_answers')
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow();
      seen.add(Number(count));
    }
    await removed;
    const newest = (account: string, owner: string, from: number, to: number) =>
      Array.from({ length: to - from }, (_, at) => `${account} ${owner}-${idOf(from + at)}`);
    const expected = [
      ...newest('a', 'busy', 7990, 8000),
      ...newest('a', 'calm', 0, 3),
      ...newest('b', 'busy', 2, 12),
    ];
    assert.deepEqual((await kept()).sort(), expected.sort());
    const between = [...seen].filter(
      (count) => count > expected.length && count < stored.length - 2,
    );
    assert.ok(between.length > 1, `others were let in after ${between.join()}`);
    if (engine.name === 'sqlite') {
      const plan = await planOf(db.reader, (reader) => forgetIdempotentAnswers(reader, 0, 10));
      assert.doesNotMatch(plan, /SCAN idempotent_answers(?! USING COVERING INDEX)|B-TREE/);
    }
    await db.close();
  });
});
