// Names with the capital ẞ that earlier versions stored are found by every spelling, also after an upgrade.
// Nightly: it takes over three seconds.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { forBothEngines } from '../../../test/support/engines.ts';
import { fresh, idOf, PATCH_OP, type Scim, startScim } from '../../../test/support/scim.ts';
import { capitalSharpS } from './20261127-capital-sharp-s.ts';

/** What `fold` made of the names below before the migration, and makes of them now. */
const [EARLIER, NOW] = ['groß', 'gross'];
const COLUMNS = [
  ['users', ['user_name_key', 'display_name_key', 'folded']],
  ['user_values', ['value_key', 'folded']],
  ['groups', ['display_name_key', 'folded']],
] as const;

forBothEngines((engine) => {
  let scim: Scim;
  before(async () => {
    scim = await startScim(engine);
  });
  after(() => scim.close());

  /** Writes the keys as earlier versions did. */
  const foldAsEarlier = () =>
    scim.instance.services.db.transaction(async (tx) => {
      for (const [table, columns] of COLUMNS) {
        for (const column of columns) {
          await sql`update ${sql.table(table)}
            set ${sql.ref(column)} = replace(${sql.ref(column)}, ${NOW}, ${EARLIER})`.execute(tx);
        }
      }
    });
  const upgrade = () => scim.instance.services.db.transaction((tx) => capitalSharpS.up(tx));
  const found = async (type: 'Users' | 'Groups', filter: string): Promise<readonly unknown[]> => {
    const answer = await scim.get(`/${type}?filter=${encodeURIComponent(filter)}&attributes=id`);
    return (answer.at('Resources') as readonly { readonly id: unknown }[]).map(({ id }) => id);
  };

  test('after the upgrade people and groups are found by every spelling of their names', async () => {
    const userName = fresh('GROẞ');
    const like = userName.replace('ẞ', 'ss');
    const user = idOf(
      await scim.addUser({
        userName,
        externalId: 'groß',
        displayName: like.replace('ss', 'ẞ'),
        title: 'GROẞ',
        emails: [{ value: `${userName}@example.com` }],
      }),
    );
    const group = idOf(await scim.addGroup({ displayName: userName }));
    const filters = [
      ['Users', `userName eq "${like}"`],
      ['Users', `displayName eq "${like}"`],
      ['Users', `emails.value eq "${like}@example.com"`],
      ['Users', 'title eq "gross"'],
      ['Groups', `displayName eq "${like}"`],
    ] as const;
    await foldAsEarlier();
    for (const [type, filter] of filters) assert.deepEqual(await found(type, filter), [], filter);
    await upgrade();
    for (const [type, filter] of filters) {
      assert.deepEqual(await found(type, filter), [type === 'Users' ? user : group], filter);
    }
    assert.deepEqual(await found('Users', 'externalId eq "groß"'), [user]);
    assert.deepEqual(await found('Users', 'externalId eq "gross"'), []);
  });

  test('of two people whose names are one now, the second stays as found until it is renamed', async () => {
    const userName = fresh('GROẞ');
    const second = idOf(await scim.addUser({ userName }));
    await foldAsEarlier();
    const first = idOf(await scim.addUser({ userName: userName.replace('ẞ', 'ss') }));
    await upgrade();
    assert.deepEqual(await found('Users', `userName eq "${userName}"`), [first]);
    const renamed = fresh('another');
    const operation = { op: 'replace', path: 'userName', value: renamed };
    const body = { schemas: [PATCH_OP], Operations: [operation] };
    assert.equal((await scim.call('PATCH', `/Users/${second}`, { body })).status, 200);
    assert.deepEqual(await found('Users', `userName eq "${renamed}"`), [second]);
  });

  test('two groups whose names become one in the same upgrade do not end it', async () => {
    const name = fresh('groß');
    const other = name.replace('groß', 'gross');
    const first = idOf(await scim.addGroup({ displayName: `${other}${other}` }));
    const second = idOf(await scim.addGroup({ displayName: fresh('another') }));
    await scim.instance.services.db.transaction(async (tx) => {
      for (const [id, key] of [
        [first, `${name}${other}`],
        [second, `${other}${name}`],
      ] as const) {
        await sql`update groups set display_name_key = ${key} where id = ${id}`.execute(tx);
      }
    });
    await upgrade();
    assert.deepEqual(await found('Groups', `displayName eq "${other}${other}"`), [first]);
  });
});
