// A client can't change what it may not set, under any name and in any write; and an answer contains only what its
// documentation lists, so that no column gets out by accident.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { isObject, type JsonObject, type JsonValue } from '#kernel/json.ts';
import { forEachEngine } from '../support/engines.ts';
import type { Answer } from '../support/instance.ts';
import { JSON_BODIES } from '../support/json-bodies.ts';
import { routesOf } from '../support/routes.ts';
import { fresh, PATCH_OP } from '../support/scim.ts';
import { startWitness, type Witness } from '../support/witness.ts';

const FOREIGN = '01890a5d-ac96-774b-bcce-b302099a8057';
/** Members that a client would like to set, named as in SCIM, in our database and in other products. */
const WISHES: JsonObject = {
  id: FOREIGN,
  meta: { resourceType: 'User', created: '2001-01-01T00:00:00Z', version: 'W/"999"' },
  groups: [{ value: FOREIGN }],
  role: 'admin',
  accountId: FOREIGN,
  account_id: FOREIGN,
  account: FOREIGN,
  origin: 'local',
  protected: 1,
  isAdmin: true,
  admin: true,
  stamp: 99,
  version: 99,
  passwordHash: 'x',
  password_hash: 'x',
  created_at: 1,
  createdAt: 1,
  user_id: FOREIGN,
  rights: ['scim'],
};

/** They contain nothing of an account; and /Me is a user like any other. */
const ABOUT_THE_SERVICE = /\/(ServiceProviderConfig|Schemas|ResourceTypes|Me)\b/;
/** Internal columns and settings that no answer may contain. */
const INTERNAL =
  /password_?hash|"password"|argon2|account_id|"accountId"|"stamp"|"protected"|"origin"|_key"|secretHash|chain_(seq|hash)/i;

