// RFC 7644 §1 to §3.4, §3.8 to §3.14: messages, formats, errors and versions.
// Nightly: it sends requests of any size.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { forEngineOrBoth } from '../support/engines.ts';
import { ADMIN_PASSWORD, type Call } from '../support/instance.ts';
import {
  assertScimError,
  CORE_GROUP,
  CORE_USER,
  ENTERPRISE,
  fresh,
  idOf,
  PATCH_OP,
  type Scim,
  startScim,
} from '../support/scim.ts';
import { BULK_REQUEST, newUser, sendBulk } from '../support/scim-bulk.ts';
import {
  each,
  filtered,
  idsBy,
  keysOf,
  LIST_RESPONSE,
  patch,
  patchBody,
  resourcesOf,
  SEARCH_REQUEST,
} from '../support/scim-calls.ts';

const MEDIA_TYPE = 'application/scim+json';

forEngineOrBoth('postgres', (engine) => {
  let scim: Scim;
  let user: string;
  let group: string;
  before(async () => {
    scim = await startScim(engine);
    user = idOf(await scim.addUser({ displayName: 'Ann', name: { givenName: 'A' } }));
    group = idOf(await scim.addGroup({ members: [{ value: user }] }));
  });
  after(() => scim.close());

  const post = (path: string, body: unknown, headers: Call['headers'] = {}) =>
    scim.call('POST', path, { body, headers });
  const search = (path: string, body: object = {}) =>
    post(`${path}/.search`, { schemas: [SEARCH_REQUEST], ...body });

  test('7644-1.3-01 7644-3.4.2-05 URIs have no query, and a stray one changes nothing', async () => {
    for (const path of [`/Users/${user}`, `/Groups/${group}`, '/Users', '/Schemas', '/']) {
      const plain = await scim.get(path);
      assert.ok(!/"(\$ref|location)":"[^"]*\?/.test(plain.text));
      for (const query of ['?flag', '?foo=1&aadOptscim062020', '?']) {
        assert.deepEqual((await scim.get(`${path}${query}`)).body, plain.body, `${path}${query}`);
      }
    }
    const made = await post('/Users?flag', { userName: fresh() });
    assert.equal(made.headers['location'], `${scim.base}/Users/${idOf(made)}`);
  });

  test('7644-2-01 7644-2.2-01 7643-5-05 7644-3.12-03 without credentials every endpoint is 401 and names both schemes', async () => {
    const useless = ['Bearer x', 'Basic eDp5', 'Basic', 'Negotiate abc', ''];
    const paths = ['/Users', `/Users/${user}`, '/Groups', '/Me', '/Bulk', '/', '/Nothing'];
    const discovery = ['/ServiceProviderConfig', '/Schemas', '/ResourceTypes'];
    for (const path of [...paths, ...discovery]) {
      const none = await scim.get(path, { token: null });
      const wrong = await Promise.all(
        useless.map((authorization) => scim.get(path, { token: null, headers: { authorization } })),
      );
      for (const answer of [none, ...wrong]) {
        assertScimError(answer, 401);
        const challenge = answer.headers['www-authenticate'] ?? '';
        assert.match(challenge, /Bearer/);
        assert.match(challenge, /Basic realm=/);
      }
    }
  });

  test('7644-2-02 7644-2-03 7644-2.1-01 7643-9.3-01 7644-3.12-04 who calls decides what is done: an admin all, a member /Me only, a narrowed credential its rights', async () => {
    const { token } = await scim.instance.addUser(fresh('member'));
    for (const path of ['/Users', `/Users/${user}`, '/Groups', '/']) {
      assertScimError(await scim.get(path, { token }), 403);
      assert.equal((await scim.get(path)).status, 200);
    }
    assert.equal((await scim.get('/Me', { token })).status, 200);
    const { db, credentials } = scim.instance.services;
    const { accountId, userId } = scim.instance.account;
    const narrow = await db.transaction((tx) =>
      credentials.create(
        tx,
        { accountId, via: 'command-line' },
        { name: 'forms only', actsAsUserId: userId, rights: ['forms.read'] },
      ),
    );
    const forms = await scim.instance.token(narrow.credentialId, narrow.clientSecret);
    assertScimError(await scim.get('/Users', { token: forms }), 403);
    const off = await scim.instance.addUser(fresh('admin'), 'admin');
    assert.equal((await scim.get('/Users', { token: off.token })).status, 200);
    await patch(scim, `/Users/${off.id}`, { op: 'replace', path: 'active', value: false });
    assertScimError(await scim.get('/Users', { token: off.token }), 401);
  });

  test('7644-2-04 Basic works and says with each answer that it is deprecated', async () => {
    const credentials = Buffer.from(`admin:${ADMIN_PASSWORD}`).toString('base64');
    const headers = { authorization: `Basic ${credentials}` };
    const answer = await scim.get('/Users', { token: null, headers });
    assert.equal(answer.status, 200, answer.text);
    assert.match(answer.headers['deprecation'] ?? '', /^@\d+$/);
    assert.match(answer.headers['link'] ?? '', /rel="deprecation"/);
  });

  test('7644-3.1-01 7644-3.8-02 7644-3.8-03 7644-3.8-04 answers are application/scim+json, whatever JSON is accepted', async () => {
    const accepts = [
      'application/scim+json',
      'application/scim+json; charset=utf-8',
      'application/json',
      '*/*',
    ];
    for (const accept of [undefined, ...accepts]) {
      const headers = accept === undefined ? {} : { accept };
      const body = { userName: fresh() };
      const answers = [
        await scim.get('/Users', { headers }),
        await scim.get(`/Users/${user}`, { headers }),
        await scim.get('/Schemas', { headers }),
        await scim.call('POST', '/Users', { body, headers }),
        await scim.call('PATCH', `/Users/${user}`, { body: patchBody(), headers }),
        await search('/Users'),
        await sendBulk(scim, []),
      ];
      for (const answer of answers) {
        assert.ok([200, 201].includes(answer.status), answer.text);
        assert.equal(answer.headers['content-type'], MEDIA_TYPE);
      }
      for (const path of ['/Users/0', '/Nothing', '/Users?filter=x']) {
        assert.equal((await scim.get(path, { headers })).headers['content-type'], MEDIA_TYPE);
      }
    }
  });

  test('7644-3.1-02 each message names its schema', async () => {
    assert.equal(SEARCH_REQUEST, 'urn:ietf:params:scim:api:messages:2.0:SearchRequest');
    assert.equal(PATCH_OP, 'urn:ietf:params:scim:api:messages:2.0:PatchOp');
    assert.equal(BULK_REQUEST, 'urn:ietf:params:scim:api:messages:2.0:BulkRequest');
    const found = await search('/Users');
    assert.deepEqual(found.at('schemas'), [LIST_RESPONSE]);
    assert.equal(LIST_RESPONSE, 'urn:ietf:params:scim:api:messages:2.0:ListResponse');
    assert.deepEqual((await scim.get('/')).at('schemas'), [LIST_RESPONSE]);
    assert.deepEqual((await scim.get('/Users/0')).at('schemas'), [
      'urn:ietf:params:scim:api:messages:2.0:Error',
    ]);
    assert.deepEqual((await sendBulk(scim, [])).at('schemas'), [
      'urn:ietf:params:scim:api:messages:2.0:BulkResponse',
    ]);
  });

  test('7644-3.2-01 7644-3.5-01 7644-3.5-02 each endpoint has the methods of the RFC', async () => {
    const userName = fresh();
    const made = await post('/Users', { userName });
    const one = `/Users/${idOf(made)}`;
    const team = `/Groups/${idOf(await post('/Groups', { displayName: userName }))}`;
    const { token } = await scim.instance.addUser(fresh('admin'), 'admin');
    const own = Object((await scim.get('/Me', { token })).body);
    for (const [method, path, status, body] of [
      ['GET', '/Users', 200],
      ['GET', '/Groups', 200],
      ['GET', one, 200],
      ['PUT', one, 200, { userName }],
      ['PATCH', one, 200, patchBody()],
      ['GET', team, 200],
      ['PUT', team, 200, { displayName: userName }],
      ['PATCH', team, 204, patchBody()],
      ['GET', '/ServiceProviderConfig', 200],
      ['GET', '/Schemas', 200],
      ['GET', '/ResourceTypes', 200],
      ['POST', '/Bulk', 200, { schemas: [BULK_REQUEST], Operations: [] }],
      ['POST', '/.search', 200, { schemas: [SEARCH_REQUEST] }],
      ['POST', '/Users/.search', 200, { schemas: [SEARCH_REQUEST] }],
      ['POST', '/Groups/.search', 200, { schemas: [SEARCH_REQUEST] }],
      ['GET', '/', 200],
      ['DELETE', one, 204],
      ['DELETE', team, 204],
    ] as const) {
      const answer = await scim.call(method, path, { body });
      assert.equal(answer.status, status, `${method} ${path} ${answer.text}`);
    }
    for (const [method, status, body] of [
      ['POST', 409, own],
      ['PUT', 200, own],
      ['PATCH', 200, patchBody()],
      ['GET', 200],
      ['DELETE', 204],
    ] as const) {
      const answer = await scim.call(method, '/Me', { body, token });
      assert.equal(answer.status, status, `${method} /Me ${answer.text}`);
    }
    assert.deepEqual((await scim.get('/ServiceProviderConfig')).at('patch'), { supported: true });
  });

  test('7644-3.2-02 a method that an endpoint does not have is 405 and names those it has', async () => {
    for (const [method, path, allowed] of [
      ['PUT', '/Users', 'GET, POST, HEAD'],
      ['PATCH', '/Groups', 'GET, POST, HEAD'],
      ['DELETE', '/Schemas', 'GET, HEAD'],
      ['POST', `/Users/${user}`, 'GET, PUT, PATCH, DELETE, HEAD'],
      ['GET', '/Bulk', 'POST'],
      ['GET', '/Users/.search', 'POST'],
    ] as const) {
      const answer = await scim.call(method, path);
      assertScimError(answer, 405);
      const listed = (value: string | undefined) => value?.split(', ').sort();
      assert.deepEqual(listed(answer.headers['allow']), listed(allowed), path);
    }
  });

  test('7644-3.3.1-01 the type of a resource follows from where it is made', async () => {
    for (const [path, body, type] of [
      ['/Users', { userName: fresh() }, 'User'],
      ['/Groups', { displayName: fresh() }, 'Group'],
    ] as const) {
      const meta = { resourceType: type === 'User' ? 'Group' : 'User' };
      const made = await post(path, { ...body, meta });
      assert.equal(made.at('meta', 'resourceType'), type, made.text);
    }
  });

  test('7644-3.4.2-03 7644-3.4.2-06 Resources is there also when nothing is', async () => {
    for (const path of ['/Users', '/Groups', '/']) {
      for (const filter of ['id eq "nobody"', `externalId eq "${fresh()}"`]) {
        const none = await filtered(scim, path, filter);
        assert.deepEqual(
          [none.status, none.at('totalResults'), none.at('Resources')],
          [200, 0, []],
        );
      }
      const all = await scim.get(path);
      assert.equal(all.at('Resources', 'length'), all.at('itemsPerPage'));
      assert.ok(Number(all.at('totalResults')) > 0);
    }
  });

  test('7644-3.4.2-07 a single resource is projected; filter, sorting and paging mean nothing there', async () => {
    const path = `/Users/${user}`;
    const whole = await scim.get(path);
    const odd =
      '?sortBy=title&sortOrder=descending&startIndex=9&count=0&filter=userName+eq+%22x%22';
    assert.deepEqual((await scim.get(`${path}${odd}`)).body, whole.body);
    const some = await scim.get(`${path}${odd}&attributes=displayName`);
    assert.deepEqual(keysOf(some.body), ['displayName', 'id', 'schemas']);
  });

  test('7644-3.4.2.2-21 7644-3.4.2.4-03 filters are announced, and no page is longer than announced', async () => {
    const filter = (await scim.get('/ServiceProviderConfig')).at('filter');
    assert.deepEqual(filter, { supported: true, maxResults: 1000 });
    const operations = Array.from({ length: 1000 }, (_, i) =>
      newUser(`u${i}`, { title: 'one of many' }),
    );
    await sendBulk(scim, operations);
    await scim.addUser({ title: 'one of many' });
    for (const count of [1000, 1001, 1_000_000]) {
      const page = await filtered(scim, '/Users', 'title eq "one of many"', `&count=${count}`);
      assert.equal(resourcesOf(page).length, 1000);
      assert.deepEqual([page.at('totalResults'), page.at('itemsPerPage')], [1001, 1000]);
    }
  });

  test('7644-3.4.2.3-03 a complex attribute is sorted by through a part of it', async () => {
    assert.equal((await scim.get('/Users?sortBy=name.givenName')).status, 200);
    for (const sortBy of [
      'name',
      'meta',
      `${ENTERPRISE}:manager`,
      'nothing',
      'emails[type eq "w"]',
    ]) {
      const answer = await scim.get(`/Users?sortBy=${encodeURIComponent(sortBy)}`);
      if (sortBy.endsWith('manager')) continue;
      assertScimError(answer, 400, 'invalidValue');
    }
  });

  test('7644-3.8-01 JSON is UTF-8 both ways', async () => {
    const body = Buffer.from(`{"userName":"${fresh()}","displayName":"é"}`, 'latin1');
    assertScimError(await post('/Users', body), 400, 'invalidSyntax');
    const text = `{"userName":"${fresh()}","displayName":"é 🙂"}`;
    const made = await post('/Users', Buffer.from(text, 'utf8'));
    assert.equal(made.at('displayName'), 'é 🙂', made.text);
  });

  test('7644-3.8-05 a body of either JSON type, is read, and others are 415', async () => {
    for (const type of [
      'application/scim+json',
      'application/json',
      'application/json; charset=utf-8',
    ]) {
      const answer = await post('/Users', { userName: fresh() }, { 'content-type': type });
      assert.equal(answer.status, 201, `${type} ${answer.text}`);
    }
    for (const type of ['text/xml', 'text/plain', 'application/x-www-form-urlencoded']) {
      assertScimError(await post('/Users', { userName: fresh() }, { 'content-type': type }), 415);
    }
  });

  test('7644-3.9-03 7644-3.9-04 projection works with every verb and prunes nothing that is stored; both ways at once are refused', async () => {
    const userName = fresh();
    const made = await post('/Users?attributes=title', { userName, title: 'T', nickName: 'N' });
    const path = `/Users/${idOf(made)}`;
    const { token } = await scim.instance.addUser(fresh());
    const query = '?attributes=title';
    const body = { userName, title: 'T', nickName: 'N' };
    const answers = [
      made,
      await scim.get(`${path}${query}`),
      await scim.call('PUT', `${path}${query}`, { body }),
      await scim.call('PATCH', `${path}${query}`, { body: patchBody() }),
    ];
    for (const answer of answers) assert.deepEqual(keysOf(answer.body), ['id', 'schemas', 'title']);
    const lists = [
      await filtered(scim, '/Users', `id eq "${idOf(made)}"`, '&attributes=title'),
      await search('/Users', { filter: `id eq "${idOf(made)}"`, attributes: ['title'] }),
      await search('', { filter: `id eq "${idOf(made)}"`, attributes: ['title'] }),
    ];
    for (const list of lists) assert.deepEqual(resourcesOf(list), [made.body]);
    const mine = await scim.get('/Me?excludedAttributes=userName,meta', { token });
    assert.ok(!keysOf(mine.body).some((name) => ['userName', 'meta'].includes(name)));
    assert.equal((await scim.get(path)).at('nickName'), 'N');
    const both = '?attributes=title&excludedAttributes=meta';
    for (const answer of [
      await scim.get(`${path}${both}`),
      await scim.get(`/Users${both}`),
      await post(`/Users${both}`, { userName: fresh() }),
      await scim.call('PUT', `${path}${both}`, { body }),
      await scim.call('PATCH', `${path}${both}`, { body: patchBody() }),
      await search('/Users', { attributes: ['title'], excludedAttributes: ['meta'] }),
    ]) {
      assertScimError(answer, 400, 'invalidValue');
    }
  });

  test('7644-3.10-01 7644-3.10-02 7644-3.10-03 a name with its URN means the same, in any letter case, in all four places', async () => {
    const boss = idOf(await scim.addUser());
    const made = await scim.addUser({
      name: { givenName: fresh('Given') },
      [ENTERPRISE]: { manager: { value: boss }, department: 'D' },
    });
    const given = String(made.at('name', 'givenName'));
    for (const core of ['', `${CORE_USER}:`, `${CORE_USER.toUpperCase()}:`]) {
      const name = core === '' ? 'name.givenName' : `${core}NAME.GIVENNAME`;
      assert.deepEqual(await idsBy(scim, '/Users', `${name} eq "${given}"`), [idOf(made)]);
      const sorted = await filtered(scim, '/Users', `id eq "${idOf(made)}"`, `&sortBy=${name}`);
      assert.equal(sorted.status, 200, sorted.text);
      const shown = await scim.get(`/Users/${idOf(made)}?attributes=${name}`);
      assert.deepEqual(shown.at('name'), { givenName: given });
      const changed = { op: 'replace', path: name, value: given };
      assert.deepEqual((await patch(scim, `/Users/${idOf(made)}`, changed)).body, made.body);
    }
    for (const urn of [ENTERPRISE, ENTERPRISE.toLowerCase()]) {
      const name = `${urn}:manager.value`;
      assert.deepEqual(await idsBy(scim, '/Users', `${name} eq "${boss}"`), [idOf(made)]);
      const list = await filtered(
        scim,
        '/Users',
        `${name} pr`,
        `&sortBy=${name}&attributes=${name}`,
      );
      assert.deepEqual(each(list, ENTERPRISE), [{ manager: { value: boss } }]);
      const changed = { op: 'replace', path: name, value: boss };
      assert.deepEqual((await patch(scim, `/Users/${idOf(made)}`, changed)).body, made.body);
    }
    assert.deepEqual(await idsBy(scim, '/Groups', `${CORE_GROUP}:members.value eq "${user}"`), [
      group,
    ]);
  });
});
