// A designer floods the work that the service does besides answering requests (the forms engine, exports, mail,
// webhooks). Other users must not wait behind this work, nor be turned away.
// Nightly: it loads the service until others would wait.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { request as httpsRequest } from 'node:https';
import { after, before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { PNG } from '../support/attachments.ts';
import { type Browser, openBrowser } from '../support/browser.ts';
import { forEngineOrBoth } from '../support/engines.ts';
import { fontWith } from '../support/fonts.ts';
import { DEFINITION } from '../support/forms.ts';
import { ADMIN_PASSWORD, type Instance, startInstance } from '../support/instance.ts';
import { type MailServer, startMailServer } from '../support/mail-server.ts';
import { waitUntil } from '../support/wait-until.ts';
import { RECEIVER_ENV, type Receiver, startReceiver } from '../support/webhook-receiver.ts';

const TYPE = { 'content-type': 'application/octet-stream' };

/** Keeps the engine busy for a while. */
const COSTLY = {
  definition: {
    elements: [
      {
        type: 'paneldynamic',
        name: 'p',
        templateElements: Array.from({ length: 290 }, (_, i) => ({ type: 'text', name: `q${i}` })),
      },
    ],
  },
  answers: { p: Array.from({ length: 3 }, () => ({ q0: 'x' })) },
};

forEngineOrBoth('postgres', (engine) => {
  describe('who floods the work of others', () => {
    let mail: MailServer;
    let receiver: Receiver;
    let node: Instance;
    let loud: Side;
    let calm: Side;
    interface Side {
      readonly browser: Browser;
      readonly userName: string;
      readonly by: { accountId: string; userId: string; role: 'admin'; via: 'api' };
      readonly templateId: string;
    }
    const open = async (account: Instance['account']): Promise<Side> => {
      const browser = openBrowser(node);
      const userName = `${account.accountCode}/admin`;
      await browser.signIn(userName, ADMIN_PASSWORD);
      const { accountId, userId } = account;
      const by = { accountId, userId, role: 'admin', via: 'api' } as const;
      const { db, forms } = node.services;
      const templateId = await db.transaction(async (tx) => {
        const { id } = await forms.createTemplate(tx, by, { name: 'T', definition: DEFINITION });
        await forms.publishTemplate(tx, by, id);
        return id;
      });
      return { browser, userName, by, templateId };
    };
    before(async () => {
      mail = await startMailServer();
      receiver = await startReceiver();
      node = await startInstance(engine, { env: { ...mail.env, ...RECEIVER_ENV } });
      loud = await open(node.account);
      calm = await open(await node.addAccount('Calm'));
    });
    after(async () => {
      await node.close();
      await receiver.close();
      await mail.close();
    });

    test('with letters delays those of another account by one round', async () => {
      const give = async ({ browser, by, templateId }: Side, count: number, of: string) => {
        const { db, forms } = node.services;
        for (let i = 0; i < count; i += 1) {
          const userName = `${of}${i}`;
          const body = { userName, email: `${userName}-${engine.name}@people.test` };
          const id = String((await browser.send('POST', '/app/v1/users', { body })).at('id'));
          const assignment = { type: 'User', id } as const;
          await db.transaction((tx) => forms.createForm(tx, by, { templateId, assignment }));
        }
      };
      mail.answer(451);
      await give(loud, 40, 'loud');
      await give(calm, 1, 'calm');
      const { reader } = node.services.db;
      await waitUntil(async () => {
        const rows = await reader.selectFrom('notices').select('attempts').execute();
        return rows.length === 41 && rows.every(({ attempts }) => attempts > 0);
      });
      mail.answer(250);
      node.clock.advance(61_000);
      await waitUntil(() => mail.taken.length === 41);
      const rank = mail.taken.findIndex(({ to }) => to[0]?.startsWith('calm0') === true);
      assert.ok(rank < 8, `number ${rank + 1} of 41`);
    });

    test('with passwords over SCIM leaves the sign-ins of another account as they were', async () => {
      const token = await node.adminToken();
      let done = 0;
      const flood = Array.from({ length: 40 }, async (_, i) => {
        const body = { userName: `synced${i}`, password: `eleven tame otters ${i} by the pier` };
        await node.request('POST', '/scim/v2/Users', { token, body });
        done += 1;
      });
      await waitUntil(() => done > 0);
      const { status } = await openBrowser(node).signIn(calm.userName, ADMIN_PASSWORD);
      const before = done;
      await Promise.all(flood);
      assert.equal(status, 201);
      assert.ok(before < 25, `${before} of 40 came before`);
    });

    test('with exports delays those of another account by none of theirs', async () => {
      const { db, forms } = node.services;
      const fill = ({ by, templateId }: Side, count: number) =>
        db.transaction(async (tx) => {
          for (let i = 0; i < count; i += 1) {
            await forms.createForm(tx, by, { templateId, answers: { site: `Dam ${i}` } });
          }
        });
      await fill(loud, 40);
      await fill(calm, 1);
      const begin = async ({ browser, templateId }: Side) => {
        const body = { kind: 'pdf', templateId };
        const made = await browser.send('POST', '/app/v1/exports', { body });
        assert.equal(made.status, 202, made.text);
        return String(made.at('id'));
      };
      for (let i = 0; i < 10; i += 1) await begin(loud);
      const path = `/app/v1/exports/${await begin(calm)}`;
      await waitUntil(async () => (await calm.browser.send('GET', path)).at('state') === 'done');
      const { items } = Object((await loud.browser.send('GET', '/app/v1/exports')).body);
      const states = items.map(({ state }: { readonly state: string }) => state);
      assert.ok(states.includes('queued'), states.join(' '));
      assert.ok(states.filter((state: string) => state === 'running').length <= 1);
    });

    test('with receivers that never answer delays the deliveries of another account by none of theirs', async () => {
      const { db, forms } = node.services;
      receiver.answer('/silent', { status: 204, afterMs: 60_000 });
      const subscribe = async ({ browser }: Side, path: string) => {
        const body = { targetUrl: `${receiver.url}${path}`, eventTypes: ['form.created'] };
        const made = await browser.send('POST', '/app/v1/webhooks', { body });
        assert.equal(made.status, 201, made.text);
      };
      const tell = ({ by, templateId }: Side) =>
        db.transaction((tx) => forms.createForm(tx, by, { templateId }));
      for (let i = 0; i < 70; i += 1) await subscribe(loud, '/silent');
      await subscribe(calm, '/calm');
      await tell(loud);
      await receiver.waitFor('/silent', 20);
      await tell(calm);
      await receiver.waitFor('/calm');
      const ended = await db.reader.selectFrom('webhook_attempts').selectAll().execute();
      assert.equal(ended.filter(({ account_id }) => account_id === loud.by.accountId).length, 0);
    });

    test('with a logo, a font or a template that comes slowly keeps nobody else from theirs', async (t) => {
      const logo = { body: PNG, headers: { 'content-type': 'image/png' } };
      const font = { body: fontWith('日'), headers: { 'content-type': 'font/ttf' } };
      const file = { body: Buffer.from(JSON.stringify(DEFINITION)), headers: TYPE };
      for (const [method, path, call, status] of [
        ['PUT', '/app/v1/account/logo', logo, 200],
        ['POST', '/app/v1/account/fonts', font, 201],
        ['POST', '/app/v1/templates/import/check', file, 200],
      ] as const) {
        const sent = httpsRequest({
          ...{ host: '127.0.0.1', servername: 'localhost', port: node.server.port, ca: node.ca },
          ...{ method, path, agent: false },
          headers: {
            ...call.headers,
            cookie: `__Host-sid=${loud.browser.cookie()}`,
            'sec-fetch-site': 'same-origin',
            expect: '100-continue',
          },
        });
        t.after(() => sent.destroy());
        sent.flushHeaders();
        await once(sent, 'continue');
        sent.write(call.body.subarray(0, 8));
        // Only a failure takes so long.
        const limit = sleep(20_000, undefined, { ref: false });
        for (const { browser } of [calm, loud]) {
          const answer = await Promise.race([browser.send(method, path, call), limit]);
          assert.equal(answer?.status, status, `${path}: ${answer?.text}`);
        }
        sent.end(call.body.subarray(8));
        const [answer] = await once(sent, 'response');
        assert.equal(answer.resume().statusCode, status);
      }
    });

    test('with previews is told to wait, and nobody else is', async () => {
      const preview = ({ browser }: Side, body: object) =>
        browser.send('POST', '/app/v1/templates/preview', { body });
      const flood: Promise<unknown>[] = [];
      let turnedAway = 0;
      for (let i = 0; i < 150; i += 1) {
        const sent = preview(loud, COSTLY).then(({ status }) => {
          if (status === 503) turnedAway += 1;
        });
        flood.push(sent);
      }
      try {
        await waitUntil(() => turnedAway > 0);
        const definition = DEFINITION;
        const answer = await preview(calm, { definition, answers: { site: 'Dam' } });
        assert.equal(answer.status, 200, answer.text);
        const path = '/app/v1/templates/check';
        const checked = await calm.browser.send('POST', path, { body: { definition } });
        assert.equal(checked.status, 200, checked.text);
      } finally {
        // The test does not wait for the queued requests.
        await node.services.engine.close();
        await Promise.allSettled(flood);
      }
    });
  });
});
