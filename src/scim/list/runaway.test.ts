// Runs alone: its searches take all the time that they are given.
// Many searches at once that would each take minutes: they are refused in time, and reading one user is not delayed.
// Nightly: it loads the service until others would wait.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Database } from '#db/database.ts';
import { AppError } from '#kernel/errors.ts';
import { SHARES } from '#kernel/shares.ts';
import { compileFilter, userType } from '#scim/protocol/index.ts';
import { builtInTypes } from '#scim/scim-types.ts';
import { userListing } from '#scim/users/user-listing.ts';
import { forEachEngine } from '../../../test/support/engines.ts';
import { assertScimError, idOf, type Scim, startScim } from '../../../test/support/scim.ts';
import { findPage } from './find-page.store.ts';

const USERS = 2000;
const TERMS = 100;
const SECOND_MS = 1000;
/** More than run and wait of an account, with either engine. */
const MORE =
  32 +
  Math.max(
    ...[SHARES.sqliteScans, SHARES.postgresScans].map(({ shares }) => shares.waitingOfAccount ?? 0),
  );

/** No index helps, and each row needs every comparison. */
const RUNAWAY = Array.from({ length: TERMS }, (_, i) => `not (groups.type co "zz${i}")`).join(
  ' and ',
);

forEachEngine((engine) => {
  let scim: Scim;
  let id: string;
  before(async () => {
    scim = await startScim(engine);
    const { services, account } = scim.instance;
    const { db, directory } = services;
    await db.transaction(async (tx) => {
      const actor = { accountId: account.accountId, via: 'scim' } as const;
      const members: { readonly value: string }[] = [];
      for (let i = 0; i < USERS; i += 1) {
        const attributes = { userName: `runner${i}`, active: true };
        const user = await directory.createUser(tx, actor, { attributes, origin: 'provisioned' });
        members.push({ value: user.id });
      }
      const group = { attributes: { displayName: 'All' }, members, origin: 'provisioned' } as const;
      await directory.createGroup(tx, actor, group);
    });
    id = idOf(await scim.addUser());
  });
  after(() => scim.close());

  /** The storage of the running service with a shorter deadline. */
  function impatient(deadlineMs: number): Database {
    const { db } = scim.instance.services;
    return { ...db, scan: (query) => db.scan(query, { deadlineMs }) };
  }

  async function runAway(db: Database): Promise<unknown> {
    const context = {
      db: db.reader,
      accountId: scim.instance.account.accountId,
      baseUrl: scim.base,
      types: builtInTypes,
    };
    const listing = userListing(context, compileFilter(RUNAWAY, userType), undefined);
    const request = {
      order: 'ascending',
      count: 100,
      from: { offset: 0 },
      total: 'always',
    } as const;
    return findPage(db, [listing], request).then(
      () => 'an answer',
      (error: unknown) => (error instanceof AppError ? error.code : error),
    );
  }

  test('7644-3.4.2.1-03 eight runaway searches at once are refused in time, reads go on, and the next search is answered', async () => {
    const db = impatient(SECOND_MS);
    const running = Promise.all(Array.from({ length: 8 }, () => runAway(db)));
    let ended = false;
    void running.then(() => {
      ended = true;
    });
    let reads = 0;
    while (!ended) {
      const answer = await scim.get(`/Users/${id}`);
      assert.equal(answer.status, 200, answer.text);
      if (!ended) reads += 1;
    }
    assert.deepEqual(
      await running,
      Array.from({ length: 8 }, () => 'query-too-slow'),
    );
    // A read that waited for a search would be one of two: they have a second, four at a time.
    assert.ok(reads > 2, `${reads} reads while they ran`);
    const search = await scim.get('/Users?filter=title+pr+or+userName+co+%22runner1999%22');
    assert.deepEqual([search.status, search.at('totalResults')], [200, 1], search.text);
  });

  test('more searches than may wait are told to come back, and none is lost', async () => {
    const db = impatient(100);
    const codes = await Promise.all(Array.from({ length: MORE }, () => runAway(db)));
    const told = codes.filter((code) => code === 'busy').length;
    const late = codes.filter((code) => code === 'query-too-slow').length;
    assert.ok(told > 0 && late > 8, `${told} busy, ${late} too slow`);
    assert.equal(told + late, codes.length, String(codes));
    assert.equal((await scim.get(`/Users/${id}`)).status, 200);
  });

  test('the widest and deepest filters that are taken are answered on both engines', async () => {
    const ors = (n: number, term: string) => Array.from({ length: n }, () => term).join(' or ');
    const ands = (n: number, term: string) => Array.from({ length: n }, () => term).join(' and ');
    const pairs = (n: number, a: string, b: string) =>
      Array.from({ length: n }, () => `(${a} or ${b})`).join(' and ');
    const nested = (n: number, text: string) =>
      Array.from({ length: n }, () => 0).reduce((inner) => `not (${inner} and title pr)`, text);
    const filters = [
      // 2^16 terms in disjunctive normal form, which exhausts scimmy.
      pairs(16, 'title eq "a"', 'title eq "b"'),
      pairs(99, 'title eq "a"', 'emails.type eq "b"'),
      ors(199, 'userName eq "runner7"'),
      ors(99, 'emails[type eq "w" and value eq "x"]'),
      ands(99, 'emails[type ne "w" or value co "x"]'),
      ors(199, 'groups.display sw "x"'),
      `userName eq "runner7" and ${ands(99, 'not (groups.display sw "x")')}`,
      ors(199, 'userName sw "runner77"'),
      nested(30, 'groups.value pr'),
      nested(28, 'emails[not (not (type eq "work"))]'),
      `${'('.repeat(31)}userName sw "runner1"${')'.repeat(31)}`,
      `id eq "${id}" and (${ors(150, 'groups.display co "x"')})`,
      `id eq "${id}" and not (${ors(150, 'manager.displayName co "x"')})`,
    ];
    for (const filter of filters) {
      const body = {
        schemas: ['urn:ietf:params:scim:api:messages:2.0:SearchRequest'],
        filter,
        count: 5,
      };
      const answer = await scim.call('POST', '/Users/.search', { body });
      const what = `${filter.slice(0, 80)}: ${answer.text.slice(0, 300)}`;
      if (answer.status !== 400) assert.equal(answer.status, 200, what);
      else assert.equal(answer.at('scimType'), 'tooMany', what);
    }
    const tooMany = encodeURIComponent(ands(101, 'not (groups.type eq "direct")'));
    assertScimError(await scim.get(`/Users?filter=${tooMany}`), 400, 'invalidFilter');
  });
});
