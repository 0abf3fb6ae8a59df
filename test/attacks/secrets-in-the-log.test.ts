// An identity provider sends passwords under every name and at every position. None of them appears in the provisioning
// log, the log of the server or the database.
// Nightly: it takes over three seconds.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { adminBrowser, type Browser } from '../support/browser.ts';
import { forEngineOrBoth } from '../support/engines.ts';
import { type Instance, startInstance } from '../support/instance.ts';

const SECRET = 'hunter2-quite-secret';
const USER = 'urn:ietf:params:scim:schemas:core:2.0:User';
const MESSAGES = 'urn:ietf:params:scim:api:messages:2.0';
const LOG = '/app/v1/provisioning/log';

const PATHS = [
  'password',
  ' password',
  'password ',
  'password/value',
  'password.value',
  'Password[value eq "a"]',
  `${USER}:password`,
  'urn:example:password',
  'pwd',
  'passphrase',
  'pass word',
  'pin',
  'name.pin',
  `passwords[value eq "${SECRET}"]`,
  `emails[password eq "${SECRET}"]`,
  `emails[type eq "work" and pwd eq "${SECRET}"].value`,
];

const ATTRIBUTES = [
  { password: SECRET },
  { PassWord: SECRET },
  { pwd: SECRET },
  { pin: { value: SECRET } },
  { credentials: [{ value: SECRET }, SECRET] },
  { name: { givenName: 'Ada', pwd: SECRET } },
  { emails: [{ value: 'a@example.org', secretWord: SECRET }] },
  { 'urn:example:params:Vault': { anything: SECRET } },
  { [`${USER}:pwd`]: SECRET },
];

const FILTERS = [
  `password eq "${SECRET}"`,
  `pwd eq "${SECRET}"`,
  `password eq ${SECRET}`,
  `${SECRET} eq password`,
  `"${SECRET}" eq userName`,
  `userName eq "ada" and pwd eq "${SECRET}"`,
  `userName eq "ada" ${SECRET}`,
  `emails[pwd eq "${SECRET}"]`,
  `emails[type eq "work"].pwd eq "${SECRET}"`,
  `password eq "${SECRET}`,
];

const ADDRESSES = [
  `filter=%70assword%20eq%20%22${SECRET}%22`,
  `%66ilter=pwd+eq+%22${SECRET}%22`,
  `pwd=${SECRET}`,
  `sortBy=${SECRET}`,
  `attributes=userName,${SECRET}`,
  `count=${SECRET}`,
  `filter=%E0%A4%A&pwd=${SECRET}`,
];

forEngineOrBoth('sqlite', (engine) => {
  let node: Instance;
  let browser: Browser;
  let id: string;
  before(async () => {
    node = await startInstance(engine);
    browser = await adminBrowser(node);
    const made = await send('POST', '/Users', { schemas: [USER], userName: 'ada' });
    id = String(made.at('id'));
  });
  after(() => node.close());

  const headers = { 'content-type': 'application/scim+json' };
  const send = (method: string, path: string, body?: unknown) =>
    node.request(method, `/scim/v2${path}`, { headers, ...(body !== undefined && { body }) });
  const patch = (path: string) => ({
    schemas: [`${MESSAGES}:PatchOp`],
    Operations: [{ op: 'replace', path, value: SECRET }],
  });

  test('no secret is on any log, and what helps to find a fault is', async () => {
    let sent = 1;
    const count = async (answer: Promise<unknown>) => {
      await answer;
      sent += 1;
    };
    for (const path of PATHS) await count(send('PATCH', `/Users/${id}`, patch(path)));
    for (const [i, attributes] of ATTRIBUTES.entries()) {
      await count(send('POST', '/Users', { schemas: [USER], userName: `u${i}`, ...attributes }));
      await count(
        send('PATCH', `/Users/${id}`, {
          ...patch(''),
          Operations: [{ op: 'add', value: attributes }],
        }),
      );
    }
    for (const filter of FILTERS) {
      await count(send('GET', `/Users?filter=${encodeURIComponent(filter)}`));
      await count(
        send('POST', '/Users/.search', { schemas: [`${MESSAGES}:SearchRequest`], filter }),
      );
    }
    for (const address of ADDRESSES) await count(send('GET', `/Users?${address}`));
    const operations = [
      ...PATHS.map((path) => ({ method: 'PATCH', path: `/Users/${id}`, data: patch(path) })),
      ...ATTRIBUTES.map((attributes, i) => {
        return {
          method: 'POST',
          path: '/Users',
          bulkId: `b${i}`,
          data: { userName: `v${i}`, ...attributes },
        };
      }),
      { method: 'DELETE', path: `/Users?filter=pwd eq "${SECRET}"` },
    ];
    await count(
      send('POST', '/Bulk', { schemas: [`${MESSAGES}:BulkRequest`], Operations: operations }),
    );
    for (const broken of [
      `{"password":"${SECRET}" x}`,
      `{"pwd":${SECRET}}`,
      `${SECRET}`,
      `["${SECRET}"]`,
    ]) {
      await count(send('POST', '/Users', broken));
    }
    const clash = { schemas: [USER], userName: 'ada', pwd: SECRET };
    await count(send('POST', '/Users', clash));

    const items = await logged(sent);
    for (const { id: entry } of items) {
      const { text } = await browser.send('GET', `${LOG}/${entry}`);
      const at = text.indexOf(SECRET);
      assert.equal(at, -1, text.slice(Math.max(0, at - 200), at + 100));
    }
    const [last] = items;
    const shown = await browser.send('GET', `${LOG}/${last?.id}`);
    assert.deepEqual(JSON.parse(String(shown.at('requestBody'))), { ...clash, pwd: '[removed]' });
    assert.deepEqual(
      node.logs.filter((line) => line.includes(SECRET)),
      [],
    );
    const audit = await node.services.db.reader
      .selectFrom('audit_events')
      .select('detail')
      .execute();
    assert.ok(!JSON.stringify(audit).includes(SECRET));
  });

  test('a filter of attributes that schemas know is on the log as it was sent', async () => {
    const filter = 'emails[type eq "work" and value co "@example.org"] or not (name.familyName pr)';
    const query = `filter=${encodeURIComponent(filter)}&startIndex=1&count=5&sortBy=name.familyName`;
    await send('GET', `/Users?${query}`);
    const path = `emails[type eq "work"].value`;
    const operations = [{ op: 'replace', path, value: 'ada@example.org' }];
    const body = { schemas: [`${MESSAGES}:PatchOp`], Operations: operations };
    await send('PATCH', `/Users/${id}`, body);
    await sleep(1500);
    const [patched, listed] = await logged(2);
    const read = async (of: { id: string } | undefined) => browser.send('GET', `${LOG}/${of?.id}`);
    assert.equal((await read(listed)).at('query'), query);
    assert.deepEqual(JSON.parse(String((await read(patched)).at('requestBody'))), body);
  });

  /** Returns the newest entries, once there are this many. */
  async function logged(count: number): Promise<readonly { readonly id: string }[]> {
    const all: { readonly id: string }[] = [];
    for (let tries = 0; tries < 100 && all.length < count; tries += 1) {
      all.length = 0;
      await sleep(100);
      for (let cursor = ''; ; ) {
        const { body } = await browser.send('GET', `${LOG}${cursor}`);
        const { items, next } = Object(body);
        all.push(...items);
        if (typeof next !== 'string') break;
        cursor = `?cursor=${encodeURIComponent(next)}`;
      }
    }
    assert.ok(all.length >= count, `${all.length} of ${count}`);
    return all;
  }
});
