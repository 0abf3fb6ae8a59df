// The one-time link of an empty instance: errors are explained and do not use it up, and exactly one of many requests
// creates the first account.
// Nightly: a whole journey; shorter tests send its requests.
import assert from 'node:assert/strict';
import { afterEach, beforeEach, test } from 'node:test';
import { openBrowser } from '../support/browser.ts';
import { forEngineOrBoth } from '../support/engines.ts';
import { startEmptyInstance } from '../support/instance.ts';

const PATH = '/app/v1/set-up';
const TEXT = ['accountName', 'userName', 'password', 'token'] as const;

forEngineOrBoth('postgres', (engine) => {
  let node: Awaited<ReturnType<typeof startEmptyInstance>>;
  let good: Readonly<Record<(typeof TEXT)[number], string>>;
  beforeEach(async () => {
    node = await startEmptyInstance(engine);
    const link = new URL(node.server.setUpLink ?? '');
    assert.deepEqual([link.origin, link.pathname], [node.server.publicUrl, '/set-up']);
    good = {
      token: link.hash.slice(1),
      accountName: 'Acme',
      userName: 'admin',
      password: 'seven quiet harbours at dusk',
    };
  });
  afterEach(() => node.close());

  const post = (body: unknown, headers = {}) =>
    node.request('POST', PATH, {
      token: null,
      body,
      headers: { 'sec-fetch-site': 'same-origin', ...headers },
    });
  const read = (token: string) =>
    openBrowser(node).send('POST', `${PATH}/read`, { body: { token } });
  const accounts = async () =>
    (await node.services.db.reader.selectFrom('accounts').select('id').execute()).length;

  test('whatever is wrong is named, and the link still works afterwards', async () => {
    const wrong = [null, 1, true, [], ['x'], {}, '', ' ', 'x'.repeat(600)];
    for (const name of TEXT) {
      for (const value of [undefined, ...wrong]) {
        const answer = await post({ ...good, [name]: value });
        const what = `${name}: ${JSON.stringify(value)} ${answer.text}`;
        assert.deepEqual([answer.status, answer.at('at')], [400, name], what);
        assert.match(String(answer.at('detail')), new RegExp(name, 'i'), what);
      }
      for (const text of ['a\\u0000b', '\\ud800']) {
        const body = JSON.stringify({ ...good, [name]: '?' }).replace('"?"', `"${text}"`);
        assert.equal((await post(body)).at('code'), 'malformed-text');
      }
    }
    for (const body of ['{', '', '[]', '"x"', 'null', '{"__proto__":{"token":"x"}}']) {
      assert.equal((await post(body)).status, 400, body);
    }
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    assert.equal((await post('token=x', form)).status, 415);
    assert.equal((await post({ ...good, x: 'y'.repeat(20_000) })).status, 413);
    const weak = await post({ ...good, password: 'acme acme acme acme' });
    assert.deepEqual(
      [weak.status, weak.at('code'), weak.at('at')],
      [400, 'password-policy', 'password'],
    );
    const nowhere = await post({ ...good, timeZone: 'Europe/Atlantis' });
    assert.deepEqual([nowhere.status, nowhere.at('at')], [400, 'timeZone'], nowhere.text);
    assert.equal(await accounts(), 0);
    assert.equal((await post(good)).status, 201);
  });

  test('another token is 403, a second use 409, each with what to do', async () => {
    for (const token of ['x', `${good.token}x`, good.token.slice(1), good.token.toUpperCase()]) {
      const asked = await read(token);
      assert.deepEqual([asked.status, asked.at('code')], [403, 'set-up-link-invalid']);
      const answer = await post({ ...good, token });
      assert.deepEqual([answer.status, answer.at('code')], [403, 'set-up-link-invalid']);
      assert.match(String(answer.at('detail')), /Restart the service/);
    }
    assert.equal((await read(good.token)).status, 204, 'and asking uses nothing up');
    const made = await post(good);
    assert.equal(made.status, 201, made.text);
    assert.equal(made.headers['cache-control'], 'no-store');
    const cookie = /^__Host-sid=([^;]+);/.exec(made.headers['set-cookie'] ?? '')?.[1];
    const session = await openBrowser(node, cookie).send('GET', '/app/v1/session');
    assert.deepEqual([session.status, session.at('method')], [200, 'set-up']);
    assert.equal((await read(good.token)).at('code'), 'already-set-up');
    const again = await post(good);
    assert.deepEqual([again.status, again.at('code')], [409, 'already-set-up']);
    assert.match(String(again.at('detail')), /first admin/);
    const token = await node.token(String(made.at('clientId')), String(made.at('clientSecret')));
    assert.equal((await node.request('GET', '/scim/v2/Users', { token })).status, 200);
    const logs = node.logs.join('');
    for (const secret of [good.token, good.password, String(made.at('clientSecret'))]) {
      assert.ok(!logs.includes(secret));
    }
  });

  test('of 20 who use the link at the same moment one gets the account', async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, i) => post({ ...good, accountName: `Acme ${i}` })),
    );
    const won = answers.filter(({ status }) => status === 201);
    assert.equal(won.length, 1);
    for (const { status, text } of answers) {
      assert.ok([201, 403, 409, 503].includes(status), text);
    }
    assert.equal(await accounts(), 1);
  });
});
