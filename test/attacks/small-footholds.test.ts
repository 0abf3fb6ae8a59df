// Small steps by which a user could get further than they should.
// Nightly: it takes over three seconds.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { FILE_DEFINITION, PNG } from '../support/attachments.ts';
import { addPasskey } from '../support/authenticator.ts';
import { adminBrowser, type Browser, openBrowser } from '../support/browser.ts';
import { forEngineOrBoth } from '../support/engines.ts';
import { ADMIN_PASSWORD, type Instance, startInstance } from '../support/instance.ts';
import { fresh } from '../support/scim.ts';
import { unzip } from '../support/unzip.ts';
import { waitUntil } from '../support/wait-until.ts';

const PASSWORD = 'eleven tame otters by the pier';
const PDF = '%PDF-1.7\n';

forEngineOrBoth('sqlite', (engine) => {
  describe('small steps further', () => {
    let node: Instance;
    let admin: Browser;
    before(async () => {
      node = await startInstance(engine);
      admin = await adminBrowser(node);
    });
    after(() => node.close());

    const addPerson = async () => {
      const userName = fresh('p');
      const made = await admin.send('POST', '/app/v1/users', { body: { userName } });
      const link = await admin.send('POST', `/app/v1/users/${made.at('id')}/link`, { body: {} });
      const [, token] = String(link.at('url')).split('#');
      return { id: String(made.at('id')), userName, token };
    };
    const redeem = (browser: Browser, token: unknown) =>
      browser.send('POST', '/app/v1/links/redeem', { body: { token, password: PASSWORD } });
    const publish = async (definition: object) => {
      const { db, forms } = node.services;
      const by = { ...node.account, role: 'admin', via: 'api' } as const;
      return await db.transaction(async (tx) => {
        const { id } = await forms.createTemplate(tx, by, {
          name: 'T',
          definition: { ...definition },
        });
        await forms.publishTemplate(tx, by, id);
        return id;
      });
    };
    const create = async (templateId: string, answers: object) => {
      const { db, forms } = node.services;
      const by = { ...node.account, role: 'admin', via: 'api' } as const;
      const input = { templateId, answers: { ...answers } };
      return await db.transaction(async (tx) => (await forms.createForm(tx, by, input)).form.id);
    };

    test('another site signs nobody in by a path that is written otherwise', async () => {
      const body = { userName: `${node.account.accountCode}/admin`, password: ADMIN_PASSWORD };
      const headers = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' };
      for (const path of ['/%61pp/v1/session', '/ap%70/v1/session', '/app/v1/%73ession']) {
        const answer = await node.request('POST', path, { token: null, headers, body });
        assert.deepEqual([answer.status, answer.at('code')], [403, 'cross-site'], path);
        assert.equal(answer.headers['set-cookie'], undefined);
      }
    });

    test('an exported cell is no formula behind a semicolon either, and no file of an archive hides another', async () => {
      const table = (name: string) => {
        const columns = [{ name: 'part', cellType: 'text' }];
        return { type: 'matrixdynamic', name, columns, rowCount: 0 };
      };
      const elements = [{ type: 'text', name: 'site' }, table('a:b'), table('a*b')];
      const templateId = await publish({ elements });
      await create(templateId, { site: 'x;=1+1' });
      const begun = await admin.send('POST', '/app/v1/exports', {
        body: { kind: 'csv', templateId },
      });
      const path = `/app/v1/exports/${begun.at('id')}`;
      await waitUntil(async () => (await admin.send('GET', path)).at('state') === 'done');
      const url = String((await admin.send('GET', path)).at('files', 0, 'url'));
      const made = await admin.send('GET', url);
      const files = unzip(made.bytes);
      const names = [...files.keys()].map((name) => name.toLowerCase());
      assert.deepEqual([names.length, new Set(names).size], [3, 3], names.join());
      assert.match(String(files.get('T.csv')), /"x;'=1\+1"/);
    });

    test('a file is called what it is', async () => {
      const formId = await create(await publish(FILE_DEFINITION), {});
      const upload = async (fileName: string, type: string, body: string | Buffer) => {
        const query = new URLSearchParams({ field: 'photo', fileName });
        const sent = { body, headers: { 'content-type': type } };
        return await admin.send('POST', `/app/v1/forms/${formId}/attachments?${query}`, sent);
      };
      for (const [fileName, type, body, name] of [
        ['x.html', 'text/plain', 'hello', 'x.html.txt'],
        ['report.pdf.bat', 'application/pdf', PDF, 'report.pdf.bat.pdf'],
        ['Report.PDF', 'application/pdf', PDF, 'Report.PDF'],
      ] as const) {
        const made = await upload(fileName, type, body);
        assert.deepEqual([made.status, made.at('name')], [201, name], made.text);
      }
    });

    test('a choice that is stored already does not open its list to any number more', async () => {
      const choices = ['a', 'b', 'c', 'd'];
      const elements = [
        { type: 'checkbox', name: 'few', choices, maxSelectedChoices: 2 },
        { type: 'checkbox', name: 'all', choices },
        { type: 'checkbox', name: 'any', choices, showNoneItem: true },
      ];
      const id = await create(await publish({ elements }), { few: ['a', 'b'], all: ['a', 'b'] });
      const write = (answers: object) =>
        admin.send('PATCH', `/app/v1/forms/${id}`, { body: { revision: 1, answers } });
      for (const [field, rule, list] of [
        ['few', 'max-choices', ['a', 'b', 'c']],
        ['few', 'each-choice-once', ['a', 'a']],
        ['all', 'each-choice-once', ['a', 'a', 'b', 'c']],
        ['any', 'choice-alone', ['none', 'a']],
        ['all', 'max-choices', Array.from({ length: 1001 }, () => 'a')],
      ] as const) {
        const { status, text } = await write({ [field]: list });
        assert.equal(status, 422, text);
        assert.equal(JSON.parse(text).faults[0].rule, rule, text);
      }
      assert.equal((await write({ few: ['b', 'c'], all: choices, any: ['none'] })).status, 200);
    });

    test('a file is named at most a thousand times by one answer', async () => {
      const id = await create(await publish(FILE_DEFINITION), {});
      const sent = { body: PNG, headers: { 'content-type': 'image/png' } };
      const path = `/app/v1/forms/${id}`;
      const made = await admin.send('POST', `${path}/attachments?field=photo&fileName=a.png`, sent);
      const { id: fileId, name, type, size } = JSON.parse(made.text);
      const photo = Array.from({ length: 1001 }, () => ({ id: fileId, name, type, size }));
      const body = { revision: 1, answers: { photo } };
      const { status, text } = await admin.send('PATCH', path, { body });
      assert.equal(status, 422, text.slice(0, 500));
      assert.equal(JSON.parse(text).faults[0].rule, 'max-files', text.slice(0, 500));
    });

    test('a passkey of whoever was in does not outlive a new password by a link', async () => {
      const { id, userName, token } = await addPerson();
      const eve = openBrowser(node);
      assert.equal((await redeem(eve, token)).status, 201);
      await eve.signIn(userName, PASSWORD);
      await addPasskey(eve, node.baseUrl);
      const link = await admin.send('POST', `/app/v1/users/${id}/link`, { body: {} });
      const ann = openBrowser(node);
      assert.equal((await redeem(ann, String(link.at('url')).split('#')[1])).status, 201);
      assert.deepEqual((await ann.send('GET', '/app/v1/me/passkeys')).at('items'), []);
    });

    test('nobody is known by a claim that is an address, or a name that people choose', async () => {
      const create = (claim: string, issuer = 'https://idp.example') =>
        admin.send('POST', '/app/v1/sso-connections', {
          body: {
            ...{ name: 'x', issuer, clientId: 'x', clientSecret: 'x' },
            ...{ claim, attribute: 'userName' },
          },
        });
      for (const claim of [
        ...['mail', 'upn', 'unique_name', 'emails', 'work_mail'],
        ...['preferred_username', 'nickname', 'name', 'phone_number'],
      ]) {
        const made = await create(claim);
        assert.deepEqual([made.status, made.at('at')], [400, 'claim'], claim);
      }
      const issuers = ['https://onelogin.com.evil.example', 'https://evil.example/x.onelogin.com/'];
      for (const issuer of issuers) {
        assert.equal((await create('preferred_username', issuer)).status, 400, issuer);
      }
      // Allowed for OneLogin, where only admins choose this name, but not after a change to another identity provider.
      const made = await create('preferred_username', 'https://acme.onelogin.com/oidc/2');
      assert.equal(made.status, 201, made.text);
      const path = `/app/v1/sso-connections/${made.at('id')}`;
      const body = { issuer: 'https://idp.example', clientSecret: 'y' };
      const moved = await admin.send('PATCH', path, { body });
      assert.deepEqual([moved.status, moved.at('at')], [400, 'claim']);
      assert.equal((await admin.send('PATCH', path, { body: { name: 'y' } })).status, 200);
    });
  });
});
