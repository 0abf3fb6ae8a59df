import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import fc from 'fast-check';
import type { Tx } from '#db/database.ts';
import { openDirectory, type TestDirectory, withCode } from '../../../test/support/directory.ts';
import { forEachEngine } from '../../../test/support/engines.ts';
import { planOf } from '../../../test/support/query-plan.ts';
import { casesOf } from '../../../test/support/timing.ts';
import { leaveGroups } from './memberships.store.ts';

const USERS = 5;
const GROUPS = 4;

/** A model of the same rules over plain sets: members by group, ids as small numbers, groups after users. */
class Model {
  readonly members = Array.from({ length: GROUPS }, () => new Set<number>());

  above(member: number): ReadonlyMap<number, boolean> {
    const found = new Map<number, boolean>();
    const walk = (of: number, direct: boolean): void => {
      for (let group = 0; group < GROUPS; group += 1) {
        if (!this.members[group]?.has(of)) continue;
        const seen = found.get(group);
        found.set(group, direct || seen === true);
        if (seen === undefined) walk(USERS + group, false);
      }
    };
    walk(member, true);
    return found;
  }

  replace(group: number, ids: readonly number[]): 'cycle' | 'ok' {
    const old = this.members[group] ?? new Set();
    this.members[group] = new Set(ids);
    const cycle = this.above(USERS + group).has(group);
    if (cycle) this.members[group] = old;
    return cycle ? 'cycle' : 'ok';
  }
}

const step = fc.record({
  group: fc.nat(GROUPS - 1),
  members: fc.array(fc.nat(USERS + GROUPS - 1), { maxLength: 6 }),
});

forEachEngine((engine) => {
  let d: TestDirectory;
  before(async () => {
    d = await openDirectory(engine);
  });
  after(() => d.close());

  let run = 0;
  const setUp = async (): Promise<{ users: readonly string[]; groups: readonly string[] }> => {
    run += 1;
    return await d.write(async (tx) => {
      const users: string[] = [];
      const groups: string[] = [];
      for (let i = 0; i < USERS; i += 1) {
        const attributes = { userName: `u${run}-${i}` };
        const input = { attributes, origin: 'provisioned' } as const;
        users.push((await d.directory.createUser(tx, d.actor(), input)).id);
      }
      for (let i = 0; i < GROUPS; i += 1) {
        const attributes = { displayName: `g${run}-${i}` };
        const input = { attributes, members: [], origin: 'provisioned' } as const;
        groups.push((await d.directory.createGroup(tx, d.actor(), input)).group.id);
      }
      return { users, groups };
    });
  };

  test('any sequence of replacements leaves exactly the members and groups that plain sets have', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 8 }), async (steps) => {
        const { users, groups } = await setUp();
        const ids = [...users, ...groups];
        const idOf = (n: number): string => ids[n] ?? '';
        const model = new Model();
        for (const { group, members } of steps) {
          const before = new Set(model.members[group]);
          const version = (
            await d.directory.readGroup(d.db.reader, d.account.id, groups[group] ?? '')
          )?.version;
          const write = d.write((tx) =>
            d.directory.changeGroup(tx, d.actor(), groups[group] ?? '', {
              change: ({ attributes }) => ({
                attributes,
                members: [{ kind: 'replace', members: members.map((n) => ({ value: idOf(n) })) }],
              }),
            }),
          );
          if (model.replace(group, members) === 'cycle') {
            await assert.rejects(write, withCode('group-cycle'));
            continue;
          }
          const after = new Set(members);
          const changed = before.size !== after.size || [...after].some((n) => !before.has(n));
          assert.equal((await write).group.version, (version ?? 0) + (changed ? 1 : 0));
        }
        await compare(model, users, groups, idOf);
      }),
      { numRuns: casesOf({ daily: 20, nightly: engine.name === 'sqlite' ? 120 : 40 }) },
    );
  });

  const compare = async (
    model: Model,
    users: readonly string[],
    groups: readonly string[],
    idOf: (n: number) => string,
  ): Promise<void> => {
    const { reader } = d.db;
    for (const [n, id] of groups.entries()) {
      const shown = await d.directory.readMembers(reader, d.account.id, id, undefined, 100);
      const expected = [...(model.members[n] ?? [])].map(idOf).sort();
      assert.deepEqual(
        shown.map((member) => member.id),
        expected,
      );
    }
    const links = await d.directory.readGroupLinks(reader, d.account.id, users);
    for (const [n, id] of users.entries()) {
      const expected = [...model.above(n)]
        .map(([group, direct]) => ({
          id: groups[group] ?? '',
          displayName: `g${run}-${group}`,
          direct,
        }))
        .sort((a, b) => (a.id < b.id ? -1 : 1));
      const view = await d.directory.readUser(reader, d.account.id, id, 'provisioning');
      assert.deepEqual(view?.groups, expected);
      assert.deepEqual(links.get(id) ?? [], expected);
      assert.deepEqual(
        await d.directory.groupIdsOf(reader, d.account.id, id),
        expected.map((link) => link.id),
      );
    }
  };

  // PostgreSQL plans by row counts: with few memberships it reads them all, and may.
  if (engine.name === 'postgres') return;

  test('whoever leaves all groups is looked for among the own memberships, not among those of the account', async () => {
    const plan = await d.write((tx) =>
      planOf(tx, (spied) => leaveGroups(spied as Tx, d.account.id, 'somebody', 0)),
    );
    assert.doesNotMatch(plan, /memberships .*\(account_id=\?\)/);
    assert.match(plan, /\(account_id=\? AND group_id=\? AND member_id=\?\)/);
  });
});
