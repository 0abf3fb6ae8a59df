// Reads a list by cursors while rows come, go and move: each unchanged row appears exactly once, in order (RFC 9865
// §2).
// Nightly: it changes what is listed for long.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import fc from 'fast-check';
import type { JsonObject } from '#kernel/json.ts';
import { groupListing } from '#scim/groups/group-listing.ts';
import {
  type CursorPosition,
  compileFilter,
  type Direction,
  groupType,
  pageEnds,
  type ResourceType,
  type SortOrder,
  userType,
} from '#scim/protocol/index.ts';
import { builtInTypes } from '#scim/scim-types.ts';
import { userListing } from '#scim/users/user-listing.ts';
import { openDirectory, type TestDirectory } from '../../../test/support/directory.ts';
import { forEachEngine } from '../../../test/support/engines.ts';
import { findPage } from './find-page.store.ts';

const RUNS = process.env['TEST_DEEP'] === '1' ? 600 : 20;

const NAMES = ['a', 'A', 'b', 'c', undefined, ''] as const;
const nameAt = (n: number) => NAMES[n % NAMES.length];

/** An event between two pages. */
const event = fc.record({
  kind: fc.constantFrom('come', 'go', 'move', 'group'),
  which: fc.nat(1000),
  name: fc.nat(100),
});
type Event = typeof event extends fc.Arbitrary<infer T> ? T : never;

const traversal = fc.record({
  size: fc.integer({ min: 1, max: 25 }),
  count: fc.integer({ min: 1, max: 6 }),
  sortBy: fc.constantFrom(undefined, 'displayName', 'title', 'userName', 'meta.created', 'emails'),
  order: fc.constantFrom<SortOrder>('ascending', 'descending'),
  filter: fc.constantFrom(undefined, 'active eq true', 'userName sw "u"', 'not (title eq "b")'),
  withGroups: fc.boolean(),
  /** The events between consecutive pages. */
  events: fc.array(fc.array(event, { maxLength: 4 }), { minLength: 1, maxLength: 8 }),
});
type Traversal = typeof traversal extends fc.Arbitrary<infer T> ? T : never;

/** An account that is used by one traversal only. */
interface World {
  readonly accountId: string;
  act(event: Event): Promise<void>;
  /** The rows that existed from the beginning and have not changed. */
  untouched(): ReadonlySet<string>;
}

async function openWorld(d: TestDirectory, size: number): Promise<World> {
  const { id: accountId } = await d.write((tx) =>
    d.directory.createAccount(tx, { name: d.freshName() }),
  );
  const actor = { accountId, via: 'scim' } as const;
  const users: string[] = [];
  const touched = new Set<string>();
  const come = async (n: number): Promise<void> => {
    const userName = d.freshName();
    const name = nameAt(n);
    const attributes: JsonObject = {
      ...{ userName, active: true, emails: [{ value: userName }] },
      ...(name !== undefined && { displayName: name, title: name }),
    };
    d.clock.advance(n % 3);
    const input = { attributes, origin: 'provisioned' } as const;
    users.push((await d.write((tx) => d.directory.createUser(tx, actor, input))).id);
  };
  const addGroup = (n: number): Promise<unknown> => {
    const attributes = { displayName: `${nameAt(n)}${d.freshName()}` };
    const input = { attributes, members: [], origin: 'provisioned' } as const;
    return d.write((tx) => d.directory.createGroup(tx, actor, input));
  };
  const move = (id: string, n: number): Promise<unknown> =>
    d.db.reader
      .updateTable('users')
      .set({ display_name_key: nameAt(n) ?? null, folded: '{"title":"c"}' })
      .where('account_id', '=', accountId)
      .where('id', '=', id)
      .execute();
  for (let n = 0; n < size; n += 1) await come(n * 7);
  const first = [...users];
  return {
    accountId,
    async act({ kind, which, name }) {
      const id = users[which % users.length];
      if (kind === 'group') await addGroup(name);
      if (kind === 'come' || id === undefined) await come(name);
      if ((kind !== 'move' && kind !== 'go') || id === undefined) return;
      touched.add(id);
      if (kind === 'move') await move(id, name);
      else {
        users.splice(users.indexOf(id), 1);
        await d.write((tx) =>
          d.directory.removeUser(tx, actor, id, { visibility: 'provisioning' }),
        );
      }
    },
    untouched: () => new Set(first.filter((id) => !touched.has(id))),
  };
}

