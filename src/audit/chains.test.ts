// The chain: no change to the audit log goes unnoticed.
// Nightly: it takes over three seconds.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import type { Reader, Tx } from '#db/database.ts';
import { openDatabase } from '#db/open.ts';
import type { Actor } from '#kernel/actor.ts';
import { createIds, systemRandom } from '#kernel/ids.ts';
import { createSeal } from '#kernel/seal.ts';
import { withoutAppendOnly } from '../../test/support/audit-record.ts';
import { type TestClock, testClock } from '../../test/support/directory.ts';
import { type Engine, forEachEngine } from '../../test/support/engines.ts';
import { chainHash, type LinkedRow } from './chain-hash.ts';
import { BrokenChainError, type Chains, createAudit, createChains } from './index.ts';
import { verifyChain } from './verify-chain.ts';

const seal = createSeal(Buffer.alloc(32, 7));

async function openChains(engine: Engine, storage?: Awaited<ReturnType<Engine['fresh']>>) {
  const at = storage ?? (await engine.fresh());
  const clock: TestClock = testClock();
  const db = await openDatabase({ ...at, clock, random: systemRandom });
  const audit = createAudit({ clock, ids: createIds(clock, systemRandom) });
  const chains: Chains = createChains({ db, clock, seal, audit });
  const add = (accountId: string, count: number, more: Partial<Actor> = {}) =>
    db.transaction(async (tx: Tx) => {
      for (let i = 0; i < count; i += 1) {
        clock.advance(1);
        const actor = { accountId, via: 'api', ip: '192.0.2.1', ...more } as const;
        await audit.append(tx, actor, { action: 'thing.make', targetId: `t${i}` });
      }
    });
  return { storage: at, clock, db, audit, chains, add };
}

