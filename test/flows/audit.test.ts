// Every state-changing route of test/audit-matrix.ts leaves an audit event with actor, credential, address, result and no secret.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { makeProvisioningToken } from '#credentials/provisioning-token.ts';
import type { Endpoint } from '#http/endpoint.ts';
import { systemRandom } from '#kernel/ids.ts';
import { AUDIT_MATRIX, type AuditRow, type Kind, type Made } from '../audit-matrix.ts';
import { BYTE_BODIES } from '../support/attachments.ts';
import { refusalsOf } from '../support/audit-record.ts';
import { type FormKind, isFormKind, makeTemplate, pathToForm } from '../support/audited-forms.ts';
import { type Browser, openBrowser } from '../support/browser.ts';
import { type DirectKind, isDirect, makeDirectly } from '../support/direct-objects.ts';
import { type Engine, forEachEngine } from '../support/engines.ts';
import {
  ADMIN_PASSWORD,
  type Answer,
  type Instance,
  startEmptyInstance,
  startInstance,
} from '../support/instance.ts';
import { JSON_BODIES } from '../support/json-bodies.ts';
import { makeDocument } from '../support/made-document.ts';
import { routesOf } from '../support/routes.ts';
import { fresh } from '../support/scim.ts';

const TABLE = 'test/audit-matrix.ts';
const FORM = { 'content-type': 'application/x-www-form-urlencoded' };
const AGENT = 'a\u0009b {"action":"user.set-role"}';

const nameOf = ({ method, path }: Endpoint): string => `${method} ${path}`;

