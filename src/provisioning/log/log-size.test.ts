// However much an identity provider sends, the log of its account takes no more than its share of the disk.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ObservedRequest } from '#http/observed-request.ts';
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
const LIMIT = 200_000;
/** An entry counts a thousand bytes and its texts. */
const MOST = LIMIT / 1000;

forEachEngine((engine) => {
  test('beyond its limit the log loses its oldest requests, and page and doctor say until when', async (t) => {
    const storage = await engine.fresh('any');
    const node = await startInstance(engine, { storage });
    t.after(() => node.close());
    const { clock } = node;
    const { db, ids } = node.services;
    const { accountId: own, clientId: credentialId, userId } = node.account;
    const errors: unknown[] = [];
    const onError = (error: unknown) => errors.push(error);
    const deps = { db, ids, knowsPath: () => true, onError, limit: LIMIT };
    // Two nodes write one log.
    const logs = [createProvisioningLog(deps), createProvisioningLog(deps)];
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
    const other = ids.next();
    await fill(other, 100);
    await fill(own, 150);
    const before = await kept(own);
    await cutLogs(db, LIMIT);
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
    await cutLogs(db, LIMIT);
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
    if (engine.name === 'sqlite') {
      await fill(own, 50);
      const plan = await planOf(db.reader, (reader) => cutLogs({ ...db, reader }, LIMIT));
      assert.doesNotMatch(plan, /SCAN provisioning_log(?!_)/);
    }

    await deleteOldEntries(db.reader, clock.now() + 31 * DAY_MS);
    clock.advance(31 * DAY_MS);
    assert.deepEqual(await kept(own), []);
    const parts = db.reader.selectFrom('provisioning_log_parts').select('id');
    assert.deepEqual(await parts.where('account_id', '=', own).execute(), []);
    assert.equal((await look()).cutAt, undefined, 'they would be gone in any case');
    await Promise.all(logs.map((log) => log.close()));
    assert.deepEqual(errors, []);
  });
});
