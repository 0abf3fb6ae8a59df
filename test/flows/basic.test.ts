// A password set over SCIM and HTTP Basic, which is deprecated: it works, the answer says that it is deprecated, it
// ends with the password and the user, and it can be turned off.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type EngineInstance, forEachEngine } from '../support/engines.ts';
import { codeOf } from '../support/error-code.ts';
import {
  ADMIN_PASSWORD,
  type Answer,
  createTestClock,
  type Instance,
  startInstance,
} from '../support/instance.ts';
import { fresh } from '../support/scim.ts';

const PASSWORD = 'four grey herons: wait';
const ANOTHER = 'seven ochre kites; rise';

forEachEngine((engine) => {
  let storage: EngineInstance;
  let node: Instance;
  let withoutBasic: Instance;
  before(async () => {
    storage = await engine.fresh('any');
    node = await startInstance(engine, { storage });
    const env = { FORMSTEAD_BASIC: 'off' };
    withoutBasic = await startInstance(engine, { storage, account: node.account, env });
  });
  after(async () => {
    await withoutBasic.close();
    await node.close();
  });

  const basic = (name: string, password: string, on = node): Promise<Answer> => {
    const value = Buffer.from(`${name}:${password}`).toString('base64');
    const headers = { authorization: `Basic ${value}` };
    return on.request('GET', '/v2/formz', { token: null, headers });
  };
  const scim = (method: string, path: string, body: object) =>
    node.request(method, `/scim/v2/Users${path}`, { body });
  const addPerson = async (more: object = { password: PASSWORD }) => {
    const userName = `${fresh('basic')}@example.com`;
    const answer = await scim('POST', '', { userName, ...more });
    assert.equal(answer.status, 201, answer.text);
    assert.ok(!answer.text.includes(PASSWORD));
    return { userName, id: String(answer.at('id')) };
  };
  const put = async (person: { id: string; userName: string }, change: object) => {
    const { id, userName } = person;
    const answer = await scim('PUT', `/${id}`, { userName, ...change });
    assert.equal(answer.status, 200, answer.text);
    assert.doesNotMatch(answer.text, /password/i);
  };

  test('works with the password, and every answer says that it is deprecated', async () => {
    const { userName } = await addPerson();
    for (const name of [userName, userName.toUpperCase(), `acme/${userName}`]) {
      const answer = await basic(name, PASSWORD);
      assert.equal(answer.status, 200, name);
      assert.equal(answer.headers['deprecation'], '@1795132800');
      const link = /<https:\/\/[^/]+([^>]+)>; rel="deprecation"/.exec(answer.headers['link'] ?? '');
      assert.equal(link?.[1], '/help/basic-authentication');
    }
    const told = await node.request('GET', '/pages/basic-authentication', { token: null });
    assert.deepEqual([told.status, told.headers['location']], [308, '/help/basic-authentication']);
    const bearer = await node.request('GET', '/v2/formz');
    assert.equal(bearer.headers['deprecation'], undefined);
    assert.doesNotMatch(bearer.headers['link'] ?? '', /deprecation/);
  });

  test('check 24: whatever is wrong, the answer is one and the same 401', async () => {
    const person = await addPerson();
    const none = await addPerson({});
    const off = await addPerson({ password: PASSWORD, active: false });
    const answers = [];
    for (const [name, password] of [
      [person.userName, 'wrong'],
      [person.userName, ''],
      [person.userName, PASSWORD.toUpperCase()],
      [none.userName, ''],
      [none.userName, PASSWORD],
      [off.userName, PASSWORD],
      ['nobody@example.com', PASSWORD],
      [`other/${person.userName}`, PASSWORD],
      [person.id, PASSWORD],
    ] as const) {
      const { status, headers, text } = await basic(name, password);
      const { date: _date, 'x-request-id': id = '', ...rest } = headers;
      answers.push(JSON.stringify({ status, rest, text: text.replaceAll(id, '') }));
    }
    assert.equal(new Set(answers).size, 1, answers.join('\n'));
    assert.match(answers[0] ?? '', /"status":401.*credentials-invalid/);
  });

  test('check 20: 7643-4.1.1-07 a new password, an end of activity and a deletion hold on the very next request', async () => {
    const person = await addPerson();
    assert.equal((await basic(person.userName, PASSWORD)).status, 200);
    await put(person, { password: ANOTHER });
    assert.equal((await basic(person.userName, PASSWORD)).status, 401);
    assert.equal((await basic(person.userName, ANOTHER)).status, 200);
    await put(person, { active: false });
    assert.equal((await basic(person.userName, ANOTHER)).status, 401);
    await put(person, { active: true });
    assert.equal((await basic(person.userName, ANOTHER)).status, 200);
    const gone = await node.request('DELETE', `/scim/v2/Users/${person.id}`);
    assert.equal(gone.status, 204);
    assert.equal((await basic(person.userName, ANOTHER)).status, 401);
  });

  test('a PUT that does not mention the password leaves it', async () => {
    const person = await addPerson();
    await put(person, { title: 'New' });
    assert.equal((await basic(person.userName, PASSWORD)).status, 200);
  });

  test('FORMSTEAD_BASIC=off: 401 for right and wrong passwords, and no challenge that offers it', async () => {
    const { userName } = await addPerson();
    for (const password of [PASSWORD, 'wrong']) {
      const answer = await basic(userName, password, withoutBasic);
      assert.deepEqual([answer.status, codeOf(answer)], [401, 'credentials-invalid']);
      assert.equal(answer.headers['www-authenticate']?.includes('Basic'), false);
    }
    assert.equal((await basic(userName, PASSWORD)).status, 200, 'the other node still takes it');
    const config = await withoutBasic.request('GET', '/scim/v2/ServiceProviderConfig', {
      token: await withoutBasic.token(node.account.clientId, node.account.clientSecret),
    });
    assert.doesNotMatch(config.text, /httpbasic/);
  });

  test('the day that Basic ends is announced with each answer, and then it has ended', async (t) => {
    const env = { FORMSTEAD_BASIC_SUNSET: '2031-05-06' };
    const clock = createTestClock();
    const ending = await startInstance(engine, { storage, account: node.account, env, clock });
    t.after(() => ending.close());
    const { userName } = await addPerson();
    const before = await basic(userName, PASSWORD, ending);
    assert.equal(before.status, 200);
    assert.equal(before.headers['sunset'], 'Tue, 06 May 2031 00:00:00 GMT');
    const announced = await ending.request('GET', '/.well-known/openapi.json', { token: null });
    assert.ok(announced.at('components', 'securitySchemes', 'basic'));
    clock.advance(Date.UTC(2031, 4, 6) - clock.now());
    const after = await basic(userName, PASSWORD, ending);
    assert.equal(after.status, 401);
    assert.equal(after.headers['www-authenticate']?.includes('Basic'), false);
    const token = await ending.token(node.account.clientId, node.account.clientSecret);
    const config = await ending.request('GET', '/scim/v2/ServiceProviderConfig', { token });
    const document = await ending.request('GET', '/.well-known/openapi.json', { token: null });
    assert.equal(config.status, 200);
    assert.doesNotMatch(config.text, /httpbasic/);
    assert.equal(document.at('components', 'securitySchemes', 'basic'), undefined);
  });

  test('check 20: turned off for the account, it holds on the very next request; tokens go on', async () => {
    const { services, account } = node;
    const allow = (allowed: boolean) =>
      services.db.transaction((tx) =>
        services.directory.setBasicAllowed(
          tx,
          { accountId: account.accountId, via: 'command-line' },
          allowed,
        ),
      );
    const { userName } = await addPerson();
    assert.equal((await basic(userName, PASSWORD)).status, 200);
    await allow(false);
    for (const password of [PASSWORD, 'wrong']) {
      const answer = await basic(userName, password);
      assert.deepEqual([answer.status, codeOf(answer)], [401, 'basic-off']);
      assert.equal(answer.headers['www-authenticate'], 'Bearer realm="formstead"');
    }
    assert.equal((await node.request('GET', '/v2/formz')).status, 200);
    await allow(true);
    assert.equal((await basic(userName, PASSWORD)).status, 200);
  });

  test('a second organisation ends no sign-in by user name, but of names that both have', async () => {
    const { userName } = await addPerson();
    const wrongBefore = await basic(userName, 'wrong');
    const other = await node.addAccount('Other');
    assert.equal((await basic(userName, PASSWORD)).status, 200);
    assert.equal((await basic(`acme/${userName}`, PASSWORD)).status, 200);
    assert.equal((await basic(`other/${userName}`, PASSWORD)).status, 401);
    // Both organisations have a user named admin. The answer is the same as for an unknown name, and says what to do.
    const both = await basic('admin', ADMIN_PASSWORD);
    const unknown = await basic('nobody', ADMIN_PASSWORD);
    const wrong = await basic(userName, 'wrong');
    for (const answer of [both, unknown, wrong]) {
      assert.deepEqual([answer.status, answer.at('detail')], [401, both.at('detail')]);
      assert.match(String(answer.at('detail')), /put the code of yours before it: code\/userName/);
    }
    assert.doesNotMatch(String(wrongBefore.at('detail')), /code/);
    for (const code of [node.account.accountCode, other.accountCode]) {
      assert.equal((await basic(`${code}/admin`, ADMIN_PASSWORD)).status, 200);
    }
  });

  test('of several organisations, that one takes no Basic is told to those who name it or know the password', async () => {
    const { userName } = await addPerson();
    await node.addAccount(`Third ${node.services.ids.next()}`);
    const allow = (allowed: boolean) => {
      const actor = { accountId: node.account.accountId, via: 'command-line' } as const;
      return node.services.db.transaction((tx) =>
        node.services.directory.setBasicAllowed(tx, actor, allowed),
      );
    };
    await allow(false);
    const codes: unknown[] = [];
    for (const [name, password] of [
      [userName, PASSWORD],
      [userName, 'wrong'],
      ['nobody', 'wrong'],
      ['acme/nobody', 'wrong'],
    ] as const) {
      const answer = await basic(name, password);
      assert.equal(answer.status, 401);
      codes.push(codeOf(answer));
    }
    await allow(true);
    assert.deepEqual(codes, [
      'basic-off',
      'credentials-invalid',
      'credentials-invalid',
      'basic-off',
    ]);
  });

  test('the password is in no log line and in no stored row', async () => {
    const { logs, services } = node;
    const users = await services.db.reader.selectFrom('users').selectAll().execute();
    const events = await services.db.reader.selectFrom('audit_events').selectAll().execute();
    for (const text of [logs.join('\n'), JSON.stringify(users), JSON.stringify(events)]) {
      assert.ok(!text.includes(PASSWORD) && !text.includes(ANOTHER));
      assert.ok(!text.includes(Buffer.from(PASSWORD).toString('base64').slice(2, -4)));
    }
  });
});