forEachEngine((engine) => {
  let t: Awaited<ReturnType<typeof openChains>>;
  let accounts = 0;
  before(async () => {
    t = await openChains(engine);
  });
  after(() => t.db.close());

  /** Creates an account with ten linked events. */
  const tenLines = async (): Promise<string> => {
    accounts += 1;
    const accountId = `acc${accounts}`;
    await t.add(accountId, 10);
    await t.chains.linkPending();
    return accountId;
  };
  const idAt = async (accountId: string, seq: number): Promise<string> =>
    (
      await t.db.reader
        .selectFrom('audit_events')
        .select('id')
        .where('account_id', '=', accountId)
        .where('chain_seq', '=', seq)
        .executeTakeFirstOrThrow()
    ).id;
  /** Changes the database directly, without the protection against changes. */
  const tamper = (work: (db: Reader) => Promise<unknown>) => withoutAppendOnly(t.db, work);
  const faultsOf = async (accountId: string) => (await t.chains.verify(accountId)).faults;

  test('an untouched record is proven, line by line, and what waits is counted', async () => {
    const accountId = await tenLines();
    await t.add(accountId, 3);
    const report = await t.chains.verify(accountId);
    assert.equal(report.intact, true);
    assert.deepEqual([report.checked, report.head?.seq, report.unlinked.count], [10, 10, 3]);
    assert.equal(await t.chains.countLost(), 0);
    await t.chains.linkPending();
    assert.equal((await t.chains.verify(accountId)).checked, 13);
  });

  for (const column of [
    'at',
    'action',
    'result',
    'actor_user_id',
    'credential_id',
    'ip',
    'target_type',
    'target_id',
    'detail',
  ] as const) {
    test(`a changed ${column} is found, and the line is named`, async () => {
      const accountId = await tenLines();
      const id = await idAt(accountId, 4);
      const value = column === 'at' ? 5 : 'forged';
      await tamper((db) =>
        sql`update audit_events set ${sql.ref(column)} = ${value} where account_id = ${accountId} and id = ${id}`.execute(
          db,
        ),
      );
      assert.deepEqual(await faultsOf(accountId), [{ kind: 'changed', seq: 4, id }]);
    });
  }

  test('a line that was changed and hashed anew gives itself away by the next one, the last one by the end', async () => {
    const forge = (accountId: string, seq: number) =>
      tamper(async (db) => {
        const line = sql<LinkedRow>`select * from audit_events where account_id = ${accountId} and chain_seq in (${seq - 1}, ${seq}) order by chain_seq`;
        const [previous, row] = (await line.execute(db)).rows;
        assert.ok(previous && row);
        const hash = chainHash(previous.chain_hash, seq, { ...row, detail: '{}' });
        await sql`update audit_events set detail = '{}', chain_hash = ${hash} where account_id = ${accountId} and chain_seq = ${seq}`.execute(
          db,
        );
      });
    const middle = await tenLines();
    await forge(middle, 4);
    const id = await idAt(middle, 5);
    assert.deepEqual(await faultsOf(middle), [{ kind: 'changed', seq: 5, id }]);
    const end = await tenLines();
    await forge(end, 10);
    assert.deepEqual(await faultsOf(end), [{ kind: 'end-changed', seq: 10 }]);
  });

  test('missing lines are found in the middle, at the head and at the end', async () => {
    for (const [from, to] of [
      [4, 4],
      [3, 6],
      [1, 2],
      [10, 10],
      [8, 10],
      [1, 10],
    ] as const) {
      const accountId = await tenLines();
      await tamper((db) =>
        sql`delete from audit_events where account_id = ${accountId} and chain_seq between ${from} and ${to}`.execute(
          db,
        ),
      );
      assert.deepEqual(await faultsOf(accountId), [{ kind: 'missing', from, to }]);
    }
  });

  test('an end that was cut off shows even where the stored end was changed with it', async () => {
    const accountId = await tenLines();
    await tamper(async (db) => {
      await sql`delete from audit_events where account_id = ${accountId} and chain_seq > 7`.execute(
        db,
      );
      await sql`update audit_chains set seq = 7, hash = (select chain_hash from audit_events where account_id = ${accountId} and chain_seq = 7) where account_id = ${accountId}`.execute(
        db,
      );
    });
    assert.deepEqual(await faultsOf(accountId), [{ kind: 'end-changed', seq: 7 }]);
    // The job that links events does not seal the changed end either.
    await t.add(accountId, 1);
    await assert.rejects(t.chains.linkPending(), BrokenChainError);
    assert.deepEqual(await faultsOf(accountId), [{ kind: 'end-changed', seq: 7 }]);
    // Events of other accounts are still linked.
    assert.equal((await t.chains.verify(await tenLines())).checked, 10);
  });

  test('an account whose first events are linked during the check is not called empty', async () => {
    const { db, chains, add } = await openChains(engine);
    await add('begun', 3);
    let isLinked = false;
    const reader: Reader = db.reader.withPlugin({
      transformQuery: ({ node }) => node,
      // The events are linked after the first query of the check.
      async transformResult({ result }) {
        if (!isLinked) await chains.linkPending();
        isLinked = true;
        return result;
      },
    });
    assert.deepEqual((await verifyChain(reader, seal, 'begun')).faults, []);
    await db.close();
  });

  test('a chain that is gone with its end is missed', async () => {
    const accountId = await tenLines();
    const without = (await t.chains.countLost()) ?? Number.NaN;
    await tamper((db) => sql`delete from audit_chains where account_id = ${accountId}`.execute(db));
    assert.deepEqual(await faultsOf(accountId), [{ kind: 'end-missing', seq: 10 }]);
    await t.add(accountId, 1);
    await assert.rejects(t.chains.linkPending(), BrokenChainError);
    await tamper((db) => sql`delete from audit_events where account_id = ${accountId}`.execute(db));
    assert.deepEqual(await faultsOf(accountId), [{ kind: 'empty' }]);
    assert.equal(await t.chains.countLost(), without + 1);
    await t.add(accountId, 1);
    t.clock.advance(3_600_000);
    await t.chains.linkPending().catch(() => undefined);
    assert.equal(await t.chains.countLost(), without + 1);
  });

  test('lines that changed places are named with where they came from', async () => {
    const swapColumns = (accountId: string, columns: string) =>
      tamper(async (db) => {
        const rows = await sql<
          Record<string, unknown>
        >`select ${sql.raw(columns)}, id from audit_events where account_id = ${accountId} and chain_seq in (4, 6) order by chain_seq`.execute(
          db,
        );
        const [four, six] = rows.rows;
        await sql`update audit_events set chain_seq = -1 where account_id = ${accountId} and chain_seq = 4`.execute(
          db,
        );
        for (const [row, other] of [
          [six, four],
          [four, six],
        ]) {
          const set = columns.split(', ').map((name) => sql`${sql.ref(name)} = ${other?.[name]}`);
          await sql`update audit_events set ${sql.join(set)} where account_id = ${accountId} and id = ${row?.['id']}`.execute(
            db,
          );
        }
      });
    for (const columns of ['chain_seq', 'chain_seq, chain_hash']) {
      const accountId = await tenLines();
      const [four, six] = [await idAt(accountId, 4), await idAt(accountId, 6)];
      await swapColumns(accountId, columns);
      assert.deepEqual(
        await faultsOf(accountId),
        [
          { kind: 'moved', seq: 4, id: six, from: 6 },
          { kind: 'moved', seq: 6, id: four, from: 4 },
        ],
        columns,
      );
    }
  });

  test('lines that were put in behind the end, or before the beginning, are found', async () => {
    const accountId = await tenLines();
    for (const seq of [0, 12]) {
      await tamper((db) =>
        sql`insert into audit_events (account_id, id, at, action, result, chain_seq, chain_hash) values (${accountId}, ${`x${seq}`}, 1, 'x', 'ok', ${seq}, 'x')`.execute(
          db,
        ),
      );
    }
    assert.deepEqual(await faultsOf(accountId), [
      { kind: 'added', from: 0, to: 0 },
      { kind: 'added', from: 11, to: 12 },
    ]);
  });

  test('an end noted elsewhere shows that the whole record was put back to an earlier state', async () => {
    const accountId = await tenLines();
    const head = (await t.chains.verify(accountId)).head;
    assert.ok(head?.hash);
    const noted = { seq: head.seq, hash: head.hash };
    await t.add(accountId, 2);
    await t.chains.linkPending();
    assert.equal((await t.chains.verify(accountId, noted)).intact, true);
    const report = await t.chains.verify(accountId, { seq: 10, hash: 'another' });
    assert.deepEqual(report.faults, [{ kind: 'forgotten', seq: 10 }]);
    const later = await t.chains.verify(accountId, { ...noted, seq: 99 });
    assert.deepEqual(later.faults, [{ kind: 'forgotten', seq: 99 }]);
  });

  test('sealing the end anew lets the chain go on, is on record, and hides no change', async () => {
    const accountId = await tenLines();
    const id = await idAt(accountId, 3);
    await tamper(async (db) => {
      await sql`update audit_events set ip = null where account_id = ${accountId} and chain_seq = 3`.execute(
        db,
      );
      await sql`update audit_chains set sealed = 'x' where account_id = ${accountId}`.execute(db);
    });
    await t.chains.reseal({ accountId, via: 'command-line' });
    await t.chains.linkPending();
    const report = await t.chains.verify(accountId);
    assert.deepEqual(report.faults, [{ kind: 'changed', seq: 3, id }]);
    assert.equal(report.checked, 11);
  });

  test('the database itself refuses to change or remove lines', async () => {
    const accountId = await tenLines();
    await t.add(accountId, 1);
    for (const statement of [
      sql`update audit_events set detail = '{}' where account_id = ${accountId} and chain_seq = 4`,
      sql`update audit_events set chain_seq = 40 where account_id = ${accountId} and chain_seq = 4`,
      sql`update audit_events set chain_seq = null, chain_hash = null where account_id = ${accountId}`,
      sql`update audit_events set action = 'x', chain_seq = 11, chain_hash = 'x' where account_id = ${accountId} and chain_seq is null`,
      sql`update audit_events set ip = null where account_id = ${accountId} and chain_seq is null`,
      sql`delete from audit_events where account_id = ${accountId} and chain_seq is null`,
      sql`delete from audit_events where account_id = ${accountId}`,
      ...(engine.name === 'postgres' ? [sql`truncate audit_events`] : []),
    ]) {
      await assert.rejects(statement.execute(t.db.reader), /append-only/);
    }
  });

  test('two chainers at once neither fork the chain nor pass a line over', async () => {
    const one = await openChains(engine);
    const other = await openChains(engine, one.storage);
    for (let round = 0; round < 5; round += 1) {
      await one.add('both', 300);
      await Promise.all([
        one.chains.linkPending(),
        other.chains.linkPending(),
        one.add('both', 50),
        other.chains.linkPending(),
      ]);
    }
    await one.chains.linkPending();
    const report = await other.chains.verify('both');
    assert.equal(report.intact, true);
    assert.deepEqual([report.checked, report.unlinked.count], [1750, 0]);
    await Promise.all([one.db.close(), other.db.close()]);
  });

  test('a line that is committed late is linked behind those that overtook it', async () => {
    const { db, chains, add, audit, clock } = await openChains(engine);
    const late = Promise.withResolvers<void>();
    const written = Promise.withResolvers<void>();
    const actor = { accountId: 'late', via: 'api' } as const;
    const slow = db.transaction(async (tx) => {
      await audit.append(tx, actor, { action: 'slow.deed' });
      written.resolve();
      await late.promise;
    });
    await written.promise;
    clock.advance(1000);
    // SQLite has one writer, so no transaction can overtake another there.
    const fast = add('late', 3);
    if (engine.name === 'postgres') {
      await fast;
      await chains.linkPending();
      assert.equal((await chains.verify('late')).checked, 3);
    }
    late.resolve();
    await Promise.all([slow, fast]);
    await chains.linkPending();
    const report = await chains.verify('late');
    assert.deepEqual([report.intact, report.checked, report.unlinked.count], [true, 4, 0]);
    const [row] = await db.reader
      .selectFrom('audit_events')
      .select('chain_seq')
      .where('action', '=', 'slow.deed')
      .execute();
    assert.equal(row?.chain_seq, engine.name === 'postgres' ? 4 : 1);
    await db.close();
  });
});
