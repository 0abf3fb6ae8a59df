// The API documents of the whole service are well formed, complete and true: the answers of the service match them.
// Nightly: it takes over three seconds.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, test } from 'node:test';
import { Errors } from 'typebox/schema';
import { isObject, type JsonObject, type JsonValue } from '#kernel/json.ts';
import { forEngineOrBoth } from './support/engines.ts';
import { codeOf } from './support/error-code.ts';
import { type Answer, type Call, type Instance, startInstance } from './support/instance.ts';
import { routesOf } from './support/routes.ts';

const PATH = '/.well-known/openapi.json';

type Visit = (value: JsonObject, at: string) => void;

function walk(value: JsonValue, visit: Visit, at = '#'): void {
  if (Array.isArray(value)) {
    for (const [i, each] of value.entries()) walk(each, visit, `${at}/${i}`);
  } else if (isObject(value)) {
    visit(value, at);
    for (const [key, inner] of Object.entries(value)) walk(inner, visit, `${at}/${key}`);
  }
}

function at(value: JsonValue | undefined, ...path: readonly (string | number)[]): JsonObject {
  const found = path.reduce<unknown>(
    (inner, key) =>
      typeof inner === 'object' && inner !== null && Object.hasOwn(inner, key)
        ? Object.getOwnPropertyDescriptor(inner, key)?.value
        : undefined,
    value,
  );
  assert.ok(isObject(found), `there is no ${path.join(' ')}`);
  return found;
}

interface Operation {
  readonly method: string;
  readonly path: string;
  readonly told: JsonObject;
}

const operationsOf = (document: JsonObject): readonly Operation[] =>
  Object.entries(at(document, 'paths')).flatMap(([path, item]) =>
    Object.entries(Object(item)).map(([method, told]) => ({
      method: method.toUpperCase(),
      path,
      told: Object(told),
    })),
  );

/** Returns a schema with all references resolved. None of our schemas refers to itself. */
function inlined(document: JsonObject, schema: JsonValue): JsonValue {
  if (Array.isArray(schema)) return schema.map((each) => inlined(document, each));
  if (!isObject(schema)) return schema;
  const { $ref } = schema;
  if (typeof $ref === 'string') {
    return inlined(document, at(document, ...$ref.split('/').slice(1)));
  }
  return Object.fromEntries(
    Object.entries(schema).map(([key, inner]) => [key, inlined(document, inner)]),
  );
}

