// Values of the wrong kind for every attribute of the published schemas: each is refused by name, or converted, and the
// stored value always has the type that the schema promises.
// Nightly: it sends many bad values to many routes.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import {
  bodyWith,
  externalId,
  type PublishedAttribute,
  readAttributes,
  wrongTypes,
} from '../support/attributes.ts';
import { forEngineOrBoth } from '../support/engines.ts';
import type { Answer } from '../support/instance.ts';
import { CORE_GROUP, CORE_USER, ENTERPRISE, fresh } from '../support/scim.ts';
import { startWitness, type Witness } from '../support/witness.ts';

const NESTED = JSON.parse(`${'['.repeat(25)}${']'.repeat(25)}`);

/** None of these can be a string. */
const NO_STRINGS = [0, 1.5, 1e300, true, false, [1], [1, 2], ['a', 'b'], { a: 1 }, { value: 1 }];
const OTHERS = [
  null,
  '',
  ' ',
  'x',
  [],
  {},
  [null],
  [[]],
  [{}],
  NESTED,
  { value: 'x' },
  { value: { value: { value: 'x' } } },
  { value: ['x', 'y'] },
  ['__proto__'],
  JSON.parse('{"__proto__":{"value":"x"}}'),
  'constructor',
  '\u202e\u0007\n"\'<script>',
  'ﷺ'.repeat(500),
  '😀'.repeat(600),
  'x'.repeat(20_000),
  Array.from({ length: 1100 }, (_, i) => `v${i}`),
];
const VALUES: readonly unknown[] = [...NO_STRINGS, ...OTHERS];
const AT_ONCE = 8;

interface Kind {
  readonly core: string;
  readonly schemas: readonly string[];
  /** The attribute that every resource of the kind requires. */
  readonly name: string;
  /** A sub-attribute value for attributes that are required together with the tested one. */
  readonly beside: string;
}

forEngineOrBoth('sqlite', (engine) => {
  let witness: Witness;
  before(async () => {
    witness = await startWitness(engine);
  });
  after(() => witness.close());

  /** Tries every value in every attribute. Returns the accepted values by id. */
  const walk = async (
    path: string,
    { core, schemas, name, beside }: Kind,
  ): Promise<Map<unknown, unknown>> => {
    const lists = schemas.map((schema) => readAttributes(witness.instance, schema));
    const attributes = [...(await Promise.all(lists)).flat(), externalId(core)];
    const top = attributes.filter(({ parent }) => parent === undefined);
    const tasks = attributes.flatMap((attribute) => VALUES.map((value) => ({ attribute, value })));
    const taken = new Map<unknown, unknown>();
    const tryOne = async ({ attribute, value }: (typeof tasks)[number]) => {
      const body = {
        [name]: fresh('walk'),
        ...bodyWith(attribute, value, { core, beside }),
      };
      const answer = await witness.send('POST', path, { body });
      const what = `${JSON.stringify(body).slice(0, 300)} -> ${answer.text}`;
      if (answer.status !== 201) {
        assertRefused(attribute, answer, what);
        return;
      }
      assert.ok(!mustRefuse(attribute, value), what);
      for (const schema of schemas) {
        const own = top.filter((each) => each.schema === schema);
        const part = schema === core ? answer.body : answer.at(schema);
        assert.deepEqual(wrongTypes(own, part), [], what);
      }
      taken.set(answer.at('id'), answer.body);
    };
    const workers = Array.from({ length: AT_ONCE }, async () => {
      for (let task = tasks.pop(); task; task = tasks.pop()) await tryOne(task);
    });
    await Promise.all(workers);
    return taken;
  };

  /** Checks that the accepted values are stored. */
  const assertStored = async (path: string, taken: ReadonlyMap<unknown, unknown>) => {
    const left = new Map(taken);
    for (let start = 1, found = 1; found > 0; start += found) {
      const page = await witness.send('GET', `${path}?startIndex=${start}&count=1000`);
      const resources: readonly unknown[] = Object(page.body).Resources;
      found = resources.length;
      for (const resource of resources) {
        const { id } = Object(resource);
        if (!left.has(id)) continue;
        assert.deepEqual(resource, left.get(id));
        left.delete(id);
      }
    }
    assert.deepEqual([...left.keys()], []);
  };

  test('of users', () =>
    witness.onlyAcknowledged(async () => {
      const schemas = [CORE_USER, ENTERPRISE];
      const kind = { core: CORE_USER, schemas, name: 'userName', beside: '' };
      const taken = await walk('/scim/v2/Users', kind);
      assert.ok(taken.size > 500, `${taken.size} were taken`);
      await assertStored('/scim/v2/Users', taken);
    }));

  test('of groups', () =>
    witness.onlyAcknowledged(async () => {
      const member = await witness.send('POST', '/scim/v2/Users', { body: { userName: fresh() } });
      const kind = {
        core: CORE_GROUP,
        schemas: [CORE_GROUP],
        name: 'displayName',
        beside: String(member.at('id')),
      };
      const taken = await walk('/scim/v2/Groups', kind);
      assert.ok(taken.size > 50, `${taken.size} were taken`);
      await assertStored('/scim/v2/Groups', taken);
    }));
});

/** Checks that the refusal names the attribute. Read-only attributes never cause a refusal. */
function assertRefused(attribute: PublishedAttribute, answer: Answer, what: string): void {
  const { name, parent, required, mutability } = attribute;
  assert.notEqual(mutability, 'readOnly', what);
  if (required && answer.status === 409) return;
  assert.equal(answer.status, 400, what);
  assert.equal(answer.at('scimType'), 'invalidValue', what);
  const said = `${answer.at('at')} ${answer.at('detail')}`.toLowerCase();
  assert.ok(said.includes((parent?.name ?? name).toLowerCase()), what);
}

/** Returns whether a single, writable string must refuse the value, which is the case for {@link NO_STRINGS}. */
function mustRefuse({ parent, type, multiValued, mutability }: PublishedAttribute, value: unknown) {
  // A certificate that cannot be read is left out, and never costs the user.
  if (parent?.name === 'x509Certificates') return false;
  if (type !== 'string' || multiValued || mutability === 'readOnly') return false;
  return NO_STRINGS.includes(value as never);
}
