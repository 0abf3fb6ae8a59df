// An archive may come from the admin of another organisation: nothing in it may reach the organisations that are here.
// Nightly: it exports and imports whole organisations; shorter tests read archives that were edited.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { promisify } from 'node:util';
import { cutLogs } from '#provisioning/index.ts';
import { PNG } from '../../../test/support/attachments.ts';
import { adminBrowser } from '../../../test/support/browser.ts';
import { commandLine, envOf, folder } from '../../../test/support/command-line.ts';
import { examine } from '../../../test/support/doctor.ts';
import { forEachEngine } from '../../../test/support/engines.ts';
import { type Instance, startInstance } from '../../../test/support/instance.ts';

const run = promisify(execFile);

type Change = (lines: readonly object[]) => readonly object[];
const MIB = 1_048_576;
const parsed = (line: string): object => (line === '' ? {} : JSON.parse(line));

interface Part {
  readonly path: string;
  rows: number;
  bytes: number;
  sha256: string;
}

forEachEngine((engine) => {
  /** Exports a new organisation, with other lines in one part. */
  async function archiveWith(
    t: TestContext,
    path: string,
    lines: readonly object[] | Change,
  ): Promise<string> {
    const here = await engine.fresh('any');
    const exporter = await startInstance(engine, { storage: here });
    await exporter.request('GET', '/scim/v2/ServiceProviderConfig');
    await exporter.close();
    const home = await folder(t);
    const archive = join(home, 'archive.tar.gz');
    const exported = await commandLine(envOf(here))('account', 'export', '--out', archive);
    assert.equal(exported.code, 0, exported.stderr);
    return withLines(home, archive, path, lines);
  }

  test("an archive can't put its picture in the place of another organisation's logo", async (t) => {
    const there = await engine.fresh('any');
    const instance = await startInstance(engine, { storage: there });
    t.after(() => instance.close());
    const admin = await adminBrowser(instance);
    const made = await admin.send('POST', '/app/v1/templates', { body: { name: 'Visit' } });
    const sent = await admin.send('PUT', `/app/v1/templates/${made.at('id')}/logo`, {
      body: PNG,
      headers: { 'content-type': 'image/png' },
    });
    assert.equal(sent.status, 200, sent.text);
    const url = String(sent.at('logo', 'url'));
    const before = await admin.send('GET', url);
    assert.equal(before.status, 200);
    const name = url.slice(url.lastIndexOf('/') + 1);
    await instance.close();

    const logo = Buffer.from('another picture').toString('base64');
    const brand = { accent: null, logo, logoHash: name, logoWidth: 1, logoHeight: 1 };
    const changed = await archiveWith(t, 'data/brands.jsonl', [brand]);
    const ran = await commandLine(envOf(there))(
      ...['account', 'import', changed, '--as', 'guest', '--yes'],
    );
    assert.equal(ran.code, 0, ran.stderr);
    const again = await startInstance(engine, { storage: there, account: instance.account });
    t.after(() => again.close());
    const after = await again.request('GET', url);
    assert.equal(after.status, 200);
    assert.deepEqual(after.bytes, before.bytes);
  });

  test("an archive can't have its answers counted among those of another organisation", async (t) => {
    const there = await engine.fresh('any');
    const instance = await startInstance(engine, { storage: there });
    t.after(() => instance.close());
    const answered = async ({ services }: Instance) =>
      await services.db.reader
        .selectFrom('answer_values')
        .select(['account_id', 'template_id', 'field', 'series'])
        .orderBy('account_id')
        .execute();
    const templateId = await publishVisit(instance);
    const body = { templateId, fields: { site: { text: 'Dam' } } };
    assert.equal((await instance.request('POST', '/v2/formz', { body })).status, 201);
    const [mine] = await answered(instance);
    assert.equal(mine?.series?.length, 16);
    await instance.close();

    const { template_id, field, series } = mine;
    const line = {
      formId: 'x',
      field,
      inRow: 0,
      inAnswer: 0,
      templateId: template_id,
      text: 'dam',
    };
    const changed = await archiveWith(t, 'index/answer-values.jsonl', [
      { ...line, number: null, series },
    ]);
    const ran = await commandLine(envOf(there))(
      ...['account', 'import', changed, '--as', 'guest', '--yes'],
    );
    assert.equal(ran.code, 0, ran.stderr);
    const again = await startInstance(engine, { storage: there, account: instance.account });
    t.after(() => again.close());
    const counted = await answered(again);
    assert.equal(counted.length, 2);
    assert.equal(counted.filter((row) => row.series === series).length, 1);
  });

  test('an archive lifts no limit of a provisioning log, and keeps nobody from holding that of others', async (t) => {
    const there = await engine.fresh('any');
    const instance = await startInstance(engine, { storage: there });
    const logged = await instance.request('GET', '/scim/v2/ServiceProviderConfig');
    assert.equal(logged.status, 200, logged.text);
    const { accountId: own } = instance.account;
    await instance.close();
    const again = await startInstance(engine, { storage: there, account: instance.account });
    t.after(() => again.close());
    const { db, ids } = again.services;
    const row = await db.reader
      .selectFrom('provisioning_log')
      .selectAll()
      .executeTakeFirstOrThrow();
    const request_body = JSON.stringify('a'.repeat(60_000));
    for (let i = 0; i < 30; i += 1) {
      const id = ids.next();
      const entry = { ...row, id, request_body };
      await db.reader.insertInto('provisioning_log').values(entry).execute();
      const part = { account_id: own, id, bytes: 61_000, last_at: again.clock.now() };
      await db.reader.insertInto('provisioning_log_parts').values(part).execute();
    }
    await again.close();

    const env = { ...envOf(there), FORMSTEAD_QUOTA_PROVISIONING_LOG_MIB: '16' };
    const home = await folder(t);
    const changed = await archiveWith(t, 'data/provisioning-log.jsonl', ([line]) =>
      Array.from({ length: 30 }, (_, i) => ({
        ...{ ...line, id: `zzz${i}`, requestId: `r-${i}`, at: Number.MAX_SAFE_INTEGER },
        requestBody: 'a'.repeat(60_000),
      })),
    );
    const more = await withLines(home, changed, 'data/accounts.jsonl', ([line]) => [
      { ...line, provisioningLogCutAt: Number.MAX_SAFE_INTEGER },
    ]);
    const ran = await commandLine(env)('account', 'import', more, '--as', 'guest', '--yes');
    assert.equal(ran.code, 0, ran.stderr);
    assert.equal(
      (await examine(commandLine(env))).of('provisioning log'),
      'ok: none has reached its limit of 16 MiB',
    );
    const last = await startInstance(engine, { storage: there, account: instance.account });
    t.after(() => last.close());
    await cutLogs(last.services.db, MIB, last.clock.now());
    const left = await last.services.db.reader
      .selectFrom('provisioning_log')
      .select((eb) => ['account_id', eb.fn.countAll<number>().as('count')])
      .groupBy('account_id')
      .execute();
    assert.equal(left.length, 2);
    for (const { count } of left) assert.ok(Number(count) < 20, JSON.stringify(left));
  });
});

