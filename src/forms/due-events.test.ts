// Listeners are told once of each form that becomes due, for each of its due dates.
// Nightly: it takes over three seconds.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { engineOf } from '#db/dialect.ts';
import { adminBrowser, type Browser } from '../../test/support/browser.ts';
import { forEachEngine } from '../../test/support/engines.ts';
import { type Answer, type Instance, startInstance } from '../../test/support/instance.ts';
import { listUntold } from './due-events.store.ts';
import { type DueEventsDeps, tellDueForms } from './due-events.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const DEFINITION = { elements: [{ type: 'text', name: 'site', title: 'Site' }] };

interface Message {
  readonly type: string;
  readonly id: string;
  readonly dueDate: string;
}

forEachEngine((engine) => {
  let node: Instance;
  let admin: Browser;
  let accountId: string;
  before(async () => {
    node = await startInstance(engine);
    admin = await adminBrowser(node);
    accountId = node.account.accountId;
  });
  after(() => node.close());

  const ok = (answer: Answer, status = 200): Answer => {
    assert.equal(answer.status, status, answer.text);
    return answer;
  };
  const inMs = (ms: number): string => new Date(node.services.clock.now() + ms).toISOString();
  const post = (path: string, body: object, status = 201) =>
    admin.send('POST', `/app/v1${path}`, { body }).then((answer) => ok(answer, status));
  /** A template of its own with a webhook for its due forms. */
  const listened = async () => {
    const made = { name: 'Inspection', definition: DEFINITION, openToAll: true };
    const templateId = String((await post('/templates', made)).at('id'));
    await post(`/templates/${templateId}/publish`, {}, 200);
    const hook = {
      eventTypes: ['form.due', 'form.overdue'],
      targetUrl: 'https://hooks.invalid/',
      templateId,
    };
    const webhookId = String((await post('/webhooks', hook)).at('webhook', 'id'));
    const messages = async (): Promise<readonly Message[]> => {
      const rows = await node.services.db.reader
        .selectFrom('webhook_deliveries')
        .select(['type', 'data'])
        .where('account_id', '=', accountId)
        .where('webhook_id', '=', webhookId)
        .orderBy('id')
        .execute();
      return rows.map(({ type, data }) => ({ type, ...JSON.parse(data) }));
    };
    const form = async (dueInMs: number) =>
      String((await post('/forms', { templateId, dueAt: inMs(dueInMs) })).at('id'));
    return { templateId, messages, form };
  };
  /** What the node does every half minute by itself. @param laterMs how much later */
  const run = (laterMs = 0, more: Partial<DueEventsDeps> = {}) => {
    const clock = { now: () => node.services.clock.now() + laterMs };
    return tellDueForms({ ...node.services, clock, ...more }).run();
  };
  const schedule = (id: string, dueDate: string | null) =>
    node.request('PATCH', `/v2/formz/${id}`, { body: { dueDate } }).then((answer) => ok(answer));
  /** In no order: of two nodes, one may be faster. */
  const typesOf = (messages: readonly Message[], formId: string) =>
    messages
      .filter(({ id }) => id === formId)
      .map(({ type }) => type)
      .toSorted();

  test('a webhook hears once that a form is due within a day, and once that it is late', async () => {
    const { messages, form } = await listened();
    const far = await form(3 * DAY_MS);
    const soon = await form(HOUR_MS);
    const late = await form(-HOUR_MS);
    for (let i = 0; i < 3; i += 1) await run();
    const told = await messages();
    assert.deepEqual(typesOf(told, far), []);
    assert.deepEqual(typesOf(told, soon), ['form.due']);
    assert.deepEqual(typesOf(told, late), ['form.due', 'form.overdue']);
    const read = ok(await node.request('GET', `/v2/formz/${soon}`));
    const { dueDate = '' } = told.find(({ id }) => id === soon) ?? {};
    assert.equal(Date.parse(dueDate), Date.parse(String(read.at('dueDate'))));
  });

  test('a form that is postponed is told of again for its new date only, and one that is done is not', async () => {
    const { messages, form } = await listened();
    const moved = await form(-HOUR_MS);
    await run();
    await schedule(moved, inMs(2 * DAY_MS));
    await run();
    assert.deepEqual(typesOf(await messages(), moved), ['form.due', 'form.overdue']);
    await schedule(moved, inMs(HOUR_MS));
    await run();
    await run();
    assert.deepEqual(typesOf(await messages(), moved), ['form.due', 'form.due', 'form.overdue']);
    const due = 2 * DAY_MS;
    const [done, never, deleted] = [await form(due), await form(due), await form(due)];
    await post(`/forms/${done}/complete`, {}, 200);
    await schedule(never, null);
    ok(await admin.send('DELETE', `/app/v1/forms/${deleted}`), 204);
    await run(3 * DAY_MS);
    for (const id of [done, never, deleted]) assert.deepEqual(typesOf(await messages(), id), []);
  });

  test('a webhook that is made later hears nothing of forms that were late before', async () => {
    const { templateId, form } = await listened();
    await form(-HOUR_MS);
    await run();
    const hook = { eventTypes: ['form.overdue'], targetUrl: 'https://hooks.invalid/', templateId };
    const made = await post('/webhooks', hook);
    await run();
    const path = `/app/v1/webhooks/${String(made.at('webhook', 'id'))}/deliveries`;
    assert.deepEqual(ok(await admin.send('GET', path)).at('items'), []);
  });

  test('two nodes that look at once tell nothing twice', async () => {
    const { messages, form } = await listened();
    const ids: string[] = [];
    for (let i = 0; i < 20; i += 1) ids.push(await form(-HOUR_MS));
    await Promise.all([run(), run(), run()]);
    const told = await messages();
    assert.equal(told.length, 2 * ids.length);
    for (const id of ids) assert.deepEqual(typesOf(told, id), ['form.due', 'form.overdue']);
  });

  test('if one form cannot be told of, the others are, and it is told of in the next run', async () => {
    const { messages, form } = await listened();
    const [first, second] = [await form(2 * DAY_MS), await form(2 * DAY_MS + 1)];
    const { events } = node.services;
    const append: typeof events.append = async (tx, event) => {
      await events.append(tx, event);
      if (event.id === first) throw new Error('the storage is away');
    };
    const later = 3 * DAY_MS;
    await assert.rejects(run(later, { events: { append } }), AggregateError);
    assert.deepEqual(typesOf(await messages(), first), []);
    assert.deepEqual(typesOf(await messages(), second), ['form.due', 'form.overdue']);
    await run(later);
    assert.deepEqual(typesOf(await messages(), first), ['form.due', 'form.overdue']);
  });

  test('forms whose events are due are found by an index that has only those', async () => {
    const { db, clock } = node.services;
    const isPostgres = engineOf(db.reader) === 'postgres';
    await run();
    for (const event of ['due', 'overdue'] as const) {
      assert.deepEqual(
        await listUntold(db.reader, event, clock.now(), { skipped: 0, limit: 9 }),
        [],
      );
      if (!isPostgres) continue;
      // SQLite is told the index by name, and refuses one whose conditions the query lacks.
      const told = sql.ref(`${event}_told_at`);
      const plan = await db.transaction(async (tx) => {
        // Of the few rows of a test, a sort costs nothing.
        await sql`set local enable_seqscan = off`.execute(tx);
        await sql`set local enable_bitmapscan = off`.execute(tx);
        return await sql`explain select account_id, id from forms as forms
          where status = 'draft' and deleted_at is null and ${told} is distinct from due_at
            and due_at is not null and due_at <= ${clock.now()}
          order by due_at, account_id, id limit 100 offset 0`.execute(tx);
      });
      const text = JSON.stringify(plan.rows);
      assert.ok(text.includes(`forms_to_tell_${event}`) && !text.includes('Sort'), text);
    }
  });
});