forEachEngine((engine) => {
  let d: TestDirectory;
  before(async () => {
    d = await openDirectory(engine);
  });
  after(() => d.close());

  function listingsOf(accountId: string, { sortBy, filter, withGroups }: Traversal) {
    const context = { db: d.db.reader, accountId, baseUrl: 'https://x', types: builtInTypes };
    const sort = (type: ResourceType) => {
      const attribute = type.find(sortBy ?? '');
      return attribute?.subAttributes[0] ?? attribute;
    };
    const chosen = filter === undefined ? undefined : compileFilter(filter, userType);
    const users = userListing(context, chosen, sort(userType));
    return withGroups ? [users, groupListing(context, undefined, sort(groupType))] : [users];
  }

  interface Page {
    readonly ids: readonly string[];
    readonly next: CursorPosition | undefined;
    readonly previous: CursorPosition | undefined;
  }

  async function readPage(
    world: World,
    plan: Traversal,
    at: CursorPosition | undefined,
    direction: Direction,
  ): Promise<Page> {
    const { order, count } = plan;
    const from = at ? { position: at, direction } : { offset: 0 };
    const listings = listingsOf(world.accountId, plan);
    const { rows, more } = await findPage(d.db, listings, { order, count, from, total: 'cheap' });
    const continued = at !== undefined;
    const ends = pageEnds({ direction, continued, rows, more, count, issuedAt: 0 });
    return { ids: rows.map(({ id }) => id), ...ends };
  }

  /** Reads pages from a position to the end in its direction, each in the order of the list. */
  async function pagesFrom(world: World, plan: Traversal, from: CursorPosition | undefined) {
    const pages: Page[] = [];
    const direction = from?.direction ?? 'forward';
    for (let at = from, goesOn = true; goesOn; goesOn = at !== undefined) {
      const page = await readPage(world, plan, at, direction);
      pages.push(page);
      at = direction === 'forward' ? page.next : page.previous;
      const between = plan.events[pages.length % plan.events.length] ?? [];
      for (const each of at ? between : []) await world.act(each);
    }
    return pages;
  }

  test('9865-2-12 whoever stays untouched is met once on the way there, and once on the way back', async () => {
    let walked = 0;
    await fc.assert(
      fc.asyncProperty(traversal, async (plan) => {
        const world = await openWorld(d, plan.size);
        const there = await pagesFrom(world, plan, undefined);
        const last = there.at(-1);
        const back = last?.previous ? await pagesFrom(world, plan, last.previous) : [];
        const untouched = world.untouched();
        const left = (ids: readonly string[]) => ids.filter((id) => untouched.has(id));
        const now = await findPage(d.db, listingsOf(world.accountId, plan), {
          ...{ order: plan.order, count: 1000, from: { offset: 0 }, total: 'cheap' },
        });
        const order = left(now.rows.map(({ id }) => id));
        const met = there.flatMap(({ ids }) => ids);
        assert.deepEqual(left(met), order, 'on the way there');
        if (back.length === 0) return;
        const before = there.slice(0, -1).flatMap(({ ids }) => ids);
        const metAgain = back.toReversed().flatMap(({ ids }) => ids);
        assert.deepEqual(left(metAgain), left(before), 'on the way back');
        walked += left(metAgain).length;
      }),
      { numRuns: RUNS, seed: 3 },
    );
    assert.ok(walked > RUNS, 'walks must be long enough to mean something');
  });
});