/** Publishes a template with one text. @returns its id */
async function publishVisit(instance: Instance): Promise<string> {
  const { send } = await adminBrowser(instance);
  const definition = { elements: [{ type: 'text', name: 'site' }] };
  const made = await send('POST', '/app/v1/templates', { body: { name: 'Visit', definition } });
  const published = await send('POST', `/app/v1/templates/${made.at('id')}/publish`, { body: {} });
  assert.equal(published.status, 200, published.text);
  return String(made.at('id'));
}

/** Packs an archive anew, with other lines in one part, and a manifest that fits. */
async function withLines(
  home: string,
  archive: string,
  path: string,
  lines: readonly object[] | Change,
): Promise<string> {
  const names = (await run('tar', ['tzf', archive])).stdout.trim().split('\n');
  await run('tar', ['xzf', archive, '-C', home]);
  const before = readFileSync(join(home, path), 'utf8').trim().split('\n');
  const after = typeof lines === 'function' ? lines(before.map((line) => parsed(line))) : lines;
  const text = after.map((line) => `${JSON.stringify(line)}\n`).join('');
  writeFileSync(join(home, path), text);
  const manifestFile = join(home, 'manifest.json');
  const manifest: { parts: Part[] } = JSON.parse(readFileSync(manifestFile, 'utf8'));
  for (const part of manifest.parts.filter((each) => each.path === path)) {
    part.rows = after.length;
    part.bytes = Buffer.byteLength(text);
    part.sha256 = createHash('sha256').update(text).digest('hex');
  }
  writeFileSync(manifestFile, JSON.stringify(manifest));
  const packed = join(home, 'packed.tar.gz');
  await run('tar', ['czf', packed, '--format=ustar', '-C', home, ...names]);
  return packed;
}
