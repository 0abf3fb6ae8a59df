// Filters against a plain reading of them: what SQL selects must be what RFC 7644 §3.4.2.2 selects
// among the resources as a client sees them.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import fc from 'fast-check';
import { isObject, type JsonObject, type JsonValue, member } from '#kernel/json.ts';
import { findPage } from '#scim/list/find-page.store.ts';
import {
  compileFilter,
  ENTERPRISE_USER,
  type Filter,
  fold,
  type ResolvedAttribute,
  userType,
} from '#scim/protocol/index.ts';
import { userListing } from '#scim/users/user-listing.ts';
import { userResource } from '#scim/users/user-resource.ts';
import { openDirectory, type TestDirectory } from '../../../test/support/directory.ts';
import { forEachEngine } from '../../../test/support/engines.ts';

const baseUrl = 'https://forms.example.com/scim/v2';

/** The values at a path; those of every element where the path goes through a list. */
function valuesAt(root: JsonValue | undefined, path: readonly string[]): readonly JsonValue[] {
  if (root === undefined || root === null) return [];
  if (Array.isArray(root)) return root.flatMap((element) => valuesAt(element, path));
  const [name, ...rest] = path;
  if (name === undefined) return [root];
  if (!isObject(root)) return [];
  // RFC 7643 §2.4: an element that does not say so is not primary.
  const value = member(root, name) ?? (name === 'primary' ? false : undefined);
  return valuesAt(value, rest);
}

const prepared = (attribute: ResolvedAttribute, value: JsonValue): JsonValue =>
  typeof value === 'string' && !attribute.caseExact ? fold(value) : value;

function matches(filter: Filter, root: JsonValue, depth = 0): boolean {
  switch (filter.kind) {
    case 'and':
      return filter.filters.every((part) => matches(part, root, depth));
    case 'element': {
      const elements = valuesAt(root, filter.attribute.path);
      return elements.some((element) =>
        matches(filter.filter, element, filter.attribute.path.length),
      );
    }
    case 'compare': {
      const { attribute, value } = filter;
      const path = [...(attribute.extension ? [attribute.schema] : []), ...attribute.path].slice(
        depth,
      );
      return valuesAt(root, path).some((found) => prepared(attribute, found) === value);
    }
    default:
      throw new Error(`no meaning given to ${filter.kind}`);
  }
}

const words = fc.constantFrom(
  'a',
  'A',
  'b',
  'É',
  'é',
  'straße',
  'STRASSE',
  'x y',
  '"',
  '%',
  '\\',
  '',
);
const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined, freq: 3 });
const element = fc.record(
  {
    value: fc.constantFrom('a', 'A', 'b', 'É'),
    type: fc.constantFrom('work', 'Work', 'home'),
    primary: fc.boolean(),
    display: words,
  },
  { requiredKeys: ['value'] },
);

const userBody = fc
  .record({
    externalId: maybe(words),
    displayName: maybe(words),
    active: fc.boolean(),
    title: maybe(words),
    name: maybe(
      fc.record({ givenName: words, familyName: words }, { requiredKeys: ['givenName'] }),
    ),
    emails: maybe(fc.array(element, { minLength: 1, maxLength: 3 })),
    roles: maybe(fc.array(element, { minLength: 1, maxLength: 2 })),
    addresses: maybe(
      fc.array(fc.record({ locality: words, type: words }), { minLength: 1, maxLength: 2 }),
    ),
    [ENTERPRISE_USER]: maybe(fc.record({ department: words })),
  })
  .map((body): JsonObject => JSON.parse(JSON.stringify(body)));

const quoted = (text: string) => JSON.stringify(text);
const compareText = fc
  .tuple(
    fc.constantFrom(
      'externalId',
      'displayName',
      'title',
      'name.givenName',
      'name.familyName',
      'emails',
      'emails.type',
      'emails.display',
      'roles.value',
      'addresses.locality',
      'groups.display',
      'department',
    ),
    words,
  )
  .map(([path, value]) => `${path} eq ${quoted(value)}`);
const compareFlag = fc
  .tuple(fc.constantFrom('active', 'emails.primary', 'roles.primary'), fc.boolean())
  .map(([path, value]) => `${path} eq ${value}`);
const inner = fc.oneof(
  fc
    .tuple(fc.constantFrom('value', 'type', 'display'), words)
    .map(([name, value]) => `${name} eq ${quoted(value)}`),
  fc.boolean().map((value) => `primary eq ${value}`),
);
const inElement = fc
  .tuple(fc.constantFrom('emails', 'roles'), fc.array(inner, { minLength: 1, maxLength: 3 }))
  .map(([name, parts]) => `${name}[${parts.join(' and ')}]`);
const filterText = fc
  .array(fc.oneof(compareText, compareFlag, inElement), { minLength: 1, maxLength: 3 })
  .map((parts) => parts.join(' and '));

forEachEngine((engine) => {
  let d: TestDirectory;
  const resources = new Map<string, JsonObject>();

  before(async () => {
    d = await openDirectory(engine);
    const { directory } = d;
    const ids: string[] = [];
    for (const body of fc.sample(userBody, { numRuns: 120, seed: 7 }))
      ids.push((await d.addUser(body)).id);
    await d.write(async (tx) => {
      for (const [i, displayName] of ['a', 'É', 'straße'].entries()) {
        const members = ids.filter((_, k) => k % (i + 3) === 0).map((value) => ({ value }));
        const input = { attributes: { displayName }, members, origin: 'provisioned' } as const;
        await directory.createGroup(tx, d.actor(), input);
      }
    });
    for (const id of ids) {
      const user = await directory.readUser(d.db.reader, d.account.id, id, 'provisioning');
      assert.ok(user);
      resources.set(id, userResource(user, baseUrl));
    }
  });
  after(() => d.close());

  test('7644-3.4.2.2-01 SQL selects exactly what the filter means', async () => {
    let found = 0;
    await fc.assert(
      fc.asyncProperty(filterText, async (text) => {
        const filter = compileFilter(text, userType);
        const context = { db: d.db.reader, accountId: d.account.id, baseUrl };
        const page = await findPage(d.db, userListing(context, filter), {
          startIndex: 1,
          count: 200,
        });
        const expected = [...resources].filter(([, resource]) => matches(filter, resource));
        found += expected.length;
        assert.deepEqual(page, { ids: expected.map(([id]) => id), totalResults: expected.length });
      }),
      { numRuns: 400 },
    );
    assert.ok(found > 400, 'most filters must find somebody, or nothing was tested');
  });
});
