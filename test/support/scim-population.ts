// Users and groups with random values in every attribute, as stored and as a client sees them, so that the matches of
// SQL can be compared with those of a simple evaluation in memory.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import type { Group } from '#directory/index.ts';
import type { JsonObject } from '#kernel/json.ts';
import { groupJson } from '#scim/groups/group-json.ts';
import { comparisonsOf, loadTypes } from '#scim/load-types.ts';
import { ENTERPRISE_USER, parseProjection } from '#scim/protocol/index.ts';
import type { ScimDeps } from '#scim/scim-deps.ts';
import type { ScimTypes } from '#scim/scim-types.ts';
import { userResource } from '#scim/users/user-resource.ts';
import { openDirectory, type TestDirectory } from './directory.ts';
import type { Engine } from './engines.ts';

export interface Population {
  readonly d: TestDirectory;
  /** Ends in `/scim/v2`. */
  readonly baseUrl: string;
  /** The built-in types with the schemas of custom-schemas.json. */
  readonly types: ScimTypes;
  readonly users: readonly JsonObject[];
  readonly groups: readonly JsonObject[];
  close(): Promise<void>;
}

/** Has one attribute of each type and characteristic. */
const BADGE = 'urn:example:params:scim:schemas:extension:Badge';
const UNIT = 'urn:example:params:scim:schemas:extension:Unit';
const SCHEMAS = join(import.meta.dirname, 'custom-schemas.json');

const PUBLIC_URL = 'https://forms.example.com';

/**
 * Few, similar and awkward words: they vary in case and length, and contain everything with a meaning in SQL, LIKE,
 * JSON or code-point order.
 */
export const WORDS = [
  ...[
    'a',
    'A',
    'ab',
    'abc',
    'b',
    'É',
    'e\u0301',
    'straße',
    'STRASSE',
    'x y',
    '\ud7ff',
    '\uffff',
    '😀',
  ],
  ...[
    '"',
    "'",
    '%',
    '_',
    '\\',
    'a%b',
    'a_b',
    '\\%',
    '[x]',
    '(and)',
    ' ',
    'ς',
    'İ',
    '\u0001',
    'null',
    '7',
    '',
  ],
] as const;

const word = fc.constantFrom(...WORDS);
const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined, freq: 3 });
const type = fc.constantFrom('work', 'Work', 'home', '%', '');
const element = (value: fc.Arbitrary<string>) =>
  fc
    .array(
      fc.record({ value, type, primary: fc.constant(false), display: word }, { requiredKeys: [] }),
      { maxLength: 3 },
    )
    .chain((elements) =>
      fc
        .option(fc.nat(Math.max(0, elements.length - 1)), { nil: undefined })
        .map((chosen) =>
          elements.map((each, i) => (i === chosen ? { ...each, primary: true } : each)),
        ),
    )
    .map((elements) => elements.filter((each) => Object.keys(each).length > 0));

const when = fc.constantFrom(
  '2026-01-02T10:00:00+02:00',
  '2026-01-02T08:00:00Z',
  '2026-01-02T08:00:00.001Z',
  '2026-01-02T13:45:00+05:45',
  '2025-12-31T23:59:59.999999999-00:30',
  '0001-01-01T00:00:00',
);
const count = fc.constantFrom(-1, 0, 3, 10, 9_007_199_254_740_991);
const badge = fc.record(
  {
    colour: word,
    code: word,
    level: count,
    weight: fc.constantFrom(2.5, -0.1, 1e21, 3, 0.1 + 0.2),
    valid: fc.boolean(),
    issued: when,
    chip: fc.constantFrom('YWJj', 'ywjj', 'YWJj=', ''),
    site: fc.constantFrom('https://a.example/x', 'https://A.example/x'),
    deputy: fc.record(
      { value: fc.constantFrom('somebody', 'Somebody', 'else'), since: when },
      { requiredKeys: ['since'] },
    ),
    doors: fc.array(word, { minLength: 1, maxLength: 3 }),
    visits: fc.array(
      fc.record(
        { value: word, type: word, count, at: when, primary: fc.boolean() },
        { requiredKeys: ['type'] },
      ),
      { minLength: 1, maxLength: 2 },
    ),
    note: word,
    stamp: word,
  },
  { requiredKeys: ['stamp'] },
);

const url = fc.constantFrom('https://p.example/a', 'https://P.example/a', 'https://p.example/%41');
const base64 = fc.constantFrom('MAMCAQE=', 'MAMCAQI=', 'mAMCAQE=');

const userBody = fc
  .record({
    externalId: maybe(word),
    displayName: maybe(word),
    active: fc.boolean(),
    name: maybe(
      fc.record(
        { formatted: word, familyName: word, givenName: word, middleName: word },
        { requiredKeys: [] },
      ),
    ),
    nickName: maybe(word),
    profileUrl: maybe(url),
    title: maybe(word),
    userType: maybe(word),
    preferredLanguage: maybe(word),
    locale: maybe(word),
    timezone: maybe(word),
    emails: maybe(element(word)),
    phoneNumbers: maybe(element(word)),
    ims: maybe(element(word)),
    photos: maybe(element(url)),
    addresses: maybe(
      fc.array(fc.record({ locality: word, type, country: word }, { requiredKeys: ['type'] }), {
        maxLength: 2,
      }),
    ),
    entitlements: maybe(element(word)),
    roles: maybe(element(word)),
    x509Certificates: maybe(element(base64)),
    [BADGE]: maybe(badge),
    [ENTERPRISE_USER]: maybe(
      fc.record({ employeeNumber: word, department: word, costCenter: word }, { requiredKeys: [] }),
    ),
  })
  .map((body): JsonObject => withoutEmpty(JSON.parse(JSON.stringify(body))));

