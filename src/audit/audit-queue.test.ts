import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { openSqlite } from '#db/open-sqlite.ts';
import { createAuditQueue } from './audit-queue.ts';

const ACTOR = { accountId: 'a', ip: '::1', via: 'api' } as const;

test('lines that come one by one while the disk works all share the next wait for it', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'formstead-audit-queue-'));
  let waits: (() => void)[] = [];
  let isSlow = false;
  const run = (): Promise<void> => {
    const { promise, resolve } = Promise.withResolvers<void>();
    waits.push(resolve);
    if (!isSlow) resolve();
    return promise;
  };
  const openDisk = () => ({ open: () => undefined, run, close: () => undefined });
  const db = openSqlite(folder, { jitter: () => 0.5, openDisk });
  t.after(async () => {
    await db.close();
    rmSync(folder, { recursive: true });
  });
  await sql`create table lines (action text)`.execute(db.reader);
  const queue = createAuditQueue({
    db,
    audit: {
      append: async (tx, _actor, { action }) => {
        await sql`insert into lines values (${action})`.execute(tx);
      },
    },
  });
  waits = [];
  isSlow = true;
  const append = () => queue.append(ACTOR, { action: 'token.issue' });
  const first = append();
  while (waits.length < 1) await nextTurn();
  const later: Promise<void>[] = [];
  for (let line = 0; line < 5; line += 1) {
    later.push(append());
    await sleep(1);
  }
  waits[0]?.();
  await first;
  while (waits.length < 2) await nextTurn();
  isSlow = false;
  waits[1]?.();
  await Promise.all(later);
  assert.equal(waits.length, 2);
  const { rows } = await sql`select * from lines`.execute(db.reader);
  assert.equal(rows.length, 6);
});