forEachEngine((engine) => {
  let witness: Witness;
  let endpoints: Awaited<ReturnType<typeof routesOf>>;
  before(async () => {
    witness = await startWitness(engine);
    endpoints = await routesOf(witness.instance);
  });
  after(() => witness.close());

  const stored = async (id: string) => {
    const { db } = witness.instance.services;
    const row = await db.reader
      .selectFrom('users')
      .select(['id', 'account_id', 'role', 'origin', 'protected', 'password_hash', 'created_at'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    const memberships = await db.reader
      .selectFrom('memberships')
      .select('group_id')
      .where('member_id', '=', id)
      .execute();
    return { ...row, memberships };
  };
  const write = (method: string, path: string, body: object) =>
    witness.send(method, `/scim/v2/Users${path}`, { body });
  /** Checks that the request succeeded without the forbidden members, or was refused. */
  const assertHarmless = ({ status, text }: Answer): void => {
    assert.ok(status < 300 || status === 400, text);
    assert.ok(!text.includes(`"id":"${FOREIGN}"`), text);
  };

  test('check 35: a created user has none of what only we decide', async () => {
    for (const [name, wish] of Object.entries(WISHES)) {
      const answer = await write('POST', '', { userName: fresh(), [name]: wish });
      assertHarmless(answer);
      if (answer.status >= 300) continue;
      const user = await stored(String(answer.at('id')));
      assert.deepEqual(
        [user.role, user.origin, user.protected, user.password_hash, user.memberships],
        ['member', 'provisioned', 0, null, []],
        name,
      );
      assert.equal(user.account_id, witness.instance.account.accountId);
      assert.notEqual(user.id, FOREIGN);
      assert.ok(Number(user.created_at) > 1_700_000_000_000);
    }
  });

  test('check 35: PUT and PATCH leave what only we decide as it is', async () => {
    const userName = fresh();
    const id = String((await write('POST', '', { userName })).at('id'));
    const before = await stored(id);
    for (const [name, wish] of Object.entries(WISHES)) {
      assertHarmless(await write('PUT', `/${id}`, { userName, [name]: wish }));
      for (const operation of [
        { op: 'replace', path: name, value: wish },
        { op: 'add', value: { [name]: wish } },
      ]) {
        const body = { schemas: [PATCH_OP], Operations: [operation] };
        assertHarmless(await write('PATCH', `/${id}`, body));
      }
      assert.deepEqual(await stored(id), before, name);
    }
  });

  test('check 35: nobody makes themselves more than they are through /Me', async () => {
    const { id, token } = await witness.instance.addUser(fresh('me'));
    const before = await stored(id);
    for (const [name, wish] of Object.entries(WISHES)) {
      for (const [method, body] of [
        ['PUT', { userName: 'x', [name]: wish }],
        ['PATCH', { schemas: [PATCH_OP], Operations: [{ op: 'add', value: { [name]: wish } }] }],
      ] as const) {
        const answer = await witness.send(method, '/scim/v2/Me', { body, token });
        assert.ok([200, 204, 400, 403].includes(answer.status), answer.text);
      }
      assert.deepEqual(await stored(id), before, name);
    }
  });

  test('check 35: every answer holds what its documentation lists, and no word of our storage', async () => {
    const document = (await witness.send('GET', '/.well-known/openapi.json', { token: null })).body;
    assert.ok(isObject(document));
    const password = 'seven quiet harbours at dusk';
    const user = await write('POST', '', { ...JSON_BODIES['POST /scim/v2/Users']?.(''), password });
    const group = await witness.send('POST', '/scim/v2/Groups', {
      body: { displayName: fresh(), members: [{ value: String(user.at('id')) }] },
    });
    const told = endpoints.filter(
      ({ path, method, access }) =>
        access !== 'public' &&
        !access.session &&
        method !== 'DELETE' &&
        !ABOUT_THE_SERVICE.test(path),
    );
    const ask = ({ method, path }: (typeof told)[number]): Promise<Answer> => {
      const id = String((path.includes('roups') ? group : user).at('id'));
      const body = JSON_BODIES[`${method} ${path}`]?.('');
      return witness.send(method, path.replace(':id', id), { ...(body && { body }) });
    };
    let checked = 0;
    for (const endpoint of told) {
      const { method, path } = endpoint;
      const name = `${method.toLowerCase()} ${path.replaceAll(/:(\w+)/g, '{$1}')}`;
      const answer = await ask(endpoint);
      // The audit log names them on purpose: an origin, for instance, is the subject of an event.
      if (!path.endsWith('/audit-events')) assert.doesNotMatch(answer.text, INTERNAL, name);
      const schema = schemaOf(document, name, answer.status);
      if (schema === undefined || answer.body === undefined) continue;
      const odd = unlisted(document, schema, answer.body as JsonValue);
      assert.deepEqual(odd, [], `${name} ${answer.status}: not in docs/openapi.json`);
      checked += 1;
    }
    assert.ok(checked > 15, `${checked}`);
  });
});

const inside = (value: JsonValue | undefined, ...keys: readonly string[]): JsonValue | undefined =>
  keys.reduce<JsonValue | undefined>(
    (at, key) => (isObject(at) && Object.hasOwn(at, key) ? at[key] : undefined),
    value,
  );

function schemaOf(document: JsonObject, told: string, status: number): JsonValue | undefined {
  const [method = '', path = ''] = told.split(' ');
  const content = inside(document, 'paths', path, method, 'responses', String(status), 'content');
  return isObject(content) ? inside(Object.values(content)[0], 'schema') : undefined;
}

/** Returns the members that the schema does not list, by path; a member named by a URN is an extension. */
function unlisted(
  document: JsonObject,
  schema: JsonValue | undefined,
  value: JsonValue,
  at = '',
): readonly string[] {
  if (Array.isArray(value)) {
    return value.flatMap((each) => unlisted(document, inside(schema, 'items'), each, `${at}[]`));
  }
  const properties = isObject(value) ? propertiesOf(document, schema, value) : undefined;
  if (!isObject(value) || !isObject(properties)) return [];
  return Object.entries(value).flatMap(([name, inner]) => {
    // An extension, or the detail of an audit event.
    if (name.startsWith('urn:') || (name === 'detail' && isObject(inner))) return [];
    if (!Object.hasOwn(properties, name)) return [`${at}.${name}`];
    return unlisted(document, properties[name], inner, `${at}.${name}`);
  });
}

function propertiesOf(
  document: JsonObject,
  schema: JsonValue | undefined,
  value: JsonObject,
): JsonValue | undefined {
  const ref = inside(schema, '$ref');
  const named = typeof ref === 'string' ? ref.split('/').slice(1) : undefined;
  // In a list of all types, each resource names its own type.
  const type = String(inside(value, 'meta', 'resourceType'));
  const keys = named?.at(-1) === 'ScimResource' ? [...named.slice(0, -1), `Scim${type}`] : named;
  return inside(keys ? inside(document, ...keys) : schema, 'properties');
}