/** Removes empty values, which are not stored, as canonicalise does. */
function withoutEmpty(body: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(body).filter(
      ([, value]) => typeof value !== 'object' || Object.keys(value ?? {}).length > 0,
    ),
  );
}

/**
 * Creates users and groups, the same ones for the same seed. Some users are changed later, some have a manager, some
 * are in nested groups.
 */
export async function openPopulation(
  engine: Engine,
  { users: count, seed }: { readonly users: number; readonly seed: number },
): Promise<Population> {
  const types = readTypes();
  const d = await openDirectory(engine, comparisonsOf(types));
  const ids: string[] = [];
  for (const [i, body] of fc.sample(userBody, { numRuns: count, seed }).entries()) {
    d.clock.advance(i % 3 === 0 ? 0 : 250);
    const userName = `${WORDS[i % WORDS.length]}user${i}`;
    const manager = i % 4 === 3 ? { value: ids[i >> 1] ?? '' } : undefined;
    const extension = body[ENTERPRISE_USER] as JsonObject | undefined;
    ids.push(
      (
        await d.addUser({
          ...body,
          userName,
          ...(manager && { [ENTERPRISE_USER]: { ...extension, manager } }),
        })
      ).id,
    );
  }
  await d.addUser({ userName: 'glass', displayName: 'a' }, { protected: true, role: 'admin' });
  for (const id of ids.filter((_, i) => i % 7 === 2)) {
    d.clock.advance(1000);
    const user = await d.directory.readUser(d.db.reader, d.account.id, id, 'provisioning');
    await d.putUser(id, { ...user?.attributes, nickName: 'changed' });
  }
  const groups = await addGroups(d, ids);
  await addStrangers(d);
  return {
    d,
    baseUrl: `${PUBLIC_URL}/scim/v2`,
    types,
    users: await Promise.all(ids.map((id) => readUserResource(d, types, id))),
    groups: await Promise.all(groups.map((id) => readGroupResource(d, types, id))),
    close: () => d.close(),
  };
}

function readTypes(): ScimTypes {
  const loaded = loadTypes(JSON.parse(readFileSync(SCHEMAS, 'utf8')));
  if (loaded.kind === 'faulty') throw new Error(loaded.faults.join('\n'));
  return loaded.types;
}

const OPENED = ['2026-01-02T10:00:00+02:00', '2026-01-02T08:00:00Z', '2026-03-02T08:00:00Z'];

async function addGroups(d: TestDirectory, users: readonly string[]): Promise<readonly string[]> {
  const glass = await d.directory.findUserByName(d.db.reader, d.account.id, 'glass');
  const ids: string[] = [];
  for (const [i, displayName] of WORDS.filter((text) => text.trim() !== '').entries()) {
    // Some of the words are equal when case is ignored.
    const attributes = {
      displayName: `${displayName}${i}`,
      ...(i % 3 > 0 && { externalId: displayName }),
      ...(i % 4 > 0 && { [UNIT]: { costCentre: displayName, opened: OPENED[i % 3] ?? '' } }),
    };
    const members = [
      ...users.filter((_, k) => k % (i + 2) === 0 && i % 5 !== 4),
      ...(i % 3 === 1 ? ids.slice(-2) : []),
      ...(i % 6 === 0 && glass ? [glass.user.id] : []),
    ];
    d.clock.advance(500);
    const { group } = await d.write((tx) =>
      d.directory.createGroup(tx, d.actor('command-line'), {
        attributes,
        members: members.map((value) => ({ value })),
        origin: 'provisioned',
      }),
    );
    ids.push(group.id);
  }
  return ids;
}

/** Adds another account, whose users must never be found. */
async function addStrangers(d: TestDirectory): Promise<void> {
  await d.write(async (tx) => {
    const { id: accountId } = await d.directory.createAccount(tx, { name: 'Other' });
    for (const attributes of fc.sample(userBody, { numRuns: 5, seed: 1 })) {
      const input = {
        attributes: { ...attributes, userName: d.freshName() },
        origin: 'provisioned',
      } as const;
      await d.directory.createUser(tx, { accountId, via: 'scim' }, input);
    }
  });
}

async function readUserResource(
  d: TestDirectory,
  types: ScimTypes,
  id: string,
): Promise<JsonObject> {
  const user = await d.directory.readUser(d.db.reader, d.account.id, id, 'provisioning');
  assert.ok(user);
  return userResource(user, `${PUBLIC_URL}/scim/v2`, types.user);
}

async function readGroupResource(
  d: TestDirectory,
  types: ScimTypes,
  id: string,
): Promise<JsonObject> {
  const group: Group | undefined = await d.directory.readGroup(d.db.reader, d.account.id, id);
  assert.ok(group);
  const deps = {
    db: d.db,
    directory: d.directory,
    publicUrl: () => PUBLIC_URL,
    types,
  } as ScimDeps;
  let text = '';
  for await (const chunk of groupJson(deps, group, parseProjection({}, types.group))) text += chunk;
  return JSON.parse(text);
}
