// Limits under transactions that certainly overlap: each stays open for a while after it has counted.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { createAudit } from '#audit/index.ts';
import { AppError } from '#kernel/errors.ts';
import { openDirectory, type TestDirectory } from '../../test/support/directory.ts';
import { forEachEngine } from '../../test/support/engines.ts';
import { createQuotas, type QuotaName, type Quotas } from './index.ts';

const AT_ONCE = 40;
const OPEN_MS = 20;

forEachEngine((engine) => {
  let base: TestDirectory;
  let quotas: Quotas;
  before(async () => {
    base = await openDirectory(engine);
    const { clock, ids } = base;
    quotas = createQuotas({
      settings: {
        fileBytes: 4050,
        forms: 7,
        uploadBytesPerDay: 1000,
        answerBytes: undefined,
        answerBytesPerDay: undefined,
        answerBytesPerLinkPerDay: undefined,
      },
      clock,
      audit: createAudit({ clock, ids }),
    });
  });
  after(() => base.close());

  /** @returns how many of the transactions were accepted */
  const takeAtOnce = async (name: QuotaName, amount: number): Promise<number> => {
    const { db, ids, account } = base;
    const taken = await Promise.all(
      Array.from({ length: AT_ONCE }, () =>
        db
          .transaction(async (tx) => {
            await quotas.take(tx, account.id, name, amount, { id: ids.next() });
            await sleep(OPEN_MS);
            return 1;
          })
          .catch((error: unknown) => {
            assert.ok(error instanceof AppError && error.status === 507, String(error));
            return 0;
          }),
      ),
    );
    return taken.reduce<number>((sum, one) => sum + one, 0);
  };
  const used = async (name: QuotaName): Promise<number> =>
    (await quotas.usage(base.db.reader, base.account.id))[name].used;

  test('files never go beyond the limit, however many are stored at once', async () => {
    assert.equal(await takeAtOnce('fileBytes', 400), 10);
    assert.equal(await used('fileBytes'), 4000);
  });

  test('forms never go beyond the limit, however many are made at once', async () => {
    assert.equal(await takeAtOnce('forms', 1), 7);
    assert.equal(await used('forms'), 7);
  });

  test('nobody fails who comes near the limit with others', async () => {
    const { db, account } = base;
    const limitTo = (forms: number) =>
      db.transaction((tx) =>
        quotas.setLimits(tx, { accountId: account.id, via: 'command-line' }, { forms }),
      );
    await limitTo(10_000);
    assert.equal(await takeAtOnce('forms', 1), AT_ONCE);
    // With about a thousand left, the next transactions change from counting in parallel to one after the other.
    await limitTo(7 + AT_ONCE + 1010);
    assert.equal(await takeAtOnce('forms', 1), AT_ONCE);
    assert.equal(await used('forms'), 7 + 2 * AT_ONCE);
  });

  test('nobody uploads more in a day than there may be, however much at once', async () => {
    const { db, account, clock } = base;
    const by = { accountId: account.id, userId: 'ada' };
    const upload = () =>
      db
        .transaction((tx) => quotas.takeUpload(tx, by, 300))
        .then(
          () => 1,
          () => 0,
        );
    const taken = await Promise.all(Array.from({ length: AT_ONCE }, upload));
    assert.equal(
      taken.reduce<number>((sum, one) => sum + one, 0),
      3,
    );
    clock.advance(86_400_000);
    assert.equal(await upload(), 1);
    await quotas.forgetDays(db.reader);
    await assert.rejects(quotas.requireUploads(db.reader, by, 800), /uploaded 0\.0 MiB today/);
  });
});
