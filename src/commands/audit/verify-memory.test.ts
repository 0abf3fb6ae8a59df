// Runs alone: it writes so many lines that its neighbours would time out.
// The audit log may have millions of lines, so `audit verify` must not need more memory for more of them.
// Nightly: it checks a long record.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { type AuditRow, chainHash } from '#audit/chain-hash.ts';
import { sealHead } from '#audit/chain-head.ts';
import { envOf } from '../../../test/support/command-line.ts';
import {
  type Engine,
  type EngineInstance,
  forEngineOrBoth,
} from '../../../test/support/engines.ts';
import { type Instance, startInstance } from '../../../test/support/instance.ts';
import { IS_DEEP } from '../../../test/support/timing.ts';

const FEW = 10_000;
const MANY = { sqlite: IS_DEEP ? 1_000_000 : 50_000, postgres: IS_DEEP ? 300_000 : 50_000 };
/** If lines were kept in memory, they would take 40 MB in the shorter run and 1 GB in the longer one. */
const MAX_GROWTH_MB = 16;
const BATCH = 2000;

const SAY_PEAK = `data:text/javascript,process.on('exit',()=>console.error('peak '+process.resourceUsage().maxRSS))`;

/** Small heaps collect garbage before it looks like growth, and end the process if lines are kept. */
const KEEP_TIDY = ['--max-semi-space-size=1', '--max-old-space-size=64'];

forEngineOrBoth('sqlite', (engine) => {
  test(`audit verify needs no more memory for ${MANY[engine.name]} lines than for ${FEW}`, async (t) => {
    const storage = await engine.fresh('any');
    const instance = await startInstance(engine, { storage });
    t.after(() => instance.close());
    const record = await openRecord(instance);
    await record.growTo(FEW);
    const few = await verify(engine, storage);
    await record.growTo(MANY[engine.name]);
    const many = await verify(engine, storage);
    for (const { lines, peakMb, seconds } of [few, many]) {
      t.diagnostic(`${lines} lines: ${peakMb.toFixed(0)} MB at most, ${seconds.toFixed(1)} s`);
    }
    assert.equal(many.lines, MANY[engine.name]);
    const growth = many.peakMb - few.peakMb;
    assert.ok(growth < MAX_GROWTH_MB, `${growth.toFixed(0)} MB more`);
  });
});

/** Links lines as the chainer does, but thousands per transaction. */
async function openRecord({ services, account }: Instance) {
  const { db, seal, chains } = services;
  const { accountId } = account;
  await chains.linkPending();
  const { head } = await chains.verify(accountId);
  let seq = head?.seq ?? 0;
  let hash = head?.hash ?? null;
  const nextLine = () => {
    seq += 1;
    const row = lineAt(accountId, seq);
    hash = chainHash(hash, seq, row);
    return { ...row, chain_seq: seq, chain_hash: hash };
  };
  return {
    async growTo(lines: number) {
      while (seq < lines) {
        const batch = Array.from({ length: Math.min(BATCH, lines - seq) }, nextLine);
        await db.transaction(async (tx) => {
          for (const some of chunksOf(batch, 200)) {
            await tx.insertInto('audit_events').values(some).execute();
          }
          await tx
            .updateTable('audit_chains')
            .set(sealHead(seal, accountId, { seq, hash }))
            .where('account_id', '=', accountId)
            .execute();
        });
      }
    },
  };
}

const lineAt = (accountId: string, seq: number) =>
  ({
    account_id: accountId,
    id: `line-${String(seq).padStart(9, '0')}`,
    at: 1_700_000_000_000 + seq,
    action: 'token.issue',
    result: 'ok',
    actor_user_id: '01990000-0000-7000-8000-000000000001',
    credential_id: 'acme-01990000-0000-7000-8000-000000000002',
    ip: '192.0.2.1',
    target_type: 'Token',
    target_id: `01990000-0000-7000-8000-${String(seq).padStart(12, '0')}`,
    detail: `{"scope":"public_api","seq":${seq},"via":"api"}`,
  }) as const satisfies AuditRow;

function chunksOf<T>(items: readonly T[], size: number): readonly T[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, i) =>
    items.slice(i * size, (i + 1) * size),
  );
}

/** Runs the command in its own process, as an operator does. */
async function verify({ name }: Engine, storage: EngineInstance) {
  const startedAt = performance.now();
  const child = spawn(
    process.execPath,
    [...KEEP_TIDY, '--import', SAY_PEAK, 'src/cli.ts', 'audit', 'verify', '--json'],
    { env: { ...process.env, ...envOf(storage) }, stdio: ['ignore', 'pipe', 'pipe'] },
  );
  const [out, said] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit'),
  ]);
  const seconds = (performance.now() - startedAt) / 1000;
  const { intact, accounts } = JSON.parse(out || '{}');
  assert.equal(intact, true, `${name} ${out} ${said}`);
  const peakMb = Number(/^peak (\d+)$/m.exec(said)?.[1]) / 1024;
  return { lines: Number(accounts[0].checked), peakMb, seconds };
}
