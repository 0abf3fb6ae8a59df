// Thousands of forms become due at one minute: nobody waits for the job that sends their events, and a job that is killed at any
// moment tells nothing twice and loses nothing.
// Nightly: it kills the program again and again, and sends the events of thousands of forms.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Database } from '#db/database.ts';
import { tellDueForms } from '#forms/index.ts';
import { adminBrowser } from '../support/browser.ts';
import { forEachEngine } from '../support/engines.ts';
import { DEFINITION } from '../support/forms.ts';
import { type Instance, startInstance } from '../support/instance.ts';
import { killUntilDone } from '../support/killed-job.ts';
import { IS_DEEP } from '../support/timing.ts';

const HOUR_MS = 3_600_000;
const KILLED = IS_DEEP ? 150 : 60;
const MANY = IS_DEEP ? 10_000 : 3000;
const AT_ONCE = 200;
/** Of a request meanwhile; on a machine that does other things too. */
const LONGEST_WAIT_MS = 2000;

/** Makes forms that are late, and a webhook that hears of them. */
async function lateForms(node: Instance, count: number) {
  const admin = await adminBrowser(node);
  const post = async (path: string, body: object) => {
    const answer = await admin.send('POST', `/app/v1${path}`, { body });
    assert.ok(answer.status < 300, answer.text);
    return answer;
  };
  const made = { name: 'Round', definition: DEFINITION, openToAll: true };
  const templateId = String((await post('/templates', made)).at('id'));
  await post(`/templates/${templateId}/publish`, {});
  const hook = { eventTypes: ['form.due', 'form.overdue'], targetUrl: 'https://hooks.invalid/' };
  await post('/webhooks', { ...hook, templateId });
  const dueAt = new Date(node.services.clock.now() - HOUR_MS).toISOString();
  const id = String((await post('/forms', { templateId, dueAt })).at('id'));
  await copyForm(node.services.db, id, count - 1);
  return { admin, templateId };
}

async function copyForm(db: Database, id: string, times: number): Promise<void> {
  const form = await db.reader
    .selectFrom('forms')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const { due_told_at, overdue_told_at, ...columns } = form;
  for (let done = 0; done < times; done += AT_ONCE) {
    const rows = Array.from({ length: Math.min(AT_ONCE, times - done) }, (_, i) => ({
      ...columns,
      id: crypto.randomUUID(),
      number: columns.number + done + i + 1,
      corrected_by: undefined,
      corrected_at: undefined,
    }));
    await db.transaction((tx) => tx.insertInto('forms').values(rows).execute());
  }
}

/** Returns how often each form was told of. */
async function toldOf({ services }: Instance): Promise<ReadonlyMap<string, number>> {
  const rows = await services.db.reader
    .selectFrom('webhook_deliveries')
    .select(['type', 'data'])
    .execute();
  const told = new Map<string, number>();
  for (const { type, data } of rows) {
    const key = `${type} ${JSON.parse(data).id}`;
    told.set(key, (told.get(key) ?? 0) + 1);
  }
  return told;
}

forEachEngine((engine) => {
  test('a job that is killed at any moment sends no event twice and loses none', async (t) => {
    const storage = await engine.fresh('any');
    const node = await startInstance(engine, { storage });
    await lateForms(node, KILLED);
    await node.close();
    const kills = await killUntilDone(engine, storage, 'tell-due-forms');
    t.diagnostic(`${kills} kills`);
    assert.ok(kills > 2, 'it was too fast to be killed');
    const after = await startInstance(engine, { storage, account: node.account });
    t.after(() => after.close());
    const told = await toldOf(after);
    assert.equal(told.size, 2 * KILLED);
    assert.deepEqual([...new Set(told.values())], [1]);
  });

  test('of thousands of forms that become due at one minute all are told, and nobody waits', async (t) => {
    const node = await startInstance(engine);
    t.after(() => node.close());
    const { admin, templateId } = await lateForms(node, MANY);
    const begun = performance.now();
    let isOver = false;
    const running = tellDueForms(node.services)
      .run()
      .finally(() => {
        isOver = true;
      });
    const waits: number[] = [];
    while (!isOver) {
      const asked = performance.now();
      const answer = await admin.send('POST', '/app/v1/forms', { body: { templateId } });
      assert.equal(answer.status, 201, answer.text);
      waits.push(performance.now() - asked);
    }
    await running;
    const longest = Math.max(...waits);
    t.diagnostic(
      `${Math.round(performance.now() - begun)} ms, longest wait ${Math.round(longest)} ms`,
    );
    assert.ok(waits.length > 20 && longest < LONGEST_WAIT_MS, `${waits.length} ${longest}`);
    const told = await toldOf(node);
    assert.equal(told.size, 2 * MANY);
  });
});
