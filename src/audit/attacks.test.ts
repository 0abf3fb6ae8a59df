// Attacks that try to change or remove events of the audit log.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import fc from 'fast-check';
import { sql } from 'kysely';
import type { Reader, Tx } from '#db/database.ts';
import { openDatabase } from '#db/open.ts';
import { createIds, systemRandom } from '#kernel/ids.ts';
import { createSeal } from '#kernel/seal.ts';
import { withoutAppendOnly } from '../../test/support/audit-record.ts';
import { testClock } from '../../test/support/directory.ts';
import { type Engine, forEachEngine } from '../../test/support/engines.ts';
import { type AuditRow, chainHash } from './chain-hash.ts';
import { createAudit, createChains, createRefusals } from './index.ts';

const text = fc.oneof(
  fc.constantFrom('', 'null', '",', '\r\n', ']', '\u2028', '{"via":"web"}'),
  fc.string({ unit: 'binary' }),
);
const column = fc.option(text, { nil: null });
const line: fc.Arbitrary<AuditRow> = fc.record({
  account_id: text,
  id: text,
  at: fc.integer(),
  action: text,
  result: text,
  actor_user_id: column,
  credential_id: column,
  ip: column,
  target_type: column,
  target_id: column,
  detail: column,
});

test('two different lines, places or predecessors never have the same hash', () => {
  const link = fc.tuple(column, fc.nat(), line);
  const keyOf = ([previous, seq, row]: readonly [string | null, number, AuditRow]) =>
    JSON.stringify([previous, seq, ...Object.entries(row).sort()]);
  fc.assert(
    fc.property(link, link, ([p1, s1, r1], [p2, s2, r2]) => {
      const isSame = keyOf([p1, s1, r1]) === keyOf([p2, s2, r2]);
      assert.equal(chainHash(p1, s1, r1) === chainHash(p2, s2, r2), isSame);
      // An empty value differs from a missing one, and no value can move into the next column.
      assert.notEqual(chainHash(p1, s1, { ...r1, ip: '' }), chainHash(p1, s1, { ...r1, ip: null }));
      const [one, other] = [{ ...r1, target_type: 'a', target_id: 'b' }, r1];
      const slid = { ...other, target_type: 'a","b', target_id: null };
      assert.notEqual(chainHash(p1, s1, one), chainHash(p1, s1, slid));
    }),
    { numRuns: 500 },
  );
});

async function open(engine: Engine) {
  const link = await engine.fresh();
  const clock = testClock();
  const db = await openDatabase({ ...link, clock, random: systemRandom });
  const audit = createAudit({ clock, ids: createIds(clock, systemRandom) });
  const seal = createSeal(Buffer.alloc(32, 7));
  const chains = createChains({ db, clock, seal, audit });
  const add = async (accountId: string, count: number) => {
    await db.transaction(async (tx: Tx) => {
      for (let i = 0; i < count; i += 1) {
        clock.advance(1);
        await audit.append(tx, { accountId, via: 'api' }, { action: 'thing.make' });
      }
    });
    await chains.linkPending();
  };
  return { clock, db, audit, chains, add };
}

