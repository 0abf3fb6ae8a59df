// A failure for one account must not keep the admins of the others from being told.
// Nightly: it takes over three seconds.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { selectTurnedOff } from '#webhooks/index.ts';
import { adminBrowser } from '../../../test/support/browser.ts';
import { forEachEngine } from '../../../test/support/engines.ts';
import { type Instance, startInstance } from '../../../test/support/instance.ts';
import { type MailServer, startMailServer } from '../../../test/support/mail-server.ts';
import { sendAlerts } from './send-alerts.ts';

const WEEK_SECONDS = 7 * 86_400;

forEachEngine((engine) => {
  let mail: MailServer;
  let node: Instance;
  before(async () => {
    mail = await startMailServer();
    node = await startInstance(engine, { env: mail.env });
  });
  after(async () => {
    await node.close();
    await mail.close();
  });

  test('an account whose row is damaged is told of as a failure, and those behind it get their mail', async () => {
    const email = `${engine.name}-later@people.example`;
    const { services, account } = node;
    const later = await node.addAccount('Later');
    assert.ok(later.accountId > account.accountId, 'it comes later');
    const own = `/app/v1/users/${later.userId}`;
    const admin = await adminBrowser({ ...node, account: later });
    assert.equal((await admin.send('PATCH', own, { body: { email } })).status, 200);
    for (const each of [account, later]) {
      const by = await adminBrowser({ ...node, account: each });
      const body = { name: 'Nightly', actsAsUserId: each.userId, expiresInSeconds: WEEK_SECONDS };
      assert.equal((await by.send('POST', '/app/v1/credentials', { body })).status, 201);
    }
    await services.db.transaction((tx) =>
      tx
        .updateTable('users')
        .set({ attributes: '{' })
        .where('account_id', '=', account.accountId)
        .execute(),
    );
    const sources = {
      webhooks: selectTurnedOff,
      certificateEnd: () => undefined,
      damage: async () => undefined,
      usage: services.quotas.usage,
    };
    await assert.rejects(sendAlerts(services, sources).run(), /admins of 1 account were not told/);
    await mail.waitFor(email, 1);
    assert.match(mail.taken.find(({ to }) => to.includes(email))?.text ?? '', /Nightly/);
  });
});