forEachEngine((engine) => {
  let instance: Instance;
  let browser: Browser;
  let endpoints: readonly Endpoint[];
  const secrets = new Set<string>([ADMIN_PASSWORD]);
  before(async () => {
    instance = await startInstance(engine, { env: { FORMSTEAD_WEB_PUSH: 'on' } });
    secrets.add(instance.account.clientSecret);
    endpoints = await routesOf(instance);
  });
  after(() => instance.close());

  const rowsOf = async (node: Pick<Instance, 'services'> = instance) =>
    node.services.db.reader.selectFrom('audit_events').selectAll().orderBy('id').execute();
  const form = (path: string, more: Readonly<Record<string, string>>): Promise<Answer> => {
    const { clientId, clientSecret } = instance.account;
    const fields = { client_id: clientId, client_secret: clientSecret, ...more };
    const body = new URLSearchParams(fields).toString();
    return instance.request('POST', path, { token: null, body, headers: FORM });
  };
  const bodyOf = (route: string): object | undefined => {
    const { userId } = instance.account;
    return AUDIT_MATRIX[route]?.body?.(userId) ?? JSON_BODIES[route]?.(userId);
  };
  const makeWebhook = async (kind: 'webhook' | 'webhook-off'): Promise<Made> => {
    const path = '/app/v1/webhooks';
    const made = await browser.send('POST', path, { body: bodyOf(`POST ${path}`) });
    secrets.add(String(made.at('secret')));
    const id = String(made.at('webhook', 'id'));
    if (kind === 'webhook') {
      const sent = await browser.send('POST', `${path}/${id}/test`);
      return { id, secondId: String(sent.at('deliveryId')) };
    }
    await browser.send('PATCH', `${path}/${id}`, { body: { state: 'disabled' } });
    return { id };
  };
  const make = async (kind: Exclude<Kind, FormKind | DirectKind>): Promise<Made> => {
    if (kind === 'webhook' || kind === 'webhook-off') return makeWebhook(kind);
    if (kind === 'session') {
      await openBrowser(instance).signIn('admin', ADMIN_PASSWORD);
      const listed = await browser.send('GET', '/app/v1/me/sessions');
      return { id: String(listed.at('items', 1, 'id')) };
    }
    if (kind === 'signed-in') {
      const body = { userName: fresh(), password: ADMIN_PASSWORD };
      const made = await browser.send('POST', '/app/v1/users', { body });
      const signedIn = await openBrowser(instance).signIn(body.userName, body.password);
      assert.equal(signedIn.status, 201, made.text);
      return { id: String(made.at('id')) };
    }
    if (kind === 'document') {
      const { userId, accountId } = instance.account;
      const { id: template } = await make('template');
      const by = { accountId, userId, role: 'admin', via: 'web' } as const;
      const [id = '', secondId = ''] = (await makeDocument(instance, by, template)).split(' ');
      return { id, secondId };
    }
    const paths = {
      template: '/app/v1/templates',
      user: '/app/v1/users',
      group: '/app/v1/groups',
      list: '/app/v1/lists',
      view: '/app/v1/views',
      dashboard: '/app/v1/dashboards',
      connection: '/app/v1/sso-connections',
      credential: '/app/v1/credentials',
      'provisioning-token': '/app/v1/provisioning-tokens',
    } as const;
    const body = bodyOf(`POST ${paths[kind]}`);
    const answer = await browser.send('POST', paths[kind], { body });
    assert.equal(answer.status, 201, answer.text);
    const shown = ['clientSecret', 'provisioningToken'].map((name) => answer.at(name));
    for (const secret of shown) if (typeof secret === 'string') secrets.add(secret);
    return {
      id: String(answer.at('id') ?? answer.at('credential', 'id')),
      secondId: String(answer.at('credential', 'secrets', 0, 'id')),
    };
  };
  const askToken = async (path: string): Promise<Answer> => {
    const answer = await form('/connect/token', {
      grant_type: 'client_credentials',
      scope: 'public_api',
    });
    const token = String(answer.at('access_token'));
    secrets.add(token);
    return path === '/connect/token' ? answer : form(path, { token });
  };
  const pathFor = async (route: string, { id }: AuditRow): Promise<string> => {
    const [, path = ''] = route.split(' ');
    if (id === undefined) return path;
    // An identity provider can't change what a browser created, so SCIM routes get their own objects.
    if (path.startsWith('/scim/')) {
      const type = id === 'user' ? 'Users' : 'Groups';
      const body = bodyOf(`POST /scim/v2/${type}`);
      const made = await instance.request('POST', `/scim/v2/${type}`, { body });
      return path.replace(':id', String(made.at('id')));
    }
    if (isDirect(id)) return path.replace(':id', await makeDirectly(id, instance));
    if (isFormKind(id)) return pathToForm(browser, id, path);
    const made = await make(id);
    const second = path.endsWith('/rights/:subject') ? 'everyone' : (made.secondId ?? '');
    return path
      .replace(':id', made.id)
      .replace(/:(secretId|deliveryId|subject|documentId)/, second);
  };
  /** Calls a route as a user who may be deleted, and whom provisioning manages. */
  const asSomebody = async (method: string, path: string, sent?: object): Promise<Answer> => {
    const { token } = await instance.addUser(fresh(), 'admin');
    const adopted = await instance.request('PATCH', path, { token, body: bodyOf(`PATCH ${path}`) });
    assert.equal(adopted.status, 200, adopted.text);
    const body = method === 'PUT' ? { ...Object(adopted.body), nickName: fresh() } : sent;
    return instance.request(method, path, { token, body });
  };
  const withTemplate = async (body: object | undefined): Promise<object | undefined> =>
    body && Object.hasOwn(body, 'templateId')
      ? { ...body, templateId: await makeTemplate(browser) }
      : body;
  const call = async (route: string, row: AuditRow): Promise<Answer> => {
    const [method = ''] = route.split(' ');
    const path = await pathFor(route, row);
    const { bytes, type = '', query = '' } = BYTE_BODIES[route] ?? {};
    const send = path.startsWith('/app/') ? browser.send : instance.request;
    const headers = { 'content-type': type };
    if (bytes) return send(method, path + query, { body: bytes, headers });
    const body = await withTemplate(bodyOf(route));
    const sent = body && method !== 'DELETE' ? { body } : {};
    if (path.startsWith('/connect/')) return askToken(path);
    if (path === '/scim/v2/Me') return asSomebody(method, path, body);
    return send(method, path, sent);
  };

  test('check 40: every state-changing route says what it leaves on record', () => {
    const routes = endpoints.filter(({ method }) => method !== 'GET').map(nameOf);
    const missing = routes.filter((route) => !Object.hasOwn(AUDIT_MATRIX, route));
    assert.deepEqual(missing, [], `say in ${TABLE} what these routes leave in the audit record`);
    const gone = Object.keys(AUDIT_MATRIX).filter((route) => !routes.includes(route));
    assert.deepEqual(gone, [], `take these out of ${TABLE}: there are no such routes`);
  });

  for (const [route, row] of Object.entries(AUDIT_MATRIX)) {
    const { leaves } = row;
    if (typeof leaves === 'string' || route === 'POST /app/v1/set-up') continue;
    test(`check 40: ${route} leaves ${leaves.join(', ')}`, async () => {
      browser = openBrowser(instance);
      const signedIn = await browser.signIn('admin', ADMIN_PASSWORD);
      assert.equal(signedIn.status, 201, signedIn.text);
      const path = route.split(' ')[1] ?? '';
      const known = new Set((await rowsOf()).map(({ id }) => id));
      const answer = await call(route, row);
      assert.ok(answer.status >= 200 && answer.status < 300, `${answer.status} ${answer.text}`);
      const lines = (await rowsOf()).filter(({ id }) => !known.has(id));
      for (const action of leaves) {
        const line = lines.findLast((each) => each.action === action);
        assert.ok(line, `no ${action} among ${lines.map((each) => each.action).join(', ')}`);
        assert.equal(line.result, 'ok');
        assert.match(line.ip ?? '', /^(127\.0\.0\.1|::1|::ffff:127\.0\.0\.1)$/, action);
        assert.ok(line.actor_user_id, `${action}: as whom?`);
        assert.equal(line.credential_id !== null, !path.startsWith('/app/'), `${action}: by what?`);
        assert.equal(typeof JSON.parse(line.detail ?? '{}').via, 'string');
      }
      if (route === 'PUT /app/v1/me/password') await restorePassword();
    });
  }

  async function restorePassword(): Promise<void> {
    const { password: current } = Object(bodyOf('PUT /app/v1/me/password'));
    const body = { current, password: ADMIN_PASSWORD };
    const answer = await browser.send('PUT', '/app/v1/me/password', { body });
    assert.equal(answer.status, 200, answer.text);
  }

  test('check 40: set-up leaves its account, admin and credential on record', () => setsUp(engine));

  test('check 40: each kind of failure is on record, refused, with the reason and no secret', async () => {
    const { services, account } = instance;
    const member = await instance.addUser(fresh());
    secrets.add('wrong-secret-of-somebody');
    const headers = { 'user-agent': AGENT };
    const known = await startRefusals();
    await form('/connect/token', {
      grant_type: 'client_credentials',
      scope: 'public_api',
      client_secret: 'wrong-secret-of-somebody',
    });
    await openBrowser(instance).signIn('admin', 'wrong-secret-of-somebody');
    const basic = Buffer.from('admin:wrong-secret-of-somebody').toString('base64');
    await instance.request('GET', '/v2/formz', {
      token: null,
      headers: { ...headers, authorization: `Basic ${basic}` },
    });
    for (let i = 0; i < 3; i += 1) {
      await instance.request('GET', '/scim/v2/Users', { token: member.token, headers });
    }
    await services.db.transaction((tx) =>
      services.directory.setActive(
        tx,
        { accountId: account.accountId, via: 'command-line' },
        member.id,
        false,
      ),
    );
    await instance.request('GET', '/v2/formz', { token: member.token });
    const { accountId, userId, clientId } = account;
    assert.deepEqual(await refusedSince(known), [
      [accountId, 'token.issue', clientId, 'wrong-secret', 1],
      [accountId, 'session.begin', userId, 'password', 1],
      [accountId, 'user.sign-in', userId, 'basic', 1],
      [accountId, 'request.refuse', 'GET /scim/v2/Users', 'forbidden', 3],
      [accountId, 'token.use', member.clientId, 'ended', 1],
    ]);
  });

  test('check 40: a name that nobody has is refused on the record of its account, and never written down', async () => {
    const { services, account } = instance;
    const typed = 'correct horse battery staple';
    secrets.add(typed);
    const known = await startRefusals();
    const signIn = async (name: string) => {
      const answer = await openBrowser(instance).signIn(name, 'x');
      assert.equal(answer.status, 401);
      const authorization = `Basic ${Buffer.from(`${name}:x`).toString('base64')}`;
      const basic = await instance.request('GET', '/v2/formz', {
        token: null,
        headers: { authorization },
      });
      assert.equal(basic.status, 401);
    };
    for (const name of [typed, `${account.accountCode}/${typed}`, 'nobody']) await signIn(name);
    await services.refusals.flush();
    const unknown = (action: string, count: number) => [
      account.accountId,
      action,
      null,
      'unknown-user',
      count,
    ];
    assert.deepEqual(await refusedSince(known), [
      unknown('session.begin', 3),
      unknown('user.sign-in', 3),
    ]);
    // With two accounts, a user name without a code belongs to neither.
    const several = await startInstance(engine);
    const other = await several.addAccount('Other');
    for (const name of ['nobody', `none/${typed}`, `${other.accountCode}/${typed}`]) {
      await openBrowser(several).signIn(name, 'x');
    }
    await several.services.refusals.flush();
    const lines = (await rowsOf(several)).filter(({ result }) => result === 'refused');
    assert.deepEqual(refusalsOf(lines), [
      [other.accountId, 'session.begin', null, 'unknown-user', 1],
    ]);
    assert.ok(!JSON.stringify(lines).includes(typed));
    await several.close();
  });

  test('check 40: Basic where it is turned off is refused on record', async () => {
    const { services, account } = instance;
    const { accountId, userId } = account;
    const actor = { accountId, via: 'command-line' } as const;
    const allow = (allowed: boolean) =>
      services.db.transaction((tx) => services.directory.setBasicAllowed(tx, actor, allowed));
    await allow(false);
    const known = await startRefusals();
    for (const name of ['admin', 'nobody']) {
      const authorization = `Basic ${Buffer.from(`${name}:${ADMIN_PASSWORD}`).toString('base64')}`;
      const call = { token: null, headers: { authorization } };
      assert.equal((await instance.request('GET', '/v2/formz', call)).status, 401);
    }
    await services.refusals.flush();
    await allow(true);
    assert.deepEqual(await refusedSince(known), [
      [accountId, 'user.sign-in', userId, 'turned-off', 1],
      [accountId, 'user.sign-in', null, 'turned-off', 1],
    ]);
  });

  test('check 40: provisioning tokens that are unknown, over or revoked are refused on record', async () => {
    const { services, account, clock } = instance;
    const { accountId } = account;
    const actor = { accountId, via: 'command-line' } as const;
    const add = async (expiresInSeconds: number) => {
      const made = await services.db.transaction((tx) =>
        services.credentials.createProvisioning(tx, actor, { name: 'Okta', expiresInSeconds }),
      );
      secrets.add(made.provisioningToken);
      return made;
    };
    const unknown = makeProvisioningToken(systemRandom, account.accountCode).text;
    const foreign = makeProvisioningToken(systemRandom, 'nobody').text;
    const over = await add(60);
    const revoked = await add(3600);
    clock.advance(60_000);
    await services.db.transaction((tx) =>
      services.credentials.revoke(tx, actor, revoked.credentialId),
    );
    const known = await startRefusals();
    for (const token of [unknown, over.provisioningToken, revoked.provisioningToken, foreign]) {
      for (let i = 0; i < 2; i += 1) {
        assert.equal((await instance.request('GET', '/scim/v2/Users', { token })).status, 401);
      }
    }
    await services.refusals.flush();
    assert.deepEqual(await refusedSince(known), [
      [accountId, 'token.use', null, 'unknown-token', 2],
      [accountId, 'token.use', over.credentialId, 'expired', 2],
      [accountId, 'token.use', revoked.credentialId, 'revoked', 2],
    ]);
  });

  /** Returns the events from before the refusals that a test causes. */
  async function startRefusals(): Promise<ReadonlySet<string>> {
    instance.clock.advance(60_000);
    await instance.services.refusals.flush();
    return new Set((await rowsOf()).map(({ id }) => id));
  }
  async function refusedSince(
    known: ReadonlySet<string>,
  ): Promise<readonly (readonly unknown[])[]> {
    // Refusals after the first of their kind are stored together when its minute is over.
    instance.clock.advance(60_000);
    await instance.services.refusals.flush();
    const rows = (await rowsOf()).filter(
      ({ id, result }) => result === 'refused' && !known.has(id),
    );
    return refusalsOf(rows);
  }

  test('check 9: nothing that was ever a secret is in the audit record, and no line of it holds a line break', async () => {
    for (const row of await rowsOf()) {
      const text = JSON.stringify(row);
      for (const secret of secrets) assert.ok(!text.includes(secret), row.action);
      for (const value of Object.values(row)) assert.doesNotMatch(String(value), /[\r\n]/);
    }
  });

  test('check 40: after all of this the chain is proven', async () => {
    const { services, account } = instance;
    await services.chains.linkPending();
    const report = await services.chains.verify(account.accountId);
    assert.deepEqual([report.intact, report.unlinked.count], [true, 0]);
    assert.ok(report.checked > 60);
  });
});

async function setsUp(engine: Engine): Promise<void> {
  const node = await startEmptyInstance(engine);
  const answer = await node.request('POST', '/app/v1/set-up', {
    token: null,
    headers: { 'sec-fetch-site': 'same-origin' },
    body: {
      token: new URL(node.server.setUpLink ?? '').hash.slice(1),
      accountName: 'Acme',
      userName: 'admin',
      password: ADMIN_PASSWORD,
    },
  });
  assert.equal(answer.status, 201, answer.text);
  const rows = await node.services.db.reader.selectFrom('audit_events').selectAll().execute();
  const actions = rows.map(({ action }) => action);
  const { leaves } = AUDIT_MATRIX['POST /app/v1/set-up'] ?? { leaves: [] };
  for (const action of leaves) assert.ok(actions.includes(action), `${action} of ${actions}`);
  assert.ok(!JSON.stringify(rows).includes(String(answer.at('clientSecret'))));
  await node.close();
}
