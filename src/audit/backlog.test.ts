// A node that links nothing for a while leaves a backlog. Catching up must not stop the requests that write.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { forEachEngine } from '../../test/support/engines.ts';
import { type Instance, startInstance } from '../../test/support/instance.ts';
import { IS_DEEP } from '../../test/support/timing.ts';

const LINES = IS_DEEP ? 100_000 : 5000;
const PER_INSERT = 500;
/** While this many events are linked, another request writes at least once. */
const LINES_A_WRITE = 400;
/** Limit on an idle machine. */
const MAX_MEDIAN_MS = 20;

forEachEngine((engine) => {
  test(`a backlog of ${LINES} lines is linked in short steps, and who writes has a turn between them`, async (t) => {
    const instance = await startInstance(engine);
    t.after(() => instance.close());
    const { db, chains } = instance.services;
    const { accountId } = instance.account;
    await addLines(instance, LINES);
    const ms: number[] = [];
    let isLinking = true;
    const linking = (async () => {
      for (;;) {
        await chains.linkPending();
        const { unlinked } = await chains.verify(accountId);
        if (unlinked.count === 0) break;
      }
      isLinking = false;
    })();
    while (isLinking) {
      const startedAt = performance.now();
      await db.transaction((tx) =>
        tx
          .updateTable('accounts')
          .set((eb) => ({ name: eb.ref('name') }))
          .where('id', '=', accountId)
          .execute(),
      );
      ms.push(performance.now() - startedAt);
    }
    await linking;
    const sorted = ms.toSorted((a, b) => a - b);
    const at = (share: number) => sorted[Math.floor(sorted.length * share)] ?? 0;
    t.diagnostic(
      `${sorted.length} writes: median ${at(0.5).toFixed(1)}, 95 % ${at(0.95).toFixed(1)} ms`,
    );
    assert.ok(ms.length >= LINES / LINES_A_WRITE, `${ms.length} writes meanwhile`);
    if (IS_DEEP) assert.ok(at(0.5) < MAX_MEDIAN_MS, `${at(0.5)} ms`);
    const report = await chains.verify(accountId);
    assert.deepEqual([report.intact, report.unlinked.count], [true, 0]);
    assert.ok(report.checked >= LINES);
  });
});

/** Adds unlinked events, three for each moment. */
async function addLines({ services, account }: Instance, count: number): Promise<void> {
  for (let first = 0; first < count; first += PER_INSERT) {
    const lines = Array.from({ length: PER_INSERT }, (_, i) => ({
      account_id: account.accountId,
      id: `line-${String(first + i).padStart(8, '0')}`,
      at: 1_800_000_000_000 + Math.floor((first + i) / 3),
      action: 'token.issue',
      result: 'ok' as const,
      detail: '{"via":"api"}',
    }));
    await services.db.transaction((tx) => tx.insertInto('audit_events').values(lines).execute());
  }
}
