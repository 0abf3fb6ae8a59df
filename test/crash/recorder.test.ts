// The recorder must see every write and sync; otherwise the crash tests would prove nothing about them.
// Nightly: it needs programs that are installed for it.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { after, before, test } from 'node:test';
import { PNG } from '../support/attachments.ts';
import { forOneEngine } from '../support/engines.ts';
import type { Entry } from './entries.ts';
import { type Lab, openLab } from './lab.ts';
import { prepare } from './prepared.ts';

forOneEngine((engine) => {
  let lab: Lab;
  before(async () => {
    lab = await openLab(await prepare(engine));
  });
  after(async () => {
    await lab.server.kill();
    await rm(lab.folder, { recursive: true });
  });

  const send = async (path: string, body: unknown, type = 'application/json'): Promise<void> => {
    const { token } = lab.prepared;
    const call = { body, token, headers: { 'content-type': type } };
    const answer = await lab.server.request('POST', path, call);
    assert.equal(answer.status, 201, answer.text);
  };

  /** Returns what was recorded between a request and its answer: `call path`. */
  async function callsOf(work: () => Promise<void>): Promise<readonly string[]> {
    const from = lab.recording.length();
    await work();
    const paths = new Map<string, string>();
    const name = (entry: Entry): string => {
      if (entry.call === 'open') paths.set(entry.file, entry.path);
      return entry.other || entry.path || paths.get(entry.file) || '.';
    };
    const named = lab.recording.entries().map((entry) => ({ entry, path: name(entry) }));
    const during = named.filter(({ entry }) => entry.end > from);
    assert.ok(during.every(({ entry }) => entry.failure === 0));
    return during.map(({ entry, path }) => `${entry.call} ${path}`);
  }

  test('a commit shows its write and then its sync, before the answer', async () => {
    const calls = await callsOf(() => send('/scim/v2/Users', { userName: 'recorded' }));
    const written = calls.indexOf('write formstead.db-wal');
    const synced = calls.lastIndexOf('sync-end formstead.db-wal');
    assert.ok(written >= 0 && synced > written, calls.join('\n'));
  });

  test('a file that is attached shows its bytes, its sync, its name and the syncs of its folders', async () => {
    const id = randomUUID();
    await send('/v2/formz', { id, templateId: lab.prepared.templateId });
    const path = `/v2/formz/${id}/attachments?field=photo&fileName=a.png`;
    const calls = await callsOf(() => send(path, PNG, 'image/png'));
    const index = calls.findIndex((call) => call.startsWith('rename files/acme/'));
    const before = calls.slice(0, index).map((call) => call.replace(/part-\w+/, 'part'));
    const behind = calls.slice(index);
    assert.ok(before.includes('write files/incoming/part/file'), calls.join('\n'));
    assert.ok(before.includes('sync-end files/incoming/part/file'), calls.join('\n'));
    for (const folder of ['files/acme', 'files', '.']) {
      assert.ok(behind.includes(`sync-end ${folder}`), `${folder}: ${calls.join('\n')}`);
    }
  });

  test('a rule that comes while the server runs slows its disk down, and goes again', async () => {
    lab.recording.setRules(['sync *-wal 1 0 300']);
    const started = performance.now();
    await send('/scim/v2/Users', { userName: 'slow' });
    assert.ok(performance.now() - started >= 300);
    lab.recording.setRules([]);
    await send('/scim/v2/Users', { userName: 'fast' });
    const syncs = lab.recording.entries().filter(({ call }) => call === 'sync-end');
    assert.ok(syncs.length > 2);
  });
});