forEachEngine((engine) => {
  let t: Awaited<ReturnType<typeof open>>;
  before(async () => {
    t = await open(engine);
  });
  after(() => t.db.close());
  const tamper = (work: (db: Reader) => Promise<unknown>) => withoutAppendOnly(t.db, work);
  const kindsOf = async (accountId: string) =>
    (await t.chains.verify(accountId)).faults.map(({ kind }) => kind);

  test('lines of two accounts that changed places are found in both', async () => {
    await t.add('left', 5);
    await t.add('right', 5);
    await tamper(async (db) => {
      for (const [from, to] of [
        ['left', 'aside'],
        ['right', 'left'],
        ['aside', 'right'],
      ]) {
        await sql`update audit_events set account_id = ${to} where account_id = ${from} and chain_seq = 3`.execute(
          db,
        );
      }
    });
    // The changed event, and the next one, which was linked after the original.
    const found = ['changed', 'changed'];
    assert.deepEqual([await kindsOf('left'), await kindsOf('right')], [found, found]);
  });

  test('a gap as wide as numbers go is told at once', async () => {
    await t.add('wide', 3);
    const far = Number.MAX_SAFE_INTEGER - 1;
    await tamper(async (db) => {
      await sql`insert into audit_events (account_id, id, at, action, result, chain_seq, chain_hash) values ('wide', 'x', 1, 'x', 'ok', ${far}, 'x')`.execute(
        db,
      );
      await sql`update audit_chains set seq = ${far} where account_id = 'wide'`.execute(db);
    });
    assert.deepEqual(await kindsOf('wide'), ['missing', 'end-changed', 'end-changed']);
  });

  test('whole records are missed also where their number was deleted with them', async () => {
    const own = await open(engine);
    for (const accountId of ['a', 'b', 'c']) await own.add(accountId, 2);
    assert.equal(await own.chains.countLost(), 0);
    await withoutAppendOnly(own.db, async (db) => {
      for (const table of ['audit_events', 'audit_chains']) {
        await sql`delete from ${sql.table(table)} where account_id = 'c'`.execute(db);
      }
      await sql`delete from deployment where name = 'audit-chains-begun'`.execute(db);
    });
    assert.equal(await own.chains.countLost(), undefined);
    await own.add('d', 1);
    assert.equal(await own.chains.countLost(), undefined);
    await own.db.close();
  });

  test('a record that was put back, seal and all, and went on, is sound, but for an end noted before', async () => {
    await t.add('back', 10);
    const old = await t.db.reader
      .selectFrom('audit_chains')
      .select(['seq', 'hash', 'sealed'])
      .where('account_id', '=', 'back')
      .executeTakeFirstOrThrow();
    await t.add('back', 2);
    const { head } = await t.chains.verify('back');
    const noted = { seq: head?.seq ?? 0, hash: head?.hash ?? '' };
    await tamper(async (db) => {
      await sql`delete from audit_events where account_id = 'back' and chain_seq > 10`.execute(db);
      await db.updateTable('audit_chains').set(old).where('account_id', '=', 'back').execute();
    });
    await t.add('back', 5);
    const report = await t.chains.verify('back');
    assert.deepEqual([report.intact, report.checked], [true, 15]);
    const { faults } = await t.chains.verify('back', noted);
    assert.deepEqual(faults, [{ kind: 'forgotten', seq: 12 }]);
  });

  test('a clock that is put back breaks no chain and loses no refusal', async () => {
    await t.add('clock', 3);
    const errors: unknown[] = [];
    const refusals = createRefusals({ ...t, onError: (error) => errors.push(error) });
    const refusal = {
      action: 'thing.take',
      via: 'api',
      accountId: 'clock',
      ip: undefined,
      detail: {},
    } as const;
    refusals.record(refusal);
    await refusals.flush();
    refusals.record(refusal);
    t.clock.advance(-3_600_000);
    await refusals.flush();
    await t.add('clock', 3);
    const report = await t.chains.verify('clock');
    assert.deepEqual([report.intact, report.checked, errors], [true, 8, []]);
    await refusals.close();
  });

  test('a deed that is tried again after a lost race leaves one line', async () => {
    let tries = 0;
    await t.db.transaction(async (tx) => {
      await t.audit.append(tx, { accountId: 'twice', via: 'api' }, { action: 'thing.make' });
      tries += 1;
      const code = engine.name === 'postgres' ? '40001' : 'SQLITE_BUSY';
      if (tries < 3) throw Object.assign(new Error('lost'), { code });
    });
    await t.chains.linkPending();
    const report = await t.chains.verify('twice');
    assert.deepEqual([tries, report.intact, report.checked], [3, true, 1]);
  });

  test('check 40: no text in a line makes it look like another', async () => {
    const actor = { accountId: 'forge', via: 'api' } as const;
    const forged = '"},"via":"command-line"}\r\n{"action":"user.set-role","result":"ok"}';
    await t.db.transaction((tx) =>
      t.audit.append(tx, actor, {
        action: 'thing.make',
        targetId: 'x',
        detail: { via: 'command-line', forged, nul: '\u0000' },
      }),
    );
    const row = await t.db.reader
      .selectFrom('audit_events')
      .select('detail')
      .where('account_id', '=', 'forge')
      .executeTakeFirstOrThrow();
    assert.deepEqual(JSON.parse(row.detail ?? ''), { via: 'api', forged, nul: '\u0000' });
    assert.doesNotMatch(row.detail ?? '', /[\r\n]/);
    await t.chains.linkPending();
    assert.equal((await t.chains.verify('forge')).intact, true);
  });
});
