// Nightly: it takes over three seconds.
import assert from 'node:assert/strict';
import { text } from 'node:stream/consumers';
import { after, before, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import { removeUnnamed } from '#attachments/clean-up.ts';
import { dropExportsWith } from '#retention/erased-exports.store.ts';
import { forEachEngine } from '../../test/support/engines.ts';
import { DEFINITION } from '../../test/support/forms.ts';
import { type Instance, startInstance } from '../../test/support/instance.ts';
import { cleanExpired } from './clean-expired.ts';
import { claimExport, findExport, insertExport } from './export.store.ts';
import { type ExportJob, KEPT_MS, MAX_STALLED } from './export.ts';
import { createExportRunner, type ExportRunner } from './export-runner.ts';

forEachEngine((engine) => {
  let node: Instance;
  let templateId: string;
  let owner: { readonly accountId: string; readonly userId: string };
  const errors: unknown[] = [];
  before(async () => {
    node = await startInstance(engine);
    const { accountId, userId } = node.account;
    owner = { accountId, userId };
    // The node's own runner must not run the exports of these tests.
    await node.services.exportRunner.close();
    const { db, forms } = node.services;
    const by = { ...owner, role: 'admin', via: 'api' } as const;
    templateId = await db.transaction(async (tx) => {
      const { id } = await forms.createTemplate(tx, by, { name: 'Runs', definition: DEFINITION });
      await forms.publishTemplate(tx, by, id);
      return id;
    });
    await db.transaction(async (tx) => {
      for (let i = 0; i < 30; i += 1) {
        await forms.createForm(tx, by, { templateId, answers: { site: `Dam ${i}` } });
      }
    });
  });
  after(() => node.close());

  /** Creates the runner of a node. With `isSlow`, storing files takes time; with `until`, the first file waits for it. */
  const runner = ({
    isSlow = false,
    until,
  }: {
    readonly isSlow?: boolean;
    readonly until?: Promise<void>;
  } = {}): ExportRunner => {
    const { services } = node;
    let files = 0;
    const slow = {
      ...services.files,
      async put(...[key, source, limits]: Parameters<typeof services.files.put>) {
        files += 1;
        if (until !== undefined) {
          if (files === 1) await until;
          return services.files.put(key, source, limits);
        }
        async function* slowly(): AsyncIterable<Uint8Array> {
          for await (const piece of source) {
            await setTimeout(100);
            yield piece;
          }
          await setTimeout(30_000, undefined, { ref: false });
        }
        return services.files.put(key, slowly(), limits);
      },
    };
    return createExportRunner({
      ...services,
      files: isSlow || until !== undefined ? slow : services.files,
      onError: (error) => errors.push(error),
    });
  };
  const begin = async (more: Partial<ExportJob> = {}): Promise<string> => {
    const { db, ids, clock } = node.services;
    const id = ids.next();
    const job: ExportJob = {
      id,
      ...owner,
      kind: 'csv',
      templateId,
      formId: undefined,
      options: { locale: 'en' },
      state: 'queued',
      progress: 0,
      written: 0,
      message: undefined,
      problems: [],
      problemCount: 0,
      files: [],
      attempts: 0,
      stalled: 0,
      scope: undefined,
      createdBy: owner.userId,
      createdAt: clock.now(),
      finishedAt: undefined,
      expiresAt: clock.now() + KEPT_MS,
      ...more,
    };
    await db.transaction((tx) => insertExport(tx, job));
    return id;
  };
  const read = async (id: string): Promise<ExportJob> => {
    const job = await findExport(node.services.db.reader, owner, id);
    assert.ok(job);
    return job;
  };
  /** Ends the lease as if it had expired: PostgreSQL checks leases with its own clock, which tests cannot set. */
  const endLease = (id: string) =>
    node.services.db.reader
      .updateTable('export_jobs')
      .set({ leased_until: 0 })
      .where('account_id', '=', owner.accountId)
      .where('id', '=', id)
      .execute();
  const until = async (id: string, state: ExportJob['state']): Promise<ExportJob> => {
    for (let waited = 0; waited < 20_000; waited += 20) {
      const job = await read(id);
      if (job.state === state) return job;
      await setTimeout(20);
    }
    throw new Error(`it never is ${state}`);
  };

  test('an export that takes seconds does not wait for one that takes long', async () => {
    const { db } = node.services;
    const count = (form_count: number) =>
      db.reader.updateTable('templates').set({ form_count }).where('id', '=', templateId).execute();
    await count(1_000_000);
    const gate = Promise.withResolvers<void>();
    const slow = runner({ until: gate.promise });
    const large = await begin();
    slow.wake();
    await until(large, 'running');
    const another = await begin();
    const { id: formId } = await db.reader
      .selectFrom('forms')
      .select('id')
      .where('template_id', '=', templateId)
      .limit(1)
      .executeTakeFirstOrThrow();
    const small = await begin({ kind: 'pdf', templateId: undefined, formId });
    slow.wake();
    await until(small, 'done');
    assert.deepEqual(
      [(await read(large)).state, (await read(another)).state],
      ['running', 'queued'],
    );
    gate.resolve();
    for (const id of [large, another]) await until(id, 'done');
    await slow.close();
    await count(30);
  });

  test('what is asked for at once is made one after the other, and each once', async () => {
    const ids = [await begin(), await begin({ kind: 'json' }), await begin()];
    const [one, two] = [runner(), runner()];
    for (const each of [one, two]) each.wake();
    for (const id of ids) {
      const job = await until(id, 'done');
      assert.deepEqual([job.attempts, job.written, job.progress], [1, 30, 100]);
    }
    await one.close();
    await two.close();
    assert.deepEqual(errors, []);
  });

  test('a table is never written by a version that ignores its conditions, and one that waited before is written', async () => {
    const { reader } = node.services.db;
    const options = { locale: 'en', sort: 'number desc', columns: 'number' } as const;
    const [table, old] = [await begin({ options }), await begin({ options })];
    // As the versions before have stored it.
    await sql`update export_jobs set kind = 'csv' where id = ${old}`.execute(reader);
    const rows = await reader
      .selectFrom('export_jobs')
      .select(['id', 'kind'])
      .where('id', 'in', [table, old])
      .orderBy('id')
      .execute();
    const knownTo010 = ['csv', 'json', 'pdf'];
    assert.deepEqual(
      rows.map(({ kind }) => knownTo010.includes(kind)),
      [false, true],
    );
    const now = runner();
    now.wake();
    for (const id of [table, old]) {
      const { kind, written, files } = await until(id, 'done');
      assert.deepEqual([kind, written], ['csv', 30]);
      const stored = await node.services.files.open(files[0]?.storageKey ?? '');
      assert.ok(stored);
      assert.match(await text(stored.stream), /^[^\n]*\r\n30\r\n29\r\n/);
    }
    await now.close();
  });

  test('an export that a restart interrupts begins again, and leaves nothing of its first try', async () => {
    const id = await begin();
    const first = runner({ isSlow: true });
    first.wake();
    await until(id, 'running');
    // A killed process reports nothing: another one waits until the lease has expired.
    const other = runner();
    other.wake();
    await setTimeout(100);
    assert.equal((await read(id)).attempts, 1);
    // The first runner still renews its lease every second, perhaps just before the other one looks.
    for (let tries = 0; tries < 100 && (await read(id)).attempts === 1; tries += 1) {
      await endLease(id);
      other.wake();
      await setTimeout(50);
    }
    const done = await until(id, 'done');
    assert.equal(done.attempts, 2);
    void first.close();
    await other.close();
    const { files } = node.services;
    const stored = await files.open(done.files[0]?.storageKey ?? '');
    assert.equal(stored?.size, done.files[0]?.size);
    stored?.stream.destroy();
  });

  test('an export that is cancelled stops, and its files go', async () => {
    const id = await begin();
    const slow = runner({ isSlow: true });
    slow.wake();
    await until(id, 'running');
    const { db, clock } = node.services;
    await db.reader
      .updateTable('export_jobs')
      .set({ state: 'cancelled', finished_at: clock.now() })
      .where('id', '=', id)
      .execute();
    await setTimeout(1500);
    assert.deepEqual([(await read(id)).state, (await read(id)).files], ['cancelled', []]);
    void slow.close();
  });

  test('an export that ends its process each time fails in the end, and says so', async () => {
    const id = await begin({ attempts: MAX_STALLED, stalled: MAX_STALLED, state: 'running' });
    const again = runner();
    again.wake();
    const failed = await until(id, 'failed');
    assert.match(failed.message ?? '', /interrupted/);
    await again.close();
  });

  test('an export of which forms are erased waits for that, and is made then, however many they are', async () => {
    const { db, clock } = node.services;
    const id = await begin();
    const again = runner();
    for (let erased = 0; erased < MAX_STALLED + 1; erased += 1) {
      const ours = { account: owner.accountId, person: owner.userId };
      const claim = () => claimExport(db.reader, ours, 'small', clock.now());
      assert.equal((await claim())?.id, id);
      const form = { accountId: owner.accountId, templateId, id: 'none' };
      await db.transaction((tx) => dropExportsWith(tx, form, clock.now()));
      assert.equal(await claim(), undefined, 'more may follow');
      await endLease(id);
    }
    again.wake();
    assert.equal((await until(id, 'done')).written, 30);
    await again.close();
  });

  test('what a person may not see any more is not exported for them', async () => {
    const { db, directory } = node.services;
    const { id: userId } = await node.addUser('leaver', 'designer');
    const job = await begin({ createdBy: userId });
    const actor = { accountId: owner.accountId, via: 'command-line' } as const;
    await db.transaction((tx) => directory.setActive(tx, actor, userId, false));
    const again = runner();
    again.wake();
    const find = () => findExport(db.reader, { ...owner, userId }, job);
    for (let tries = 0; tries < 500 && (await find())?.finishedAt === undefined; tries += 1) {
      await setTimeout(20);
    }
    const row = await find();
    assert.deepEqual([row?.state, row?.files], ['failed', []]);
    await again.close();
  });

  test('after a week an export goes, and its files with it', async () => {
    const id = await begin();
    const once = runner();
    once.wake();
    const { files: results } = await until(id, 'done');
    await once.close();
    const { db, files, clock } = node.services;
    const later = (ms: number) => ({ db, files, clock: { now: () => clock.now() + ms } });
    await cleanExpired(later(KEPT_MS - 60_000));
    await read(id);
    await cleanExpired(later(KEPT_MS + 60_000));
    assert.equal(await findExport(db.reader, owner, id), undefined);
    await removeUnnamed(later(KEPT_MS + 2 * 3_600_000));
    assert.equal(await files.open(results[0]?.storageKey ?? ''), undefined);
  });
});
