// Names that objects inherit, and values of another type, at every position of every JSON body that a route accepts: no
// object of the program is changed, nothing is stored that was not sent, and nothing fails.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { isObject, type JsonValue } from '#kernel/json.ts';
import { adminBrowser } from '../support/browser.ts';
import { forEngineOrBoth } from '../support/engines.ts';
import { JSON_BODIES } from '../support/json-bodies.ts';
import { routesOf } from '../support/routes.ts';
import { fresh } from '../support/scim.ts';
import { casesOf } from '../support/timing.ts';
import { startWitness, type Witness } from '../support/witness.ts';

/** As text, because a literal in code would set the prototype instead of adding a member. */
const POISON: readonly string[] = [
  '"__proto__":{"polluted":true,"role":"admin","active":true}',
  '"__proto__":null',
  '"__proto__":[{"polluted":true}]',
  '"constructor":{"prototype":{"polluted":true}}',
  '"constructor":"polluted"',
  '"prototype":{"polluted":true}',
  '"toString":"polluted","valueOf":1,"hasOwnProperty":null,"toJSON":{}',
  '"__defineGetter__":"polluted","then":{"polluted":true}',
];
const CONFUSED: readonly string[] = [
  'null',
  'true',
  '0',
  '-1e308',
  '""',
  '[]',
  '{}',
  '[[]]',
  '["x",["x"]]',
  '{"toString":"x"}',
  '{"length":1,"0":"x"}',
  '{"__proto__":{"polluted":true}}',
  '"__proto__"',
  '"constructor.prototype.polluted"',
  '"toString"',
];

/** Of what can be put at a place, one of so many is; which, differs from place to place. */
const SHARE = casesOf({ daily: 16, nightly: 4, deep: 1 });

type Path = readonly (string | number)[];

/** Returns every position in a value, the whole value first. */
function positionsIn(value: JsonValue, at: Path = []): readonly Path[] {
  const inside = isObject(value)
    ? Object.entries(value)
    : Array.isArray(value)
      ? [...value.entries()]
      : [];
  return [at, ...inside.flatMap(([key, inner]) => positionsIn(inner, [...at, key]))];
}

/** Returns the value as text, with other text at one position. */
function spoilt(value: JsonValue, [key, ...rest]: Path, put: (good: JsonValue) => string): string {
  if (key === undefined) return put(value);
  if (Array.isArray(value)) {
    const each = value.map((inner, i) => (i === key ? spoilt(inner, rest, put) : str(inner)));
    return `[${each.join()}]`;
  }
  const members = Object.entries(isObject(value) ? value : {}).map(
    ([name, inner]) => `${str(name)}:${name === key ? spoilt(inner, rest, put) : str(inner)}`,
  );
  return `{${members.join()}}`;
}

const str = (value: JsonValue): string => JSON.stringify(value);
const poisoned = (value: JsonValue, poison: string): string =>
  `{${poison}${Object.keys(Object(value)).length > 0 ? ',' : ''}${str(value).slice(1)}`;

/** Generates all spoilt variants of a body. */
function* variantsOf(body: JsonValue): Generator<string> {
  for (const position of positionsIn(body)) {
    for (const value of CONFUSED) yield spoilt(body, position, () => value);
    for (const poison of POISON) {
      let isObjectHere = false;
      const variant = spoilt(body, position, (good) => {
        isObjectHere = isObject(good);
        return isObjectHere ? poisoned(good, poison) : str(good);
      });
      // All others are the body as it was. One that is right would change the admin's password, and end all tokens.
      if (isObjectHere) yield variant;
    }
  }
}

const PRISTINE = new Map(
  [Object, Array, String, Number, Boolean, Function].map(
    ({ prototype }) => [prototype, Reflect.ownKeys(prototype).length] as const,
  ),
);

function assertPristine(what: string): void {
  for (const [prototype, keys] of PRISTINE) {
    assert.equal(Reflect.ownKeys(prototype).length, keys, what);
  }
  assert.equal(Reflect.get({}, 'polluted'), undefined, what);
}

