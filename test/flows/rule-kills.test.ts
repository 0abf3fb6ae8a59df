// The processes that run rules, two of them on PostgreSQL, are killed again and again. What a rule writes is written once,
// each webhook message is queued once, with one id, and the events of a form follow each other.
// Nightly: it kills the program again and again.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { createRule, type RuleInput } from '#rules/save-rule.ts';
import { adminBrowser } from '../support/browser.ts';
import { envOf } from '../support/command-line.ts';
import { type Engine, forEachEngine } from '../support/engines.ts';
import { DEFINITION } from '../support/forms.ts';
import { startInstance } from '../support/instance.ts';
import { between, seeded } from '../support/seeded.ts';
import { IS_DEEP } from '../support/timing.ts';

const JOB = fileURLToPath(import.meta.resolve('../support/rules-job.ts'));
/** So many that none of the first lives is enough for all. */
const FORMS_OF = { sqlite: IS_DEEP ? 100_000 : 160, postgres: IS_DEEP ? 100_000 : 100 };
/** The forms engine starts before the first condition: an event that is cut off more than five times is given up. */
const LONGEST_LIFE_MS = { sqlite: 2500, postgres: 3500 };
const MOST_KILLS = IS_DEEP ? 2000 : 200;

/** Lets the processes work and kills them, until all of them end by themselves. @returns the number of kills */
async function killUntilDone(
  engine: Pick<Engine, 'name'>,
  storage: Parameters<typeof envOf>[0] & { readonly dataDir: string },
): Promise<number> {
  const env = { ...process.env, ...envOf(storage), FORMSTEAD_DATA_DIR: storage.dataDir };
  const random = seeded(20_261_205);
  /** @returns how many events had waited, and whether it ended by itself */
  const runAndKill = async (
    lifeMs: number,
  ): Promise<{ readonly waiting: number; readonly isOver: boolean }> => {
    const stdio = ['ignore', 'pipe', 'inherit'] as const;
    const child = spawn(process.execPath, [JOB], { env, stdio: [...stdio] });
    const ended = once(child, 'exit');
    const [said] = await Promise.race([once(child.stdout ?? assert.fail(), 'data'), ended]);
    await Promise.race([sleep(lifeMs), ended]);
    child.kill('SIGKILL');
    const [code] = await ended;
    assert.ok(code === null || code === 0, `it ended with ${code}`);
    return { waiting: Number(said), isOver: code === 0 };
  };
  let kills = 0;
  // On a busy machine, a life may be too short for a single event. The next one is twice as long, or an event would be
  // given up after five lives.
  let patience = 1;
  let left = Number.POSITIVE_INFINITY;
  const nodes = engine.name === 'postgres' ? [1, 2] : [1];
  for (let isOver = false; !isOver; ) {
    const longest = LONGEST_LIFE_MS[engine.name] * (1 + kills / 10);
    const lives = await Promise.all(
      nodes.map(() => runAndKill(patience * between(random, 300, longest))),
    );
    isOver = lives.every((each) => each.isOver);
    kills += lives.filter((each) => !each.isOver).length;
    const waiting = Math.max(...lives.map((each) => each.waiting));
    patience = waiting < left ? Math.max(1, patience / 2) : 2 * patience;
    left = waiting;
    assert.ok(kills < MOST_KILLS, 'it makes no progress');
  }
  return kills;
}

