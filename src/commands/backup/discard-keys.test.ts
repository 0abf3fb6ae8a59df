// A restored backup without its master key: what it still has, what it reports as lost, and how that is repaired.
// Nightly: it takes over three seconds.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { toMasterKey } from '#keys/index.ts';
import { adminBrowser } from '../../../test/support/browser.ts';
import { commandLine, folder } from '../../../test/support/command-line.ts';
import { examine } from '../../../test/support/doctor.ts';
import type { Engine } from '../../../test/support/engines.ts';
import { DEFINITION } from '../../../test/support/forms.ts';
import { freePort } from '../../../test/support/free-port.ts';
import { type Instance, startInstance } from '../../../test/support/instance.ts';
import { allowPublicLinks, makePublicLink } from '../../../test/support/public-links.ts';
import { CORE_USER } from '../../../test/support/scim.ts';

const TARGET = 'https://receiver.example.com/hook';
const LETTER = { to: 'ada@example.com', subject: 'Hello', text: 'A letter.' };
const CONNECTION = {
  name: 'Harbour login',
  issuer: 'https://idp.example.com',
  clientId: 'formstead',
  clientSecret: 'a secret of some length',
  claim: 'sub',
  attribute: 'externalId',
};

const parseKey = (file: Buffer): Buffer => Buffer.from(file.toString('utf8').trim(), 'base64');

async function serve(dataDir: string, account?: Instance['account']): Promise<Instance> {
  const storage = { dataDir, databaseUrl: undefined };
  const engine: Engine = {
    name: 'sqlite',
    fresh: async () => ({ ...storage, dispose: async () => undefined }),
  };
  // No mail server listens on this port, so mail stays queued.
  const mail = {
    FORMSTEAD_SMTP_URL: `smtp://127.0.0.1:${await freePort()}`,
    FORMSTEAD_MAIL_FROM: 'forms@example.com',
  };
  return startInstance(engine, { storage, env: mail, ...(account && { account }) });
}

test('a restore without the master key says what is lost, the doctor names it, and it can be mended', async (t) => {
  const [dataDir, elsewhere] = [await folder(t), await folder(t)];
  const first = await serve(dataDir);
  const hook = await first.request('POST', '/v2/webhooks', {
    body: { eventType: 'form.complete', targetUrl: TARGET },
  });
  assert.equal(hook.status, 201, hook.text);
  const admin = await adminBrowser(first);
  const made = await admin.send('POST', '/app/v1/sso-connections', { body: CONNECTION });
  assert.equal(made.status, 201, made.text);
  await allowPublicLinks(first);
  const link = await makePublicLink(admin, DEFINITION);
  const gone = await first.request('POST', '/scim/v2/Users', {
    body: { schemas: [CORE_USER], userName: 'gone', emails: [{ value: 'gone@example.com' }] },
  });
  await first.request('DELETE', `/scim/v2/Users/${gone.at('id')}`);
  const { db, mailQueue, chains } = first.services;
  for (const name of ['master-key', 'master-key-moved']) {
    const value = toMasterKey(await readFile(join(dataDir, 'master.key')).then(parseKey)).id;
    await db.reader.insertInto('deployment').values({ name, value }).execute();
  }
  await db.transaction((tx) =>
    mailQueue.append(tx, first.account.accountId, [
      { kind: 'test', expiresAt: Date.now() + 86_400_000, content: { letter: LETTER } },
    ]),
  );
  await chains.linkPending();
  const backup = join(await folder(t), 'copy.db');
  const taken = await commandLine({ FORMSTEAD_DATA_DIR: dataDir })('backup', '--to', backup);
  assert.equal(taken.code, 0, taken.stderr);
  await first.close();

  const formstead = commandLine({ FORMSTEAD_DATA_DIR: elsewhere });
  const restored = await formstead('restore', '--from', backup, '--discard-keys');
  assert.equal(restored.code, 0, restored.stderr);
  for (const said of [
    /The secrets of 1 webhook: .* renews each on the page Webhooks/,
    /The client secrets of 1 connection for single sign-on: .* enters each again/,
    /The addresses of 1 public link: no page can show them/,
    /1 mail that waited to be sent: deleted/,
    /The addresses of 1 deleted user/,
    /The proof of 1 audit record: .*formstead audit reseal/,
    /clients that follow the changes of forms begin anew/,
  ]) {
    assert.match(restored.stdout, said);
  }
  assert.doesNotMatch((await formstead('restore', '--help')).stdout, /everything else is kept/);

  const second = await serve(elsewhere, first.account);
  const mails = await second.services.db.reader.selectFrom('notices').select('id').execute();
  assert.deepEqual(mails, []);
  const markers = await second.services.db.reader
    .selectFrom('deployment')
    .select('name')
    .where('name', 'like', 'master-key%')
    .execute();
  assert.deepEqual(markers, [], 'the first start takes whatever master key it is given');
  const found = await examine(formstead);
  assert.equal(found.code, 1);
  assert.match(
    found.of('secrets'),
    /^fault: 1 webhook is .*receiver\.example\.com\/hook \(acme\) -> renew each secret/m,
  );
  assert.match(
    found.of('secrets'),
    /^fault: 1 connection lets .*Harbour login \(acme\) -> enter each/m,
  );
  // Two secrets and the two ends of the audit log; the addresses of links and those for erasing are deleted.
  assert.match(
    found.of('keys'),
    /^fault: 4 sealed texts open with no master key that is here -> put the former master key back/m,
  );
  assert.match(found.of('audit record'), /fault: .*-> .*formstead audit verify/);

  const again = await adminBrowser(second);
  const links = await again.send('GET', `/app/v1/templates/${link.templateId}/links`);
  assert.deepEqual([links.status, links.at('items', 0, 'url')], [200, undefined], links.text);
  const hookId = String(hook.at('id'));
  const renewed = await again.send('POST', `/app/v1/webhooks/${hookId}/rotate-secret`, {
    body: { overlapSeconds: 0 },
  });
  assert.ok(renewed.status < 300, renewed.text);
  const { clientSecret } = CONNECTION;
  const entered = await again.send('PATCH', `/app/v1/sso-connections/${made.at('id')}`, {
    body: { clientSecret },
  });
  assert.equal(entered.status, 200, entered.text);
  await second.close();
  assert.equal((await formstead('audit', 'reseal')).code, 0);
  const mended = await examine(formstead);
  assert.match(mended.of('secrets'), /^ok: /);
  assert.doesNotMatch(mended.of('keys'), /fault/);
  assert.doesNotMatch(mended.of('audit record'), /fault/);
});

test('a restore with the master key loses no secret and says so of none', async (t) => {
  const [dataDir, elsewhere] = [await folder(t), await folder(t)];
  const source = commandLine({ FORMSTEAD_DATA_DIR: dataDir });
  await source('setup', '--account', 'Acme', '--user-name', 'admin');
  const backup = join(dataDir, 'copy.db');
  assert.equal((await source('backup', '--to', backup)).code, 0);
  const key = (await readFile(join(dataDir, 'master.key'), 'utf8')).trim();
  const formstead = commandLine({ FORMSTEAD_DATA_DIR: elsewhere, FORMSTEAD_MASTER_KEY: key });
  const restored = await formstead('restore', '--from', backup);
  assert.equal(restored.code, 0, restored.stderr);
  assert.doesNotMatch(restored.stdout, /Lost with the master key/);
  assert.match((await examine(formstead)).of('secrets'), /^ok: /);
});
