// However much an identity provider sends, the log of its account takes no more than its share of the disk.
// Nightly: it stores logs of many megabytes.
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { sql } from 'kysely';
import type { Reader } from '#db/database.ts';
import type { ObservedRequest } from '#http/observed-request.ts';
import { createIds, systemRandom } from '#kernel/ids.ts';
import { adminBrowser } from '../../../test/support/browser.ts';
import { commandLine, envOf } from '../../../test/support/command-line.ts';
import { examine } from '../../../test/support/doctor.ts';
import { forEachEngine } from '../../../test/support/engines.ts';
import { startInstance } from '../../../test/support/instance.ts';
import { planOf } from '../../../test/support/query-plan.ts';
import { cutLogs } from './log-size.store.ts';
import { deleteOldEntries } from './provisioning-log.store.ts';
import { createProvisioningLog } from './provisioning-log.ts';

const DAY_MS = 86_400_000;
const YEAR_MS = 365 * DAY_MS;
const LIMIT = 200_000;
/** An entry counts a thousand bytes and its texts. */
const MOST = LIMIT / 1000;

forEachEngine((engine) => {
  async function prepare(t: TestContext) {
    const storage = await engine.fresh('any');
    const node = await startInstance(engine, { storage });
    t.after(() => node.close());
    const { clock } = node;
    const { db, ids } = node.services;
    const { accountId: own, clientId: credentialId, userId } = node.account;
    const errors: unknown[] = [];
    const onError = (error: unknown) => errors.push(error);
    const deps = { db, ids, knowsPath: () => true, onError, limit: LIMIT };
    const start = () => createProvisioningLog({ ...deps, ids: createIds(clock, systemRandom) });
    // Two nodes write one log.
    let logs = [start(), start()];
    const stop = () => Promise.all(logs.map((log) => log.close()));
    t.after(stop);
    const seen = (accountId: string, at: number): ObservedRequest => ({
      ...{ requestId: `r-${at}`, at, ms: 1, method: 'PATCH', url: '/scim/v2/Users/x', status: 200 },
      ...{ route: undefined, code: undefined, ip: '127.0.0.1', agent: undefined },
      principal: {
        ...{ kind: 'user', role: 'admin', accountId, userId, credentialId },
      } as ObservedRequest['principal'],
      ...{ authorization: undefined, logFields: undefined },
      ...{ requestBody: undefined, responseBody: undefined },
    });
    const fill = async (accountId: string, count: number): Promise<void> => {
      for (let at = 0; at < count; at += 10) {
        for (let i = 0; i < 10; i += 1) {
          clock.advance(1);
          logs[i % 2]?.observe(seen(accountId, clock.now()));
        }
        await Promise.all(logs.map((log) => log.flush()));
      }
    };
    const kept = async (accountId: string): Promise<readonly number[]> => {
      const rows = await db.reader
        .selectFrom('provisioning_log')
        .select('at')
        .where('account_id', '=', accountId)
        .orderBy('at')
        .execute();
      return rows.map(({ at }) => Number(at));
    };
    const restart = async (): Promise<void> => {
      await stop();
      logs = [start(), start()];
    };
    return { storage, node, clock, db, own, other: ids.next(), errors, fill, kept, restart, stop };
  }

  test('beyond its limit the log loses its oldest requests, and page and doctor say until when', async (t) => {
    const { storage, node, clock, db, own, other, errors, fill, kept, stop } = await prepare(t);
    await fill(other, 100);
    await fill(own, 150);
    const before = await kept(own);
    await cutLogs(db, LIMIT, clock.now());
    assert.deepEqual(await kept(own), before, 'nothing goes below the limit');
    const look = async () => {
      const browser = await adminBrowser(node);
      const page = await browser.send('GET', '/app/v1/provisioning');
      assert.equal(page.status, 200, page.text);
      const doctor = await examine(commandLine(envOf(storage), { clock }));
      return { cutAt: page.at('logCutAt'), doctor: doctor.of('provisioning log') };
    };
    assert.deepEqual(await look(), {
      cutAt: undefined,
      doctor: 'ok: none has reached its limit of 2048 MiB',
    });

    await fill(own, 350);
    const all = await kept(own);
    assert.equal(all.length, 500);
    await cutLogs(db, LIMIT, clock.now());
    const left = await kept(own);
    assert.ok(left.length <= MOST, `${left.length} of ${all.length} are left`);
    assert.ok(left.length > MOST * 0.8, `only ${left.length} are left`);
    assert.deepEqual(left, all.slice(-left.length), 'the newest stay');
    assert.equal((await kept(other)).length, 100, 'other accounts lose nothing');
    const { cutAt, doctor } = await look();
    const gone = all.at(-left.length - 1) ?? 0;
    assert.ok(Math.abs(Date.parse(String(cutAt)) - gone) <= 10, `${cutAt}`);
    assert.match(
      doctor,
      /^warning: the one of the account \w+ reached 2048 MiB, and its requests up to \d+-.*Z were deleted early -> see in it what sends so much, or raise FORMSTEAD_QUOTA_PROVISIONING_LOG_MIB$/,
    );
    // What an earlier run told to be gone stays told, although what this one deletes is older.
    const told = clock.now() + 60;
    clock.advance(60);
    await db.reader
      .updateTable('accounts')
      .set({ provisioning_log_cut_at: told })
      .where('id', '=', own)
      .execute();
    await fill(own, 50);
    await cutLogs(db, LIMIT, clock.now());
    assert.equal((await look()).cutAt, new Date(told).toISOString());
    if (engine.name === 'sqlite') {
      await fill(own, 50);
      const plan = await planOf(db.reader, (reader) =>
        cutLogs({ ...db, reader }, LIMIT, clock.now()),
      );
      assert.doesNotMatch(plan, /SCAN provisioning_log(?!_)/);
    }

    await deleteOldEntries(db.reader, clock.now() + 31 * DAY_MS);
    clock.advance(31 * DAY_MS);
    assert.deepEqual(await kept(own), []);
    const parts = db.reader.selectFrom('provisioning_log_parts').select('id');
    assert.deepEqual(await parts.where('account_id', '=', own).execute(), []);
    assert.equal((await look()).cutAt, undefined, 'they would be gone in any case');
    await stop();
    assert.deepEqual(errors, []);
  });

  for (const isRestarted of [true, false]) {
    const after = isRestarted ? 'after a restart' : 'without a restart';
    test(`what was logged while the clock ran ahead goes before what follows ${after}`, async (t) => {
      const { clock, db, own, errors, fill, kept, restart, stop } = await prepare(t);
      await fill(own, 50);
      clock.advance(YEAR_MS);
      await restart();
      await fill(own, 150);
      clock.advance(-YEAR_MS);
      const right = clock.now();
      if (isRestarted) await restart();
      await fill(own, 100);
      await cutLogs(db, LIMIT, clock.now());
      const left = await kept(own);
      const isNew = (at: number) => at > right && at <= clock.now();
      assert.equal(left.filter(isNew).length, 100, 'the newest stay');
      assert.ok(left.length <= MOST, `${left.length} are left`);
      await fill(own, 250);
      const all = (await kept(own)).filter(isNew);
      await cutLogs(db, LIMIT, clock.now());
      const last = (await kept(own)).filter(isNew);
      assert.ok(last.length > MOST * 0.8, `only ${last.length} are left`);
      // Of a round of ten, one node's part may be gone and the other's not.
      const surely = last.length - 10;
      assert.deepEqual(last.slice(-surely), all.slice(-surely), 'the newest stay');
      const { provisioning_log_cut_at: cutAt } = await db.reader
        .selectFrom('accounts')
        .select('provisioning_log_cut_at')
        .where('id', '=', own)
        .executeTakeFirstOrThrow();
      assert.ok(Number(cutAt) <= clock.now());
      await stop();
      assert.deepEqual(errors, []);
    });
  }

  test('an account whose log cannot be cut keeps no other from its turn', async (t) => {
    const { clock, db, own, other, fill, kept } = await prepare(t);
    await fill(own, 300);
    await fill(other, 300);
    await refuseCut(db.reader, own);
    await assert.rejects(cutLogs(db, LIMIT, clock.now()), /broken|refuse_cut/);
    assert.equal((await kept(own)).length, 300);
    assert.ok((await kept(other)).length <= MOST);
    await db.reader
      .updateTable('provisioning_log_parts')
      .set({ bytes: Number.MAX_SAFE_INTEGER })
      .where('account_id', '=', own)
      .execute();
    await fill(other, 300);
    await assert.rejects(cutLogs(db, LIMIT, clock.now()), /broken|refuse_cut/);
    assert.ok((await kept(other)).length <= MOST);
  });

  async function refuseCut(db: Reader, accountId: string): Promise<void> {
    const id = sql.lit(accountId);
    if (engine.name === 'postgres') {
      await sql`alter table accounts add constraint refuse_cut
        check (id <> ${id} or provisioning_log_cut_at is null)`.execute(db);
      return;
    }
    await sql`create trigger refuse_cut before update of provisioning_log_cut_at on accounts
      when old.id = ${id} begin select raise(abort, 'broken'); end`.execute(db);
  }
});
