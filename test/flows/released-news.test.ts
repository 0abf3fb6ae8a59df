// What version 0.2.0 kept of mails arrives in this one: what waited is mailed once, and nothing of before is told anew.
import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { Client } from 'pg';
import { sqliteFile } from '#db/open-sqlite.ts';
import { createSeal } from '#kernel/seal.ts';
import { sendBellMails, tellDueWork } from '#notices/index.ts';
import { type EngineInstance, forEachEngine } from '../support/engines.ts';
import { startInstance } from '../support/instance.ts';
import { startMailServer } from '../support/mail-server.ts';
import { fillAsReleased, MASTER_KEY, releases } from '../support/released.ts';
import { waitUntil } from '../support/wait-until.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

type Row = Readonly<Record<string, unknown>>;

forEachEngine((engine) => {
  /** Runs statements on a storage as it is, which opening it would upgrade. */
  const asItIs = async (
    { dataDir, databaseUrl }: EngineInstance,
    work: (run: (sql: string) => Promise<readonly Row[]>) => Promise<void>,
  ): Promise<void> => {
    if (engine.name === 'sqlite') {
      const db = new DatabaseSync(sqliteFile(dataDir));
      await work(async (sql) => db.prepare(sql).all());
      db.close();
      return;
    }
    const client = new Client({ connectionString: databaseUrl });
    await client.connect();
    await work(async (sql) => (await client.query<Row>(sql)).rows);
    await client.end();
  };

  test('an upgrade from 0.2.0 mails once what waited there, and nothing that is older', async (t) => {
    const release = releases().find(({ version }) => version === '0.2.0');
    assert.ok(release);
    const { accountId, userId } = release[engine.name];
    const storage = await engine.fresh();
    await fillAsReleased(engine, storage, release);
    const now = Date.now();
    const seal = createSeal(Buffer.from(MASTER_KEY, 'base64'));
    await asItIs(storage, async (run) => {
      const people = new Map(
        (await run('select id, user_name from users')).map((row) => [
          String(row['user_name']).split('@')[0] ?? '',
          String(row['id']),
        ]),
      );
      const forms = new Map(
        (await run('select id, name from forms')).map((row) => [
          String(row['name']).split(' ')[1] ?? '',
          String(row['id']),
        ]),
      );
      // In the digest of 0.2.0: a draft of Ada's, one that was deleted, and one that Mary has by now; of Grace's, one is complete.
      for (const [person, form] of [
        ['ada', '1'],
        ['ada', '4'],
        ['grace', '2'],
        ['grace', '5'],
        ['ada', '6'],
      ] as const) {
        const [user, id] = [people.get(person), forms.get(form)];
        await run(
          `insert into waiting_news (account_id, user_id, form_id, assignee_id, at) values ('${accountId}', '${user}', '${id}', '${user}', ${now})`,
        );
      }
      // In its queue: a form for Mary, and one whose time is over.
      for (const [n, form, expiresAt] of [
        ['1', '3', now + DAY_MS],
        ['2', '6', now - 1],
      ] as const) {
        const key = { account_id: accountId, id: `01a21dcd-0000-7000-8000-00000000000${n}` };
        const about = { form: forms.get(form), type: 'User', to: people.get('mary'), by: userId };
        // As 0.2.0 sealed it.
        const context = `notice ${key.account_id} ${key.id}`;
        const content = seal.seal(context, JSON.stringify({ about }));
        await run(
          `insert into notices (account_id, id, kind, content, attempts, next_at, expires_at) values ('${accountId}', '${key.id}', 'assignment', '${content}', 0, ${now}, ${expiresAt})`,
        );
      }
    });
    const mail = await startMailServer();
    t.after(() => mail.close());
    const node = await startInstance(engine, {
      ...{ storage, account: release[engine.name] },
      env: { FORMSTEAD_MASTER_KEY: MASTER_KEY, ...mail.env },
    });
    t.after(() => node.close());
    const { reader } = node.services.db;
    const settled = () =>
      waitUntil(async () => {
        const mails = await reader.selectFrom('notices').select('id').execute();
        const causes = await reader.selectFrom('bell_causes').select('id').execute();
        return mails.length + causes.length === 0;
      });
    const jobs = async () => {
      await tellDueWork(node.services).run();
      await sendBellMails(node.services).run();
      await settled();
    };
    await jobs();
    for (let day = 0; day < 3; day += 1) {
      node.clock.advance(DAY_MS);
      await jobs();
    }
    const letters = mail.taken.map(({ to, text }) => [
      ...[to.map((each) => each.split('@')[0]).join(), text.match(/Inspection \d/g)?.join()],
    ]);
    assert.deepEqual(letters.toSorted(), [
      ['ada', 'Inspection 1'],
      ['grace', 'Inspection 5'],
      ['mary', 'Inspection 3'],
    ]);
    assert.equal((await reader.selectFrom('waiting_news').select('user_id').execute()).length, 0);
    // The bell begins empty.
    assert.equal((await reader.selectFrom('bell_notices').select('user_id').execute()).length, 0);
  });
});