forEngineOrBoth('sqlite', (engine) => {
  let instance: Instance;
  let document: JsonObject;
  before(async () => {
    instance = await startInstance(engine);
    const answer = await instance.request('GET', PATH, { token: null });
    assert.ok(isObject(answer.body));
    document = answer.body;
  });
  after(() => instance.close());

  test('anybody may read it, and who has it already gets 304', async () => {
    const first = await instance.request('GET', PATH, { token: null });
    assert.equal(first.status, 200);
    assert.match(first.headers['content-type'] ?? '', /^application\/json/);
    const etag = first.headers['etag'] ?? '';
    const again = await instance.request('GET', PATH, {
      token: null,
      headers: { 'if-none-match': etag },
    });
    assert.equal(again.status, 304);
    assert.equal(again.text, '');
    assert.deepEqual(document['servers'], [{ url: instance.server.publicUrl }]);
  });

  test('strangers read about every public route and none of the web app, which has a document of its own', async () => {
    const routes = (await routesOf(instance))
      .filter(({ doc }) => doc.hidden !== true)
      .map(({ method, path }) => `${method} ${path.replaceAll(/:(\w+)/g, '{$1}')}`)
      .sort();
    const namesIn = (of: JsonObject) =>
      operationsOf(of)
        .map(({ method, path }) => `${method} ${path}`)
        .sort();
    const told = namesIn(document);
    const ofPages = namesIn(JSON.parse(await readFile('docs/openapi-app.json', 'utf8')));
    assert.deepEqual([...told, ...ofPages].sort(), routes);
    assert.deepEqual(
      told.filter(
        (name) =>
          !/ \/(v2|scim\/v2|connect|\.well-known|healthz|readyz|calendar\.ics|unsubscribe|saml)\b/.test(
            name,
          ),
      ),
      [],
    );
    assert.ok(ofPages.every((name) => / \/(app|link)\/v1\//.test(name)));
    assert.doesNotMatch(JSON.stringify(document), /\/app\/v1|__Host-/);
  });

  test('every operation has a name of its own, words, a known tag, its path parameters and answers', () => {
    const names = new Set<JsonValue>();
    const tags = [document['tags']].flat().map((tag) => Object(tag).name);
    const schemes = Object.keys(at(document, 'components', 'securitySchemes'));
    for (const { method, path, told } of operationsOf(document)) {
      const label = `${method} ${path}`;
      const { operationId, summary, description, responses, security, parameters = [] } = told;
      assert.ok(typeof operationId === 'string' && !names.has(operationId), label);
      names.add(operationId);
      assert.ok(String(summary).length > 5 && String(description).length > 5, label);
      assert.ok(
        Object(told['tags']).every((tag: unknown) => tags.includes(tag)),
        label,
      );
      assert.ok(Array.isArray(parameters) && Array.isArray(security), label);
      const inPath = parameters.filter((each) => Object(each).in === 'path');
      assert.deepEqual(
        inPath.map((each) => Object(each).name),
        [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name),
        label,
      );
      for (const scheme of security) assert.ok(schemes.includes(Object.keys(scheme)[0] ?? ''));
      const statuses = Object.keys(Object(responses)).filter((status) => status !== 'default');
      assert.ok(
        statuses.some((status) => /^[245]\d\d$/.test(status)),
        label,
      );
      for (const each of Object.values(Object(responses))) assert.ok(Object(each).description);
    }
  });

  test('every body has a shape, so that no generated client sends a file as JSON', () => {
    walk(document, ({ content }, where) => {
      if (!isObject(content ?? null) || where.includes('/example')) return;
      for (const [type, told] of Object.entries(Object(content)))
        assert.ok(isObject(Object(told).schema), `${where} ${type}`);
    });
  });

  test('every reference leads somewhere, and every component is referred to', () => {
    const used = new Set<string>();
    walk(document, ({ $ref }) => {
      // Also in examples: generators of clients follow every member of this name.
      if (typeof $ref === 'string') used.add($ref);
    });
    for (const reference of used) at(document, ...reference.split('/').slice(1));
    const components = ['schemas', 'examples'].flatMap((kind) =>
      Object.keys(at(document, 'components', kind)).map((name) => `#/components/${kind}/${name}`),
    );
    assert.deepEqual([...used].sort(), components.sort());
    assert.ok(components.length >= 10);
  });

  /** The token endpoint has the codes of RFC 6749 in its answers, which are not ours. */
  function requireListedCode(label: string, told: JsonObject, answer: Answer): void {
    const code = answer.status < 400 ? undefined : codeOf(answer);
    if (code === undefined) return;
    assert.ok(Object(told['x-error-codes']).includes(code), `${label}: ${code}`);
  }

  /** Sends a request and compares its answer with the document. */
  async function holdTo(
    method: string,
    path: string,
    ids: Readonly<Record<string, string>>,
    call: Call & { readonly query?: string } = {},
  ): Promise<Answer> {
    const target = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? '');
    const answer = await instance.request(method, `${target}${call.query ?? ''}`, call);
    const label = `${method} ${target} ${answer.status}`;
    const { responses } = at(document, 'paths', path, method.toLowerCase());
    const told = at(Object(responses), String(answer.status));
    for (const name of Object.keys(Object(told['headers']))) {
      assert.ok(answer.headers[name.toLowerCase()] !== undefined, `${label}: ${name}`);
    }
    requireListedCode(label, told, answer);
    const content = Object.entries(Object(told['content']));
    if (content.length === 0) assert.equal(answer.text, '', label);
    for (const [type, { schema }] of content as [string, { schema?: JsonValue }][]) {
      assert.equal(answer.headers['content-type']?.split(';')[0], type, label);
      if (schema === undefined) continue;
      const [valid, errors] = Errors(Object(inlined(document, schema)), answer.body);
      assert.ok(valid, `${label}: ${JSON.stringify(errors.slice(0, 3))}\n${answer.text}`);
    }
    return answer;
  }

  test('users and groups are answered as it says, errors included', async () => {
    const user = await holdTo('POST', '/scim/v2/Users', {}, { body: RICH_USER });
    assert.equal(user.status, 201, user.text);
    const id = String(user.at('id'));
    await holdTo('POST', '/scim/v2/Users', {}, { body: RICH_USER });
    await holdTo('POST', '/scim/v2/Users', {}, { body: {} });
    const headers = { 'content-type': 'text/plain' };
    await holdTo('POST', '/scim/v2/Users', {}, { body: 'x', headers });
    const group = await holdTo(
      'POST',
      '/scim/v2/Groups',
      {},
      { body: { displayName: 'Crew', members: [{ value: id }] } },
    );
    const groupId = String(group.at('id'));
    for (const [path, known] of [
      ['/scim/v2/Users', id],
      ['/scim/v2/Groups', groupId],
    ] as const) {
      await holdTo('GET', path, {});
      await holdTo('GET', path, {}, { query: '?filter=nonsense' });
      await holdTo('GET', path, {}, { token: null });
      await holdTo('GET', `${path}/{id}`, { id: known });
      await holdTo('GET', `${path}/{id}`, { id: 'nobody' });
    }
    const replaced = { body: { ...RICH_USER, title: 'New' } };
    await holdTo('PUT', '/scim/v2/Users/{id}', { id }, replaced);
    const stale = { ...replaced, headers: { 'if-match': 'W/"999"' } };
    assert.equal((await holdTo('PUT', '/scim/v2/Users/{id}', { id }, stale)).status, 412);
    await holdTo('PUT', '/scim/v2/Groups/{id}', { id: groupId }, { body: { displayName: 'C2' } });
    const patch = { body: { Operations: [{ op: 'replace', path: 'displayName', value: 'C3' }] } };
    await holdTo('PATCH', '/scim/v2/Groups/{id}', { id: groupId }, patch);
    for (const chosen of [
      'attributes=title',
      'attributes=members.type',
      'excludedAttributes=userName',
    ]) {
      await holdTo('GET', '/scim/v2/Users', {}, { query: `?${chosen}` });
      await holdTo('GET', '/scim/v2/Users/{id}', { id }, { query: `?${chosen}` });
      await holdTo('GET', '/scim/v2/Groups', {}, { query: `?${chosen}` });
      await holdTo('GET', '/scim/v2/Groups/{id}', { id: groupId }, { query: `?${chosen}` });
    }
    const query = '?attributes=displayName';
    await holdTo('PATCH', '/scim/v2/Groups/{id}', { id: groupId }, { ...patch, query });
    await holdTo('PATCH', '/scim/v2/Users/{id}', { id }, patch);
    await holdTo('PATCH', '/scim/v2/Users/{id}', { id }, { body: {} });
    await holdTo('DELETE', '/scim/v2/Groups/{id}', { id: groupId });
    await holdTo('DELETE', '/scim/v2/Users/{id}', { id });
    await holdTo('DELETE', '/scim/v2/Users/{id}', { id });
    for (const path of ['ServiceProviderConfig', 'Schemas', 'ResourceTypes', 'Me']) {
      await holdTo('GET', `/scim/v2/${path}`, {});
    }
  });

  test('a message has to name itself, and a name must not be empty', () => {
    const bodyOf = (path: string) =>
      at(
        document,
        'paths',
        path,
        'post',
        'requestBody',
        'content',
        'application/scim+json',
        'schema',
      );
    const takes = (path: string, body: object) =>
      Errors(Object(inlined(document, bodyOf(path))), body)[0];
    const message = (name: string) => `urn:ietf:params:scim:api:messages:2.0:${name}`;
    for (const [path, name, more] of [
      ['/scim/v2/Users/.search', 'SearchRequest', {}],
      ['/scim/v2/.search', 'SearchRequest', {}],
      ['/scim/v2/Bulk', 'BulkRequest', { Operations: [] }],
    ] as const) {
      assert.equal(takes(path, { schemas: [message(name)], ...more }), true, path);
      for (const schemas of [[], [message('ListResponse')]]) {
        assert.equal(takes(path, { schemas, ...more }), false, path);
      }
    }
    for (const [path, name] of [
      ['/scim/v2/Users', 'userName'],
      ['/scim/v2/Groups', 'displayName'],
    ] as const) {
      assert.equal(takes(path, { [name]: 'Ada' }), true);
      for (const empty of ['', '  ']) assert.equal(takes(path, { [name]: empty }), false);
    }
  });

  test('linters have nothing to warn of: each tag is described, each operation tells of a refusal', () => {
    for (const tag of [document['tags']].flat()) {
      const { name, description } = Object(tag);
      assert.ok(String(description).length > 10 && description !== name, name);
    }
    for (const { method, path, told } of operationsOf(document)) {
      const refusals = Object.keys(Object(told['responses'])).filter((it) => /^4\d\d$/.test(it));
      assert.ok(refusals.length > 0, `${method} ${path}`);
    }
  });

  test('searches and bulk requests are answered as it says', async () => {
    const data = { userName: 'bulk@example.com' };
    const Operations = [
      { method: 'POST', path: '/Users', bulkId: 'a', data },
      { method: 'DELETE', path: '/Users/nobody' },
    ];
    const schemas = ['urn:ietf:params:scim:api:messages:2.0:BulkRequest'];
    const bulk = await holdTo('POST', '/scim/v2/Bulk', {}, { body: { schemas, Operations } });
    assert.equal(bulk.status, 200, bulk.text);
    await holdTo('POST', '/scim/v2/Bulk', {}, { body: {} });
    for (const path of ['/scim/v2/.search', '/scim/v2/Users/.search', '/scim/v2/Groups/.search']) {
      await holdTo('POST', path, {}, { body: { count: 1 } });
      await holdTo('POST', path, {}, { body: { filter: 'nonsense' } });
    }
    await holdTo('GET', '/scim/v2', {});
    await holdTo('GET', '/scim/v2/Users', {}, { query: '?cursor&count=1' });
  });

  test('forms, the people they are for, tokens and the public pages are answered as it says', async () => {
    for (const path of ['/v2/formz', '/v2/users', '/v2/groups']) {
      await holdTo('GET', path, {});
      await holdTo('GET', path, {}, { query: '?pageSize=0' });
      await holdTo('GET', path, {}, { token: 'wrong' });
    }
    await holdTo('GET', '/v2/users/{id}', { id: instance.account.userId });
    await holdTo('GET', '/v2/groups/{id}', { id: 'nothing' });
    const { clientId, clientSecret } = instance.account;
    const form = (secret: string) => ({
      token: null,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({
        grant_type: 'client_credentials',
        scope: 'public_api',
        client_id: clientId,
        client_secret: secret,
      }).toString(),
    });
    assert.equal((await holdTo('POST', '/connect/token', {}, form(clientSecret))).status, 200);
    assert.equal((await holdTo('POST', '/connect/token', {}, form('wrong'))).status, 401);
    const isPage = ({ method, told }: Operation) =>
      method === 'GET' && Object(told['security']).length === 0;
    const pages = operationsOf(document).filter(isPage);
    assert.ok(pages.length >= 5);
    for (const { path } of pages) await holdTo('GET', path, {}, { token: null });
  });
});

const RICH_USER = {
  schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
  userName: 'openapi@example.com',
  externalId: 'x-1',
  name: { givenName: 'Open', familyName: 'Api' },
  displayName: 'Open Api',
  active: true,
  title: 'Tester',
  emails: [{ value: 'openapi@example.com', type: 'work', primary: true }],
  addresses: [{ type: 'work', locality: 'Town' }],
  'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User': { department: 'Tests' },
};
