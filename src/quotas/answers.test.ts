// Limits of answers under transactions that certainly overlap, and the count of what was there before.
// Nightly: it takes over three seconds.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { createAudit } from '#audit/index.ts';
import { addToCounter, readCounter } from '#db/counters.ts';
import { AppError } from '#kernel/errors.ts';
import { openDirectory, type TestDirectory, withCode } from '../../test/support/directory.ts';
import { forEachEngine } from '../../test/support/engines.ts';
import { saveCountState } from './count-answers.store.ts';
import {
  type AnswerWriter,
  countAnswerBytes,
  countAnswers,
  createQuotas,
  type Quotas,
  recountAnswers,
  selectDeviation,
} from './index.ts';

const MIB = 1_048_576;
const AT_ONCE = 40;
const OPEN_MS = 20;
const HOUR_MS = 3_600_000;

forEachEngine((engine) => {
  let base: TestDirectory;
  let quotas: Quotas;
  before(async () => {
    base = await openDirectory(engine);
    const { clock, ids } = base;
    quotas = createQuotas({
      settings: {
        fileBytes: undefined,
        forms: undefined,
        uploadBytesPerDay: undefined,
        answerBytes: 100 * MIB,
        answerBytesPerDay: 60 * MIB,
        answerBytesPerLinkPerDay: 80_000,
      },
      clock,
      audit: createAudit({ clock, ids }),
    });
  });
  after(() => base.close());

  const used = () => readCounter(base.db.reader, base.account.id, 'answerBytes');
  const add = (
    userId: string,
    growth: { readonly answers?: number; readonly history?: number },
    more: Partial<AnswerWriter> = {},
  ) =>
    base.db.transaction(async (tx) => {
      const accountId = base.account.id;
      quotas.limitAnswers(tx, { accountId, userId, kind: 'person', ...more });
      countAnswerBytes(tx, { accountId, id: base.ids.next() }, growth);
      await sleep(OPEN_MS);
    });
  /** @returns how many of them were accepted */
  const addAtOnce = async (
    code: 'answers-full' | 'answers-of-day-full',
    one: (i: number) => Promise<void>,
  ): Promise<number> => {
    const accept = async (i: number) => {
      try {
        await one(i);
        return 1;
      } catch (error) {
        assert.ok(error instanceof AppError && error.code === code, String(error));
        return 0;
      }
    };
    const taken = await Promise.all(Array.from({ length: AT_ONCE }, (_, i) => accept(i)));
    return taken.reduce<number>((sum, each) => sum + each, 0);
  };
  const setUsed = async (bytes: number): Promise<void> => {
    const delta = bytes - (await used());
    await base.db.transaction((tx) => addToCounter(tx, base.account.id, 'answerBytes', '0', delta));
  };

  test('answers never go beyond the limit, however many are written at once, large or small', async () => {
    await setUsed(90 * MIB);
    const isTaken = await addAtOnce('answers-full', (i) => add(`u${i}`, { answers: MIB }));
    assert.equal(isTaken, 10);
    assert.equal(await used(), 100 * MIB);
    // From far away, small ones are counted side by side, and one after the other near the limit.
    await setUsed(100 * MIB - 35_000_000);
    const amount = 32_000;
    assert.equal(
      await addAtOnce('answers-full', (i) => add(`v${i}`, { answers: amount })),
      AT_ONCE,
    );
    await setUsed(100 * MIB - 7 * amount - 5);
    assert.equal(await addAtOnce('answers-full', (i) => add(`w${i}`, { answers: amount })), 7);
    assert.equal(await used(), 100 * MIB - 5);
  });

  test('what was begun offline, and what only adds to a history, has a reserve, and not an endless one', async () => {
    await setUsed(100 * MIB);
    await assert.rejects(add('x', { answers: 1, history: 200 }), withCode('answers-full'));
    await add('x', { history: 200 });
    const offline = (i: number) => add(`y${i}`, { answers: MIB / 2 }, { reserve: true });
    assert.equal(await addAtOnce('answers-full', offline), 19);
    await setUsed(110 * MIB);
    await assert.rejects(add('x', { history: 200 }), withCode('answers-full'));
    // A change that removes more than it adds is never refused.
    await add('x', { answers: -500, history: 200 });
    assert.equal(await used(), 110 * MIB - 300);
  });

  test('a person adds so much in a day, whatever they delete, and tomorrow again', async () => {
    await setUsed(0);
    const isTaken = await addAtOnce('answers-of-day-full', () => add('ada', { answers: 4 * MIB }));
    assert.equal(isTaken, 15);
    await add('ada', { answers: -50 * MIB });
    await assert.rejects(add('ada', { history: 200 }), (error) => {
      assert.ok(error instanceof AppError && error.status === 429);
      assert.equal(error.extra['reason'], 'day-of-person');
      assert.ok(Number(error.headers['retry-after']) > 0);
      return true;
    });
    await add('grace', { answers: MIB });
    base.clock.advance(24 * HOUR_MS);
    await add('ada', { answers: 4 * MIB });
    await quotas.forgetDays(base.db.reader);
    const rows = await base.db.reader.selectFrom('answer_days').selectAll().execute();
    assert.deepEqual(
      rows.map(({ writer_id }) => writer_id),
      ['ada'],
    );
  });

  test('a link receives so much in a day, a stranger can take an eighth of it, and first visits have a reserve', async () => {
    const send = (site: string, answers: number) =>
      add('link', { answers }, { kind: 'link', site });
    await send('stranger', 6000);
    await send('stranger', 4000);
    await assert.rejects(send('stranger', 1), (error) => {
      assert.ok(error instanceof AppError);
      assert.equal(error.extra['reason'], 'day-of-site');
      assert.equal(error.extra['limit'], 10_000);
      return true;
    });
    for (let i = 0; i < 7; i += 1) await send(`site ${i}`, 10_000);
    const first = { accountId: base.account.id, userId: 'link', kind: 'link' } as const;
    await assert.rejects(
      quotas.requireAnswers(base.db.reader, { ...first, site: 'site 1' }),
      withCode('answers-of-day-full'),
    );
    await quotas.requireAnswers(base.db.reader, { ...first, site: 'new' });
    await send('new', 5000);
    await assert.rejects(send('new', 1), (error) => {
      assert.ok(error instanceof AppError);
      assert.equal(error.extra['reason'], 'day-of-link');
      return true;
    });
    await assert.rejects(send('newer', 5000), withCode('answers-of-day-full'));
  });

  test('what was there before is counted while others write, and nothing is refused before', async () => {
    const { db, clock, account } = base;
    const forms = async (name: string, length: number) => {
      const rows = Array.from({ length: 3000 }, (_, i) => ({
        account_id: account.id,
        id: base.ids.next(),
        number: length * 10_000 + i,
        name,
        name_key: name,
        template_id: 't',
        template_version_id: 'v',
        status: 'draft' as const,
        status_changed_at: 0,
        assignee_type: 'User' as const,
        assignee_id: 'u',
        created_by: 'u',
        created_at: 0,
        updated_at: 0,
        revision: 1,
        answers: JSON.stringify({ a: 'ü'.repeat(length) }),
      }));
      for (let at = 0; at < rows.length; at += 500) {
        await db.reader
          .insertInto('forms')
          .values(rows.slice(at, at + 500))
          .execute();
      }
    };
    const off = () => selectDeviation(db.reader, account.id, 'answerBytes');
    await forms('old', 10);
    await setUsed(0);
    await db.transaction((tx) => saveCountState(tx, { passes: 0, finishedAt: 0, after: '' }));
    assert.equal(await quotas.isCounting(db.reader), true);
    await setUsed(200 * MIB);
    await add('late', { answers: MIB });
    await setUsed(0);
    const job = countAnswers({ db, clock });
    // Writes that count, in between; each shrinks and grows the form of the same answers.
    const write = async (bytes: number) => {
      await db.transaction(async (tx) => {
        const form = { account_id: account.id, id: base.ids.next() };
        const answers = JSON.stringify('x'.repeat(bytes));
        countAnswerBytes(tx, { accountId: account.id, id: form.id }, { answers: answers.length });
        await tx
          .insertInto('form_events')
          .values({
            ...form,
            form_id: form.id,
            at: 0,
            action: 'edit',
            actor_user_id: null,
            credential_id: null,
            detail: null,
          })
          .execute();
        countAnswerBytes(
          tx,
          { accountId: account.id, id: form.id },
          {
            answers: -answers.length,
            history: 200,
          },
        );
      });
    };
    await Promise.all([job.run(), ...Array.from({ length: 20 }, (_, i) => write(i))]);
    assert.equal(await off(), 0);
    assert.ok((await used()) >= 3000 * 28);
    if (engine.name === 'sqlite') {
      assert.equal(await quotas.isCounting(db.reader), false, 'no other node runs beside it');
      return;
    }
    // A node of the version before writes on, and counts nothing.
    await forms('beside', 20);
    await job.run();
    assert.equal(await quotas.isCounting(db.reader), true);
    assert.notEqual(await off(), 0);
    clock.advance(HOUR_MS);
    await job.run();
    assert.equal(await off(), 0);
    assert.equal(await quotas.isCounting(db.reader), false);
  });

  test('two that recount at once correct a total once', async () => {
    await setUsed(12_345);
    const { db, account } = base;
    await Promise.all(Array.from({ length: 6 }, () => recountAnswers(db, account.id)));
    assert.equal(await selectDeviation(db.reader, account.id, 'answerBytes'), 0);
  });
});