forEachEngine((engine) => {
  const FORMS = FORMS_OF[engine.name];
  test('rules whose process is killed at any moment act once for each event, and in the order of the form', async (t) => {
    const storage = await engine.fresh('any');
    const node = await startInstance(engine, { storage });
    const { services } = node;
    const { db, forms } = services;
    const { accountId, userId } = node.account;
    const admin = { accountId, userId, role: 'admin', via: 'web' } as const;
    await services.ruleRunner.close();
    const publish = (name: string) =>
      db.transaction(async (tx) => {
        const made = { name, definition: DEFINITION, openToAll: true };
        const { id } = await forms.createTemplate(tx, admin, made);
        await forms.publishTemplate(tx, admin, id);
        return id;
      });
    const [templateId, repair] = [await publish('Inspection'), await publish('Repair')];
    const rule = { became: undefined, schedule: undefined, condition: undefined, isOn: true };
    const assign: RuleInput['actions'][number] = {
      type: 'assign',
      templateId: repair,
      carry: [{ from: 'site', to: 'site' }],
      to: { type: 'User', id: userId },
    };
    for (const trigger of ['begun', 'completed'] as const) {
      await createRule(services)(admin, templateId, {
        ...{ ...rule, name: trigger, trigger },
        actions: [assign, assign],
      });
    }
    const browser = await adminBrowser(node);
    const hook = { targetUrl: 'https://hooks.example.com/rules', eventTypes: ['form.deleted'] };
    const made = await browser.send('POST', '/app/v1/webhooks', { body: hook });
    assert.equal(made.status, 201, made.text);
    await createRule(services)(admin, templateId, {
      ...{ ...rule, name: 'only for some', trigger: 'completed', condition: "{site} = 'Dam 7'" },
      actions: [
        assign,
        { type: 'webhook', webhookId: String(made.at('webhook', 'id')), fields: ['site'] },
        { type: 'tell', to: [{ type: 'User', id: userId }], fields: [] },
      ],
    });
    for (let i = 0; i < FORMS; i += 1) {
      const answers = { site: i % 2 === 0 ? 'Dam 7' : 'Dam 8' };
      const id = await db.transaction(
        async (tx) => (await forms.createForm(tx, admin, { templateId, answers })).form.id,
      );
      await services.completeForm(admin, id, {});
    }
    await node.close();

    const kills = await killUntilDone(engine, storage);
    t.diagnostic(`${kills} kills`);
    assert.ok(kills > 2, 'it was too fast to be killed');

    const after = await startInstance(engine, { storage, account: node.account });
    t.after(() => after.close());
    await after.services.noticeSpreader.close();
    const { reader } = after.services.db;
    assert.deepEqual(await reader.selectFrom('rule_events').select('id').execute(), []);
    const runs = await reader
      .selectFrom('rule_runs')
      .select(['id', 'rule_id', 'form_id', 'cause', 'outcome', 'reason', 'done'])
      .orderBy('id')
      .execute();
    const of = (outcome: string) => runs.filter((each) => each.outcome === outcome).length;
    assert.deepEqual(
      [runs.length, of('done'), of('skipped'), of('failed')],
      [3 * FORMS, 2.5 * FORMS, 0.5 * FORMS, 0],
    );
    const sent = await reader.selectFrom('assignments').select('reference').execute();
    assert.equal(sent.length, 4 * FORMS + FORMS / 2);
    // Each message to the webhook waits with the one id that its run names, and each notice is told once.
    const messages = await reader.selectFrom('webhook_deliveries').select('id').execute();
    const named = runs.flatMap(({ done }) =>
      JSON.parse(done).flatMap((each: { type: string; id: string }) =>
        each.type === 'webhook' ? [each.id] : [],
      ),
    );
    assert.equal(named.length, FORMS / 2);
    assert.deepEqual(messages.map(({ id }) => id).toSorted(), named.toSorted());
    const causes = await reader
      .selectFrom('bell_causes')
      .select('id')
      .where('kind', 'in', ['came-in', 'rule'])
      .execute();
    const given = await reader
      .selectFrom('bell_notices')
      .select('count')
      .where('kind', 'in', ['came-in', 'rule'])
      .execute();
    const told = given.reduce((sum, { count }) => sum + count, 0);
    assert.equal(causes.length + told, FORMS / 2);
    assert.equal(new Set(sent.map(({ reference }) => reference)).size, sent.length);
    const byForm = Map.groupBy(runs, ({ form_id }) => form_id);
    for (const [form, lines] of byForm) {
      assert.deepEqual(
        lines.map(({ cause }) => cause),
        ['begun', 'completed', 'completed'],
        form,
      );
    }
  });
});