forEngineOrBoth('sqlite', (engine) => {
  let witness: Witness;
  let routes: readonly { readonly route: string; readonly isPublic: boolean }[];
  let member: string;
  let inBrowser: Readonly<Record<string, string>>;
  before(async () => {
    witness = await startWitness(engine);
    member = (await witness.instance.addUser(fresh('member'))).token;
    const cookie = `__Host-sid=${(await adminBrowser(witness.instance)).cookie()}`;
    inBrowser = { cookie, 'sec-fetch-site': 'same-origin' };
    routes = (await routesOf(witness.instance))
      .filter(({ body }) => body === 'json')
      .map(({ method, path, access }) => ({
        route: `${method} ${path}`,
        isPublic: access === 'public',
      }));
  });
  after(() => witness.close());

  const made = async (route: string): Promise<string> => {
    const kind = route.includes('/Groups') ? 'Groups' : 'Users';
    const body = { [kind === 'Users' ? 'userName' : 'displayName']: fresh() };
    return String((await witness.send('POST', `/scim/v2/${kind}`, { body })).at('id'));
  };
  const roles = async () => {
    const rows = await witness.instance.services.db.reader
      .selectFrom('users')
      .select(['id', 'role'])
      .where('role', '!=', 'member')
      .orderBy('id')
      .execute();
    return JSON.stringify(rows);
  };

  /** @returns how many there are. */
  const spoil = async (route: string, token: string | null | undefined): Promise<number> => {
    const [method = '', path = ''] = route.split(' ');
    const id = path.includes(':id') ? await made(route) : '';
    const make = JSON_BODIES[route === 'PUT /scim/v2/Me' ? 'POST /scim/v2/Me' : route];
    assert.ok(make, `say in test/support/json-bodies.ts what ${route} takes`);
    const variants = [
      ...variantsOf(JSON.parse(JSON.stringify(make(witness.instance.account.userId)))),
    ];
    for (const body of variants.filter((_body, i) => i % SHARE === 0)) {
      const call = path.startsWith('/app/')
        ? { body, token: null, headers: inBrowser }
        : { body, ...(token !== undefined && { token }) };
      const answer = await witness.send(method, path.replace(':id', id), call);
      assert.ok(!answer.text.includes('"polluted":true'), `${route} ${body}: ${answer.text}`);
    }
    assertPristine(route);
    return variants.length;
  };

  test('check 38: inherited names and confused types, at every place of every JSON body', async () => {
    const before = await roles();
    let known = 0;
    for (const { route, isPublic } of routes) {
      // Uses a user whose deactivation ends nothing else.
      const other = route.endsWith('/Me') ? member : undefined;
      known += await spoil(route, isPublic ? null : other);
    }
    assert.ok(known > 3000, `${known}`);
    assert.equal(await roles(), before, 'somebody became more than a member');
  });

  test('check 38: paths and filters that name what objects inherit find and change nothing', () =>
    witness.nothingChanges(async () => {
      const names = ['__proto__', 'constructor', 'constructor.prototype', '__proto__.polluted'];
      for (const name of names) {
        for (const parameter of ['attributes', 'excludedAttributes', 'sortBy']) {
          await witness.send('GET', `/scim/v2/Users?${parameter}=${name}`);
        }
        const filter = encodeURIComponent(`${name} eq "x"`);
        const answer = await witness.send('GET', `/scim/v2/Users?filter=${filter}`);
        assert.ok(answer.status === 400 || answer.at('totalResults') === 0, answer.text);
        await witness.send('GET', `/v2/formz?${name}=x&filter=${filter}&orderBy=${name}`);
        assertPristine(name);
      }
    }));

  test('check 38: a PATCH whose path is inherited is refused or ignored', async () => {
    const id = await made('/Users');
    for (const path of ['__proto__.polluted', 'constructor.prototype.polluted', '__proto__']) {
      for (const op of ['add', 'replace', 'remove']) {
        const body = { Operations: [{ op, path, value: true }] };
        const answer = await witness.send('PATCH', `/scim/v2/Users/${id}`, { body });
        assert.doesNotMatch(answer.text, /"polluted":/, answer.text);
        assertPristine(`${op} ${path}`);
      }
    }
  });
});
