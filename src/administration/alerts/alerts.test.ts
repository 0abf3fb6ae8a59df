// Alerts for admins: on the start screen as long as their cause exists, and by mail once.
// Nightly: it lets many thresholds be passed.
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { adminBrowser } from '../../../test/support/browser.ts';
import { makePair } from '../../../test/support/certificates.ts';
import { type EngineInstance, forEngineOrBoth } from '../../../test/support/engines.ts';
import { DEFINITION } from '../../../test/support/forms.ts';
import {
  type Answer,
  createTestClock,
  type Instance,
  startInstance,
} from '../../../test/support/instance.ts';
import { type MailServer, startMailServer } from '../../../test/support/mail-server.ts';
import {
  RECEIVER_ENV,
  type Receiver,
  startReceiver,
} from '../../../test/support/webhook-receiver.ts';

const DAY_MS = 86_400_000;
const DAY_SECONDS = 86_400;

forEngineOrBoth('postgres', (engine) => {
  const clock = createTestClock();
  const email = `${engine.name}-admin@people.example`;
  let storage: EngineInstance;
  let mail: MailServer;
  let receiver: Receiver;
  let folder: string;
  let env: Readonly<Record<string, string>>;
  let ca: string;
  let nodes: Instance[];
  let first: Instance;
  before(async () => {
    storage = await engine.fresh();
    [mail, receiver] = [await startMailServer(), await startReceiver()];
    folder = await mkdtemp(join(tmpdir(), 'formstead-alerts-'));
    // The certificate is valid for 90 days and ends in five.
    const pair = await makePair(Date.now() - 85 * DAY_MS, ['localhost']);
    ca = pair.ca;
    const [certFile, keyFile] = [join(folder, 'cert.pem'), join(folder, 'key.pem')];
    await writeFile(certFile, pair.cert);
    await writeFile(keyFile, pair.key, { mode: 0o600 });
    env = {
      ...mail.env,
      ...RECEIVER_ENV,
      FORMSTEAD_TLS_CERT_FILE: certFile,
      FORMSTEAD_TLS_KEY_FILE: keyFile,
    };
    first = await startInstance(engine, { storage, clock, env, ca });
    nodes = [first];
  });
  after(async () => {
    for (const node of nodes) await node.close();
    await mail.close();
    await receiver.close();
    await rm(folder, { recursive: true });
  });

  /** Restarts the nodes, because their jobs also run at the start: two nodes at once on PostgreSQL. */
  const restart = async () => {
    for (const node of nodes) await node.close();
    const { account } = first;
    const start = () => startInstance(engine, { storage, clock, env, ca, account });
    const count = engine.name === 'postgres' ? 2 : 1;
    nodes = await Promise.all(Array.from({ length: count }, start));
    first = nodes[0] ?? first;
  };
  const admin = () => adminBrowser(first);
  const alerts = async (): Promise<Answer> => {
    const answer = await (await admin()).send('GET', '/app/v1/alerts');
    assert.equal(answer.status, 200, answer.text);
    return answer;
  };
  const kinds = async (): Promise<readonly unknown[]> =>
    Object(await alerts()).body.items.map(({ kind }: { readonly kind: string }) => kind);
  const until = async (isTrue: () => Promise<boolean>): Promise<void> => {
    for (let waited = 0; waited < 20_000; waited += 50) {
      if (await isTrue()) return;
      await setTimeout(50);
    }
    assert.fail('it did not happen within 20 seconds');
  };
  const addCredential = async (name: string, days: number): Promise<void> => {
    const expiresInSeconds = days * DAY_SECONDS;
    const body = { name, actsAsUserId: first.account.userId, expiresInSeconds };
    const made = await (await admin()).send('POST', '/app/v1/credentials', { body });
    assert.equal(made.status, 201, made.text);
  };
  const token = () => first.token(first.account.clientId, first.account.clientSecret);
  /** Mails to the admin whose text contains the word. */
  const lettersWith = (word: string) =>
    mail.taken.filter(({ to, text }) => to.includes(email) && text.includes(word));

  test('a webhook that was turned off, ends of credentials and of the certificate are listed, and nothing else is', async () => {
    assert.deepEqual(await kinds(), ['certificate-ends']);
    await addCredential('Nightly export', 20);
    await addCredential('Yearly report', 200);
    const targetUrl = `${receiver.url}/gone`;
    const hook = await (await admin()).send('POST', '/app/v1/webhooks', {
      body: { targetUrl, eventTypes: ['form.created'], description: 'Data warehouse' },
    });
    receiver.answer('/gone', { status: 410 });
    const { db, forms } = first.services;
    const by = { ...first.account, role: 'admin', via: 'api' } as const;
    await db.transaction(async (tx) => {
      const made = await forms.createTemplate(tx, by, { name: 'Visit', definition: DEFINITION });
      const { template } = await forms.publishTemplate(tx, by, made.id);
      await forms.createForm(tx, by, { templateId: template.id });
    });
    await until(async () => (await kinds()).length === 3);
    const listed = await alerts();
    assert.deepEqual(await kinds(), ['webhook-off', 'certificate-ends', 'credential-ends']);
    assert.equal(listed.at('items', 0, 'name'), 'Data warehouse');
    assert.equal(listed.at('items', 0, 'path'), `/webhooks/${String(hook.at('webhook', 'id'))}`);
    assert.ok(listed.at('items', 0, 'since') && listed.at('items', 1, 'endsAt'));
    assert.equal(listed.at('items', 2, 'name'), 'Nightly export');
  });

  test('each admin hears of each event by one mail, in their language, however many nodes look how often', async () => {
    const own = `/app/v1/users/${first.account.userId}`;
    await (await admin()).send('PATCH', own, { body: { email } });
    await (await admin()).send('PATCH', '/app/v1/me', { body: { language: 'de' } });
    await restart();
    await mail.waitFor(email, 3);
    const [webhook] = lettersWith('Data warehouse');
    assert.match(webhook?.text ?? '', /Formstead hat den Webhook „Data warehouse“ ausgeschaltet/);
    assert.match(webhook?.text ?? '', /\/webhooks\/\S+\?account=acme/);
    assert.match(lettersWith('Nightly export')[0]?.text ?? '', /läuft ab: .* \(UTC\)/);
    assert.equal(lettersWith('Zertifikat').length, 1);

    await addCredential('Weekly report', 6);
    await restart();
    await mail.waitFor(email, 4);
    assert.equal(lettersWith('Weekly report').length, 1);
    assert.equal(mail.taken.filter(({ to }) => to.includes(email)).length, 4);

    // Six of twenty days are left, which is nearer than the stage that was told; the webhook has not changed.
    clock.advance(14 * DAY_MS);
    await restart();
    await until(async () => lettersWith('Nightly export').length === 2);
    await until(async () => lettersWith('Weekly report').length === 2);
    await until(async () => lettersWith('Zertifikat').length === 2);
    assert.equal(lettersWith('Data warehouse').length, 1);
  });

  test('an alert goes when its cause has gone', async () => {
    const before = await kinds();
    assert.ok(before.includes('webhook-off'));
    const path = String((await alerts()).at('items', 0, 'path'));
    receiver.answer('/gone', { status: 204 });
    const turnedOn = await (await admin()).send('POST', `/app/v1${path}/enable`);
    assert.equal(turnedOn.status, 200, turnedOn.text);
    assert.ok(!(await kinds()).includes('webhook-off'));
    const credentials = await (await admin()).send('GET', '/app/v1/credentials?limit=50');
    const items: readonly { readonly id: string; readonly name: string }[] = Object(
      credentials.body,
    ).items;
    for (const { id } of items.filter(({ name }) => /Nightly|Weekly/.test(name))) {
      const revoked = await (await admin()).send('POST', `/app/v1/credentials/${id}/revoke`);
      assert.ok(revoked.status < 300, revoked.text);
    }
    assert.deepEqual(await kinds(), ['certificate-ends']);
  });

  test('provisioning that worked and has failed for a day is told, and is well with the first success', async () => {
    const scim = async (body: object) =>
      (await first.request('POST', '/scim/v2/Users', { body, token: await token() })).status;
    const kept = async (status: number) => {
      const { reader } = first.services.db;
      await until(async () => {
        const rows = await reader.selectFrom('provisioning_log').selectAll().execute();
        return rows.some((row) => row.status === status && clock.now() - row.at < 60_000);
      });
    };
    assert.equal(await scim({ userName: 'ada' }), 201);
    await kept(201);
    clock.advance(3_600_000);
    assert.equal(await scim({ userName: '' }), 400);
    await kept(400);
    assert.ok(!(await kinds()).includes('provisioning-fails'));
    clock.advance(DAY_MS + 60_000);
    assert.equal(await scim({ userName: '' }), 400);
    await kept(400);
    await until(async () => (await kinds()).includes('provisioning-fails'));
    assert.equal((await alerts()).at('items', 0, 'reason'), '400');
    await restart();
    await until(async () => lettersWith('Identity Providers fehlgeschlagen').length === 1);
    assert.equal(await scim({ userName: 'eva' }), 201);
    await until(async () => !(await kinds()).includes('provisioning-fails'));
  });

  test('that mail cannot be sent is told on the start page only, once it lasts, until a mail goes out', async () => {
    mail.answer(451);
    const refused = mail.refused();
    await addCredential('Quarterly', 5);
    await restart();
    await until(async () => mail.refused() > refused);
    await setTimeout(200);
    assert.ok(!(await kinds()).includes('mail-fails'));
    clock.advance(16 * 60_000);
    await until(async () => (await kinds())[0] === 'mail-fails');
    assert.match(String((await alerts()).at('items', 0, 'reason')), /451/);
    mail.answer(250);
    const sent = await (await admin()).send('POST', '/app/v1/mail/test');
    assert.equal(sent.status, 200, sent.text);
    assert.ok(!(await kinds()).includes('mail-fails'));
  });
});
