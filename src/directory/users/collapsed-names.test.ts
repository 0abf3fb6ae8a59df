// Names that differ only in white space are one name: new ones are refused, and each is found in any spelling.
// Nightly: it takes over three seconds.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { collapsed } from '#db/collapsed.ts';
import { collapse, fold, WHITE_SPACE, ZERO_WIDTH } from '#kernel/text.ts';
import { selectLinkedUsers } from '#sign-in/sso/sso.store.ts';
import { adminBrowser, openBrowser } from '../../../test/support/browser.ts';
import { forBothEngines } from '../../../test/support/engines.ts';
import type { Answer } from '../../../test/support/instance.ts';
import {
  assertScimError,
  ENTERPRISE,
  fresh,
  idOf,
  PATCH_OP,
  type Scim,
  startScim,
} from '../../../test/support/scim.ts';

/** Spellings of a name with one space in it. */
const spellingsOf = (name: string): readonly string[] => [
  `${name} `,
  ` ${name}`,
  name.replace(' ', '  '),
  name.replace(' ', '\u00a0'),
  name.replace(' ', '\u2003\t'),
  `${name.slice(0, 2)}\u200b${name.slice(2)}`,
  `\ufeff${name.toUpperCase()}\u200e`,
];

forBothEngines((engine) => {
  let scim: Scim;
  before(async () => {
    scim = await startScim(engine);
  });
  after(() => scim.close());

  const addUser = (userName: string, more: object = {}): Promise<Answer> =>
    scim.call('POST', '/Users', { body: { userName, ...more } });
  const addGroup = (displayName: string): Promise<Answer> =>
    scim.call('POST', '/Groups', { body: { displayName } });
  const replace = (path: string, attribute: string, value: string): Promise<Answer> => {
    const Operations = [{ op: 'replace', path: attribute, value }];
    return scim.call('PATCH', path, { body: { schemas: [PATCH_OP], Operations } });
  };
  const found = async (type: 'Users' | 'Groups', filter: string): Promise<readonly unknown[]> => {
    const answer = await scim.get(`/${type}?filter=${encodeURIComponent(filter)}&attributes=id`);
    assert.equal(answer.status, 200, answer.text);
    return ((answer.at('Resources') ?? []) as readonly { readonly id: unknown }[]).map(
      ({ id }) => id,
    );
  };
  const quoted = (text: string): string => JSON.stringify(text);
  /** Makes a pair as version 0.2.0 did: the second user or group gets its name behind our back. */
  async function pairOf(
    table: 'users' | 'groups',
    names: readonly [string, string],
  ): Promise<readonly [string, string]> {
    const [first, second] = names;
    const add = table === 'users' ? addUser : addGroup;
    const ids = [idOf(await add(first)), idOf(await add(fresh('later')))] as const;
    const [name, key, attribute] =
      table === 'users'
        ? (['user_name', 'user_name_key', 'userName'] as const)
        : (['display_name', 'display_name_key', 'displayName'] as const);
    await scim.instance.services.db.transaction(async (tx) => {
      await sql`update ${sql.table(table)} set ${sql.ref(name)} = ${second},
        ${sql.ref(key)} = ${fold(second)}, attributes = ${JSON.stringify({ [attribute]: second, active: true })}
        where id = ${ids[1]}`.execute(tx);
    });
    return ids;
  }

  test('a name in another spelling is refused, kept as sent, and found in every spelling', async () => {
    const name = fresh('Ada Lovelace');
    const [kept = '', ...others] = spellingsOf(name);
    const user = await addUser(kept);
    assert.equal(user.at('userName'), kept);
    const group = await addGroup(kept);
    assert.equal(group.at('displayName'), kept);
    for (const spelling of [name, kept, ...others]) {
      assertScimError(await addUser(spelling), 409, 'uniqueness');
      assertScimError(await addGroup(spelling), 409, 'uniqueness');
      assert.deepEqual(await found('Users', `userName eq ${quoted(spelling)}`), [idOf(user)]);
      assert.deepEqual(await found('Groups', `displayName eq ${quoted(spelling)}`), [idOf(group)]);
      const both = `userName eq ${quoted(spelling)} and active eq true`;
      assert.deepEqual(await found('Users', both), [idOf(user)]);
    }
    assert.deepEqual(await found('Users', `userName eq ${quoted(name.replace(' ', ''))}`), []);
    const other = idOf(await addUser(fresh('other')));
    assertScimError(await replace(`/Users/${other}`, 'userName', name), 409, 'uniqueness');
    const unit = idOf(await addGroup(fresh('unit')));
    assertScimError(await replace(`/Groups/${unit}`, 'displayName', name), 409, 'uniqueness');
    // Its own name in another spelling is no rival.
    const tidy = await replace(`/Users/${idOf(user)}`, 'userName', name);
    assert.deepEqual([tidy.status, tidy.at('userName')], [200, name], tidy.text);
    const tidyGroup = await replace(`/Groups/${idOf(group)}`, 'displayName', name);
    assert.ok(tidyGroup.status < 300, tidyGroup.text);
  });

  for (const [first, second] of [
    ['Grace Hopper', 'Grace Hopper\u00a0'],
    ['Grace\u00a0Hopper', 'Grace  Hopper'],
  ] as const) {
    for (const [type, attribute] of [
      ['Users', 'userName'],
      ['Groups', 'displayName'],
    ] as const) {
      test(`${type}: a pair from before goes on working, and each is found by its own spelling (${first})`, async () => {
        const mark = `${fresh('')} `;
        const names = [mark + first, mark + second] as const;
        const pair = await pairOf(type === 'Users' ? 'users' : 'groups', names);
        for (const [at, name] of names.entries()) {
          const path = `/${type}/${pair[at]}`;
          assert.deepEqual(await found(type, `${attribute} eq ${quoted(name)}`), [pair[at]]);
          const changed = await replace(path, 'externalId', fresh('x'));
          assert.ok(changed.status < 300, changed.text);
          assert.equal((await scim.get(path)).at(attribute), name);
        }
        const third = `${names[0]}\u2003`;
        assert.equal((await found(type, `${attribute} eq ${quoted(third)}`)).length, 1);
        const path = `/${type}/${pair[1]}`;
        assertScimError(await replace(path, attribute, third), 409, 'uniqueness');
        assert.ok((await replace(path, attribute, fresh('renamed'))).status < 300);
        assert.deepEqual(await found(type, `${attribute} eq ${quoted(third)}`), [pair[0]]);
      });
    }
  }

  test('admins list the pairs that exist, page by page', async () => {
    const names = [fresh('Alan Turing'), ''] as [string, string];
    names[1] = names[0].replace(' ', '  ');
    const spaced = `${fresh('Only one')} `;
    await addUser(spaced);
    await addGroup(spaced);
    const pairs = { users: await pairOf('users', names), groups: await pairOf('groups', names) };
    const admin = await adminBrowser(scim.instance);
    for (const kind of ['users', 'groups'] as const) {
      const listed: unknown[] = [];
      let cursor = '';
      do {
        const answer = await admin.send('GET', `/app/v1/${kind}?namesakes=true&limit=1${cursor}`);
        assert.equal(answer.status, 200, answer.text);
        const { items, next } = Object(answer.body);
        for (const each of items) listed.push(each.userName ?? each.displayName);
        cursor = next === undefined ? '' : `&cursor=${encodeURIComponent(next)}`;
      } while (cursor !== '');
      assert.deepEqual(
        listed.filter((each) => names.includes(String(each))).toSorted(),
        names.toSorted(),
      );
      assert.ok(!listed.includes(spaced));
      assert.equal(pairs[kind].length, 2);
    }
  });

  test('people sign in with any spelling, and each of a pair with their own', async () => {
    const password = 'five quiet harbours at dawn';
    const signIn = async (userName: string) => {
      const answer = await openBrowser(scim.instance).signIn(userName, password);
      return answer.at('user', 'id') ?? answer.text;
    };
    const name = fresh('mary');
    const id = idOf(await addUser(`${name}\u00a0`, { password }));
    for (const typed of [name, ` ${name} `, `${name}\u00a0`, name.toUpperCase()]) {
      assert.equal(await signIn(typed), id, JSON.stringify(typed));
    }
    const names = [fresh('jean'), ''] as [string, string];
    names[1] = `${names[0]} `;
    const pair = await pairOf('users', names);
    for (const each of pair) {
      const set = await replace(`/Users/${each}`, 'password', password);
      assert.equal(set.status, 200, set.text);
    }
    assert.deepEqual([await signIn(names[0]), await signIn(names[1])], pair);
  });

  test('of a pair, an inactive one keeps nobody from signing in, by password or identity provider', async () => {
    const password = 'five quiet harbours at dawn';
    const names = [fresh('left'), ''] as [string, string];
    names[1] = `${names[0]}  `;
    const [left, stays] = await pairOf('users', names);
    for (const id of [left, stays]) await replace(`/Users/${id}`, 'password', password);
    const off = [{ op: 'replace', path: 'active', value: false }];
    await scim.call('PATCH', `/Users/${left}`, { body: { schemas: [PATCH_OP], Operations: off } });

    const answer = await openBrowser(scim.instance).signIn(names[0], password);
    assert.equal(answer.at('user', 'id'), stays, answer.text);
    const { reader } = scim.instance.services.db;
    const accountId = scim.instance.account.accountId;
    const linked = await selectLinkedUsers(reader, accountId, 'user_name_key', fold(names[0]));
    assert.deepEqual(
      linked.map(({ id }) => id),
      [stays],
    );
  });

  test('a manager who is named in another spelling is found', async () => {
    const admin = await adminBrowser(scim.instance);
    const managersByName = async (isOn: boolean) =>
      await admin.send('PATCH', '/app/v1/provisioning', { body: { managersByName: isOn } });
    await managersByName(true);
    for (const stored of ['Grace Hopper', 'Grace  Hopper\u00a0']) {
      const name = stored.replace('Grace', fresh('grace'));
      const id = idOf(await addUser(name));
      for (const value of [name, collapse(name), ` ${name.toUpperCase()} `]) {
        const report = idOf(
          await addUser(fresh('report'), { [ENTERPRISE]: { manager: { value } } }),
        );
        const ref = (await scim.get(`/Users/${report}`)).at(ENTERPRISE, 'manager', '$ref');
        assert.equal(String(ref).split('/').at(-1), id, JSON.stringify(value));
      }
    }
    await managersByName(false);
  });

  test('of many who take one name in different spellings at once, one gets it', async () => {
    const name = fresh('Race Winner');
    const made = await Promise.all([name, ...spellingsOf(name)].map((each) => addUser(each)));
    assert.deepEqual(made.map(({ status }) => status).toSorted(), [201, ...Array(7).fill(409)]);
    const others = await Promise.all(
      spellingsOf(name).map(async () => idOf(await addUser(fresh('other')))),
    );
    const wanted = fresh('Wanted Name');
    const renamed = await Promise.all(
      others.map((id, at) => replace(`/Users/${id}`, 'userName', spellingsOf(wanted)[at] ?? '')),
    );
    assert.deepEqual(renamed.map(({ status }) => status).toSorted(), [200, ...Array(6).fill(409)]);
  });

  test('names are collapsed in SQL as in code', async () => {
    const { db } = scim.instance.services;
    const all = [...WHITE_SPACE, ...ZERO_WIDTH, 'a', '-', ']', '^', '\\', 'é', '😀'];
    const texts = Array.from({ length: 300 }, (_, seed) =>
      Array.from(
        { length: seed % 12 },
        (_n, at) => all[(seed * 31 + at * at * 17 + at) % all.length],
      ).join(''),
    );
    for (const text of [...all, ...texts, all.join('')]) {
      const { rows } = await sql<{
        it: string;
      }>`select ${collapsed(db.reader, sql`cast(${text} as text)`)} as it`.execute(db.reader);
      assert.equal(rows[0]?.it, collapse(text), JSON.stringify(text));
    }
  });
});
