import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import fc from 'fast-check';
import { type Compilable, sql } from 'kysely';
import type { Database } from '#db/database.ts';
import { openDirectory, type TestDirectory } from '../../test/support/directory.ts';
import { forEachEngine } from '../../test/support/engines.ts';
import { planOf } from '../../test/support/query-plan.ts';
import { type Bounds, find, foundFrom, isFound, selectFound } from './find.store.ts';
import { rangeOf, termsOf, wordsOf } from './words.ts';

const PEOPLE = 150;
const FIRST = ['Ann', 'Anna', 'Änne', 'Bob', 'Li', 'O’Neil', 'Zoë'];
const LAST = ['Lindqvist', 'Li', 'Müller', 'Mueller', 'Anders', 'Groß', '田中太郎', 'van Dyck'];

/** Limits so low that every way to search is taken: by ids, by ids and words, and by scanning the list. */
const bounds: fc.Arbitrary<Bounds> = fc.constantFrom(
  { maxLookups: 4000, maxMatches: 20_000 },
  { maxLookups: 20, maxMatches: 40 },
  { maxLookups: 0, maxMatches: 20 },
  { maxLookups: 0, maxMatches: 0 },
);

interface Person {
  readonly id: string;
  readonly userName: string;
  readonly words: readonly string[];
}

function isMeant({ words }: Person, text: string): boolean {
  const compare = (a: string, b: string) => Buffer.compare(Buffer.from(a), Buffer.from(b));
  return termsOf(text).every((term) =>
    term
      .map(rangeOf)
      .some(([from, to]) =>
        words.some((word) => compare(word, from) >= 0 && compare(word, to) < 0),
      ),
  );
}

forEachEngine((engine) => {
  let world: TestDirectory;
  let people: readonly Person[];
  before(async () => {
    world = await openDirectory(engine);
    const names = fc.tuple(fc.constantFrom(...FIRST), fc.constantFrom(...LAST));
    const cast = fc.sample(names, { numRuns: PEOPLE, seed: 3 });
    const made: Person[] = [];
    for (const [at, [first, last]] of cast.entries()) {
      const userName = `p${at}@${at % 2 === 0 ? 'acme.com' : 'mail.example'}`;
      const { id } = await world.addUser({ userName, displayName: `${last}, ${first}` });
      made.push({ id, userName, words: wordsOf([`${last}, ${first}`, userName]) });
    }
    people = made;
    // The same people in another account must never be found.
    const other = await world.write((tx) => world.directory.createAccount(tx, { name: 'Other' }));
    await world.write(async (tx) => {
      const actor = { ...world.actor(), accountId: other.id };
      for (const { userName } of made.slice(0, 20)) {
        const attributes = { userName, displayName: 'Ann Li' };
        await world.directory.createUser(tx, actor, { attributes, origin: 'local' });
      }
    });
  });
  after(() => world.close());

  const scope = () => ({ accountId: world.account.id, kind: 'user' }) as const;

  test('what is found is what the words say, whichever way it is looked for', async () => {
    const part = fc.oneof(
      fc.constantFrom(
        ...FIRST,
        ...LAST,
        'p1',
        'p17',
        'acme',
        'acme.com',
        '@mail',
        'm',
        'x',
        '太郎',
      ),
      fc
        .tuple(fc.constantFrom(...FIRST, ...LAST), fc.integer({ min: 1, max: 4 }))
        .map(([name, length]) => [...name].slice(0, length).join('')),
    );
    const searches = fc
      .array(part, { minLength: 1, maxLength: 5 })
      .map((parts) => parts.join(' '))
      .filter((text) => termsOf(text).length > 0);
    await fc.assert(
      fc.asyncProperty(searches, bounds, async (text, limits) => {
        const { db } = world;
        const found = await find(db, scope(), text, limits);
        const byText = await sql<{ user_name: string }>`
          select u.user_name from ${foundFrom(db.reader, found, 'users', 'u', 'users__user_name_key')}
          where u.account_id = ${world.account.id} and ${isFound(db.reader, found, sql.ref('u.id'))}
          order by u.user_name_key`.execute(db.reader);
        const built = await selectFound(db.reader, found, 'users', 'users__user_name_key')
          .select('users.user_name')
          .where('users.account_id', '=', world.account.id)
          .where((eb) => isFound(db.reader, found, eb.ref('users.id')))
          .orderBy('users.user_name_key')
          .execute();
        const want = people.filter((person) => isMeant(person, text)).map((each) => each.userName);
        const names = byText.rows.map((row) => row.user_name);
        assert.deepEqual(names, want.toSorted());
        assert.deepEqual(built, byText.rows);
      }),
      { numRuns: 60 },
    );
  });

  test('punctuation finds nobody, and nothing typed leaves the list as it is', async () => {
    assert.deepEqual(await find(world.db, scope(), ' - '), { ...scope(), ids: [], terms: [] });
    assert.equal(await find(world.db, scope(), '  '), undefined);
  });

  test('a person who is deleted leaves no word behind, and one who is renamed none of the old name', async () => {
    const { db, directory } = world;
    const user = await world.addUser({
      userName: 'quirin@quark.example',
      displayName: 'Quirin Quast',
    });
    await world.putUser(user.id, {
      userName: 'quirin@quark.example',
      displayName: 'Quirin Zander',
    });
    const held = async () => {
      const words = db.reader.selectFrom('search_words').select('word').where('id', '=', user.id);
      const texts = db.reader.selectFrom('search_texts').select('words').where('id', '=', user.id);
      const [rows, all] = [await words.orderBy('word').execute(), await texts.execute()];
      return { words: rows.map(({ word }) => word), texts: all.map((row) => row.words) };
    };
    assert.deepEqual(await held(), {
      words: ['@quark.example', 'quirin', 'zander'],
      texts: [' @quark.example quirin zander '],
    });
    await world.write((tx) =>
      directory.removeUser(tx, world.actor(), user.id, { visibility: 'all' }),
    );
    assert.deepEqual(await held(), { words: [], texts: [] });
  });

  if (engine.name === 'sqlite') {
    test('every step of a search reads a range of an index', async () => {
      const { db } = world;
      for (const limits of [
        { maxLookups: 4000, maxMatches: 20_000 },
        { maxLookups: 0, maxMatches: 0 },
      ]) {
        const plan = await planOf(db.reader, async (reader) => {
          const watched: Database = {
            ...db,
            reader,
            scan: async <R>(query: Compilable<R>) => (await reader.executeQuery(query)).rows,
          };
          const found = await find(watched, scope(), 'ann li', limits);
          await selectFound(reader, found, 'users', 'users__user_name_key')
            .select('users.id')
            .where('users.account_id', '=', world.account.id)
            .where((eb) => isFound(reader, found, eb.ref('users.id')))
            .orderBy('users.user_name_key')
            .limit(51)
            .execute();
        });
        assert.doesNotMatch(plan, /SCAN (?:users|st|w|search)/, plan);
        assert.match(
          plan,
          /SEARCH w USING PRIMARY KEY \(account_id=\? AND kind=\? AND word>\? AND word<\?\)/,
        );
      }
    });
  }
});
