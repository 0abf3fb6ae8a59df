import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { adminBrowser, type Browser } from '../../test/support/browser.ts';
import { forEachEngine } from '../../test/support/engines.ts';
import {
  ADMIN_PASSWORD,
  type Answer,
  type Instance,
  startInstance,
} from '../../test/support/instance.ts';
import { beginScheduledExports } from './begin-due.ts';

const DEFINITION = { elements: [{ type: 'text', name: 'site', title: 'Site' }] };

forEachEngine((engine) => {
  let node: Instance;
  let admin: Browser;
  before(async () => {
    node = await startInstance(engine);
    admin = await adminBrowser(node);
  });
  after(() => node.close());

  const ask = (method: string, path: string, body?: object): Promise<Answer> =>
    admin.send(method, `/app/v1${path}`, body && { body });
  const ok = async (method: string, path: string, body?: object): Promise<Answer> => {
    const answer = await ask(method, path, body);
    assert.ok(answer.status < 300, answer.text);
    return answer;
  };

  test('a scheduled PDF leaves out what its owner chose, until another format is chosen', async () => {
    const template = { name: 'Round', definition: DEFINITION };
    const templateId = String((await ok('POST', '/templates', template)).at('id'));
    await ok('POST', `/templates/${templateId}/publish`, {});
    const due = { delivery: 'mail', every: 'day', time: '06:00' };
    const body = { ...due, name: 'Daily', templateId, kind: 'pdf', leaveOut: ['notes', 'photos'] };
    const made = await ok('POST', '/scheduled-exports', body);
    assert.deepEqual(made.at('leaveOut'), ['notes', 'photos']);
    const path = `/scheduled-exports/${made.at('id')}`;
    const renamed = await ok('PATCH', path, { name: 'Each morning' });
    assert.deepEqual(renamed.at('leaveOut'), ['notes', 'photos']);

    node.clock.advance(Date.parse(String(renamed.at('nextAt'))) - node.clock.now());
    await beginScheduledExports({
      ...node.services,
      publicUrl: () => node.server.publicUrl,
    }).run();
    const { db } = node.services;
    const [job] = await db.reader.selectFrom('export_jobs').select('options').execute();
    assert.deepEqual(JSON.parse(job?.options ?? '{}').leaveOut, ['notes', 'photos']);

    await admin.signIn(`${node.account.accountCode}/admin`, ADMIN_PASSWORD);
    const history = await ok('PATCH', path, { leaveOut: ['history'] });
    assert.deepEqual(history.at('leaveOut'), ['history']);
    assert.equal((await ok('PATCH', path, { kind: 'csv' })).at('leaveOut'), undefined);
    for (const refused of [{ leaveOut: ['notes'] }, { kind: 'pdf', leaveOut: ['all'] }]) {
      assert.equal((await ask('PATCH', path, refused)).status, 400);
    }
    assert.equal((await ok('PATCH', path, { kind: 'pdf' })).at('leaveOut'), undefined);
  });
});
