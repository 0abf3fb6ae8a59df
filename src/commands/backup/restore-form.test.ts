// One form comes back from a backup after the bin has forgotten it.
// Nightly: it takes over three seconds.
import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { FILE_DEFINITION, PNG } from '../../../test/support/attachments.ts';
import { commandLine, envOf } from '../../../test/support/command-line.ts';
import { forEachEngine } from '../../../test/support/engines.ts';
import { type Call, startInstance } from '../../../test/support/instance.ts';
import { purgeDeleted } from '../../forms/purge-forms.ts';

const DAYS_31 = 31 * 86_400_000;

forEachEngine((engine) => {
  test('a form comes back with its answers, files and history, once, and only where its template is', async (t) => {
    const folder = await mkdtemp(join(tmpdir(), 'formstead-one-form-'));
    t.after(() => rm(folder, { recursive: true, force: true }));
    const storage = await engine.fresh('any');
    const node = await startInstance(engine, { storage });
    t.after(() => node.close());
    const send = async (method: string, path: string, status: number, call: Call = {}) => {
      const { clientId, clientSecret } = node.account;
      const token = await node.token(clientId, clientSecret);
      const answer = await node.request(method, path, { token, ...call });
      assert.equal(answer.status, status, `${method} ${path}: ${answer.text}`);
      return answer;
    };
    const template = await send('POST', '/v2/templates', 201, {
      body: { name: 'Inspection', definition: FILE_DEFINITION },
    });
    const templateId = String(template.at('id'));
    await send('POST', `/v2/templates/${templateId}/publish`, 200);
    const made = await send('POST', '/v2/formz', 201, { body: { templateId } });
    const id = String(made.at('id'));
    const path = `/v2/formz/${id}`;
    const file = await send('POST', `${path}/attachments?field=photo`, 201, {
      body: PNG,
      headers: { 'content-type': 'image/png' },
    });
    const fields = { site: { text: 'Dam 7' }, photo: { files: [{ id: file.at('id') }] } };
    await send('PATCH', path, 200, { body: { fields } });
    const before = (await send('GET', path, 200)).at('fields');

    const passphrase = join(folder, 'passphrase');
    await writeFile(passphrase, 'six calm otters under a slow bridge\n');
    await mkdir(join(folder, 'backups'));
    const env = {
      ...envOf(storage),
      FORMSTEAD_BACKUP_TO: join(folder, 'backups'),
      FORMSTEAD_BACKUP_KEY_FILE: passphrase,
    };
    const { clock } = node;
    const formstead = commandLine(env, { clock });
    const backup = await formstead('backup');
    assert.equal(backup.code, 0, backup.stderr);
    const [name = ''] = await readdir(join(folder, 'backups'));
    const from = join(folder, 'backups', name);
    const restore = (of: string) =>
      formstead('restore-form', of, '--from', from, '--yes', '--json');

    const there = await restore(id);
    assert.equal(there.code, 1);
    assert.match(there.stderr, /is there, and nothing was changed/);
    await send('DELETE', path, 204);
    assert.match((await restore(id)).stderr, /is in the bin since .*: restore it there/);
    clock.advance(DAYS_31);
    const { db, audit } = node.services;
    await purgeDeleted({ db, clock, audit });
    const unknown = await restore('01990000-0000-7000-8000-0000000000aa');
    assert.match(unknown.stderr, /The backup has no form 0199.*Use a backup from a day when/);

    const back = await restore(id);
    assert.equal(back.code, 0, back.stderr);
    assert.deepEqual([back.json('files'), back.json('filesLeftOut')], [1, 0]);
    assert.deepEqual((await send('GET', path, 200)).at('fields'), before);
    const bytes = await send('GET', `${path}/attachments/${file.at('id')}`, 200);
    assert.ok(bytes.bytes.length > 0);
    const found = await send('GET', `/v2/templates/${templateId}/formz`, 200);
    assert.match(found.text, new RegExp(id));
    const events = await db.reader
      .selectFrom('form_events')
      .select('action')
      .where('form_id', '=', id)
      .orderBy('id')
      .execute();
    const actions = events.map(({ action }) => action);
    assert.deepEqual([actions[0], actions.at(-1)], ['create', 'restore']);
    const audited = await formstead('audit', 'list', '--action', 'form.restore', '--json');
    assert.match(audited.stdout, new RegExp(`${id}.*backupOf`));
    const doctor = await formstead('doctor', '--json');
    assert.doesNotMatch(doctor.stdout, /recount/);

    await send('DELETE', path, 204);
    clock.advance(DAYS_31);
    await purgeDeleted({ db, clock, audit });
    // No request deletes a published template: this is a storage that was restored from before it was made.
    await db.transaction(async (tx) => {
      await tx.deleteFrom('template_versions').where('template_id', '=', templateId).execute();
      await tx.deleteFrom('templates').where('id', '=', templateId).execute();
    });
    const gone = await restore(id);
    assert.equal(gone.code, 1);
    assert.match(gone.stderr, /template of the form .* is gone, so the form cannot be put back/);
    const left = (await readdir(storage.dataDir)).filter((each) => each.startsWith('.restore-'));
    assert.deepEqual(left, []);
  });
});
