// Stored bytes that are not the ones that were stored are never served as if they were, and everybody hears of it whom it
// concerns.
// Nightly: it takes over three seconds.
import assert from 'node:assert/strict';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { leasesIn } from '#db/leases.ts';
import { adminBrowser, type Browser } from '../../test/support/browser.ts';
import { damageFile } from '../../test/support/damage.ts';
import { type EngineInstance, forEachEngine } from '../../test/support/engines.ts';
import { createTestClock, type Instance, startInstance } from '../../test/support/instance.ts';
import { photograph } from '../../test/support/photographed.ts';
import { waitUntil } from '../../test/support/wait-until.ts';
import { checkSome } from './check-files.ts';
import { readFileCheck } from './file-check.store.ts';

const WEEK_MS = 7 * 86_400_000;
const MIB = 1_048_576;

forEachEngine((engine) => {
  const clock = createTestClock();
  /** Ahead of that of the service, whose tokens would end otherwise. */
  const checkClock = createTestClock();
  let storage: EngineInstance;
  let node: Instance;
  let admin: Browser;
  before(async () => {
    storage = await engine.fresh('any');
    node = await startInstance(engine, { storage, clock });
    admin = await adminBrowser(node);
  });
  after(() => node.close());
  const pathOf = (stored: string): string => join(storage.dataDir, stored);
  const items = async (formId: string) => {
    const answer = await node.request('GET', `/v2/formz/${formId}/attachments`);
    assert.ok(Array.isArray(answer.body));
    return answer.body;
  };
  const alertKinds = async (): Promise<string> => (await admin.send('GET', '/app/v1/alerts')).text;
  /** Begins a round of the check, and keeps the service from it. */
  const beginRound = async (): Promise<void> => {
    const { db } = node.services;
    checkClock.advance(WEEK_MS);
    await db.reader.deleteFrom('leases').where('name', '=', 'check-files').execute();
    const lease = { name: 'check-files', holder: 'test', now: clock.now(), lifeMs: 29_000 };
    assert.ok(await leasesIn(db).take(lease));
  };
  /** Reads all files in turn. @returns what was found to be damaged */
  const checkAll = async (): Promise<readonly string[]> => {
    const found: string[] = [];
    const { db, files } = node.services;
    await beginRound();
    const ended = (await readFileCheck(db.reader)).endedAt;
    for (let turn = 0; turn < 50; turn += 1) {
      await checkSome({
        ...{ db, files, clock: checkClock },
        onDamage: ({ storageKey }, state) => void found.push(`${state} ${storageKey}`),
      });
      const { endedAt, after } = await readFileCheck(db.reader);
      if (after === undefined && endedAt !== ended) return found;
    }
    throw new Error('the round does not end');
  };

  test('a damaged file is answered with file-damaged, shown as such, and served again once it is right', async () => {
    const { formId, id, photo } = await photograph(node);
    const read = () => node.request('GET', `/v2/formz/${formId}/attachments/${id}`);
    const restore = damageFile(pathOf(photo), 60);
    const answer = await read();
    assert.equal(answer.status, 410, answer.text);
    assert.match(String(answer.at('type')), /file-damaged$/);
    assert.equal((await items(formId))[0]?.damaged, true);
    const shown = await admin.send('GET', `/app/v1/forms/${formId}`);
    assert.equal(shown.at('attachments', 0, 'damaged'), true);
    assert.match(await alertKinds(), /"kind":"files-damaged"/);
    const status = await admin.send('GET', '/app/v1/status');
    assert.deepEqual(status.at('damagedFiles'), { count: 1, forms: [formId] });
    assert.match(JSON.stringify(status.at('warnings')), /files-damaged/);

    restore();
    assert.equal((await read()).status, 200);
    assert.equal((await items(formId))[0]?.damaged, undefined);
    assert.doesNotMatch(await alertKinds(), /files-damaged/);
  });

  test('damage behind the first MiB ends the connection before the last byte, and is an error from then on', async () => {
    const bytes = Buffer.alloc(3 * MIB, 'a line of text\n');
    const { formId, id, photo } = await photograph(node, { bytes, type: 'text/plain' });
    const read = () => node.request('GET', `/v2/formz/${formId}/attachments/${id}`);
    assert.ok((await read()).bytes.equals(bytes));
    const restore = damageFile(pathOf(photo), bytes.length - 1);
    await assert.rejects(read());
    await waitUntil(async () => (await items(formId))[0]?.damaged === true);
    assert.equal((await read()).status, 410);
    restore();
    assert.ok((await read()).bytes.equals(bytes));
  });

  test('a missing file is told like a changed one, and an unchanged one that a browser has is not read', async () => {
    const { formId, id, photo } = await photograph(node);
    const path = `/v2/formz/${formId}/attachments/${id}`;
    const etag = String((await node.request('GET', path)).headers['etag']);
    rmSync(pathOf(photo));
    assert.equal((await node.request('GET', path)).status, 410);
    const again = await node.request('GET', path, { headers: { 'if-none-match': etag } });
    assert.equal(again.status, 304);
  });

  test('all files are read in turn: what has changed is found without anybody asking for it', async () => {
    await checkAll();
    const { formId, photo, picture } = await photograph(node);
    const [photoIsRight, pictureIsRight] = [photo, picture.path].map((path) =>
      damageFile(pathOf(path), 50),
    );
    const found = await checkAll();
    assert.deepEqual(
      found,
      [photo, picture.path].map((path) => `damaged ${path.slice('files/'.length)}`),
    );
    assert.equal((await items(formId))[0]?.damaged, true);
    assert.deepEqual(await checkAll(), [], 'it is told once');
    photoIsRight?.();
    pictureIsRight?.();
    await checkAll();
    assert.equal((await items(formId))[0]?.damaged, undefined);
    const { endedAt } = await readFileCheck(node.services.db.reader);
    const status = await admin.send('GET', '/app/v1/status');
    assert.equal(status.at('filesCheckedAt'), new Date(Number(endedAt)).toISOString());
  });

  test('a check that is interrupted goes on where it was, and reads a bounded number of bytes at a time', async () => {
    const { db, files } = node.services;
    await checkAll();
    for (let i = 0; i < 3; i += 1) {
      const bytes = Buffer.alloc(6 * MIB, `text ${i}\n`);
      await photograph(node, { bytes, type: 'text/plain' });
    }
    await beginRound();
    const deps = { db, files, clock: checkClock, onDamage: () => undefined };
    const read: number[] = [];
    do read.push(await checkSome(deps));
    while ((await readFileCheck(db.reader)).after !== undefined);
    assert.ok(read.length >= 2 && read.every((bytes) => bytes <= 16 * MIB), String(read));
    assert.equal(await checkSome(deps), 0, 'the next round begins a week after this one');
  });

  test('a picture of an older version gets its hash when it is read for the first time', async () => {
    const { db } = node.services;
    const { id, picture } = await photograph(node);
    const hashOf = async () =>
      (
        await db.reader
          .selectFrom('attachments')
          .select('picture_sha256')
          .where('id', '=', id)
          .executeTakeFirstOrThrow()
      ).picture_sha256;
    const known = await hashOf();
    await db.reader
      .updateTable('attachments')
      .set({ picture_sha256: null })
      .where('id', '=', id)
      .execute();
    assert.deepEqual(await checkAll(), []);
    assert.equal(await hashOf(), known);
    damageFile(pathOf(picture.path), 50);
    assert.equal((await checkAll()).length, 1);
  });

  test('a PDF is made without a damaged picture and says so, and a damaged result is not served', async () => {
    const { formId, picture } = await photograph(node);
    damageFile(pathOf(picture.path), 50);
    const begun = await admin.send('POST', '/app/v1/exports', { body: { kind: 'pdf', formId } });
    assert.equal(begun.status, 202, begun.text);
    const url = String(begun.headers['location']);
    await waitUntil(async () => (await admin.send('GET', url)).at('state') === 'done');
    const job = await admin.send('GET', url);
    assert.equal(job.at('problems', 0, 'reason'), 'file-damaged', job.text);
    const download = () => admin.send('GET', String(job.at('files', 0, 'url')));
    assert.equal((await download()).status, 200);
    const { files } = await node.services.db.reader
      .selectFrom('export_jobs')
      .select('files')
      .where('id', '=', String(job.at('id')))
      .executeTakeFirstOrThrow();
    const [{ storageKey }] = JSON.parse(files);
    writeFileSync(pathOf(join('files', ...storageKey.split('/'))), '%PDF- of somebody else');
    const refused = await download();
    assert.equal(refused.status, 410, refused.text);
    assert.match(refused.text, /file-damaged/);
  });
});
