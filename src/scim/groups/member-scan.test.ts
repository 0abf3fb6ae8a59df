// A filter in the path of a member removal tests every member of a group: meanwhile other requests are answered, and
// their changes to the group are taken into account.
// Nightly: it looks through a large group.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { addCrowd } from '../../../test/support/crowd.ts';
import { forEngineOrBoth } from '../../../test/support/engines.ts';
import { fresh, idOf, PATCH_OP, type Scim, startScim } from '../../../test/support/scim.ts';
import { memberIds } from '../../../test/support/scim-bulk.ts';

const SIZE = 60_000;

forEngineOrBoth('sqlite', (engine) => {
  let scim: Scim;
  before(async () => {
    scim = await startScim(engine);
  });
  after(() => scim.close());
  const patch = (id: string, ...operations: readonly object[]) =>
    scim.call('PATCH', `/Groups/${id}`, { body: { schemas: [PATCH_OP], Operations: operations } });
  const people = async (names: readonly string[]) =>
    await Promise.all(names.map(async (displayName) => idOf(await scim.addUser({ displayName }))));
  const valuesOf = (ids: readonly string[]) => ids.map((value) => ({ value }));

  test('whom the same request adds or has removed already is judged too', async () => {
    const [a = '', b = '', c = '', d = ''] = await people(['Ann', 'Bob', 'Bea', 'Ben']);
    const group = idOf(await scim.addGroup({ members: valuesOf([a, b]) }));
    const answer = await patch(
      group,
      { op: 'add', path: 'members', value: valuesOf([c]) },
      { op: 'remove', path: 'members[display sw "b"]' },
      { op: 'add', path: 'members', value: valuesOf([d]) },
    );
    assert.equal(answer.status, 204, answer.text);
    assert.deepEqual((await memberIds(scim, group)).toSorted(), [a, d].toSorted());
  });

  test('whoever joins while others are looked at is not overlooked', async () => {
    const joining = await people(Array.from({ length: 20 }, () => 'Guest'));
    const group = idOf(await scim.addGroup({ members: valuesOf(await people(['Host', 'Guest'])) }));
    const writes = joining.map((value) => ({ op: 'add', path: 'members', value: [{ value }] }));
    const remove = { op: 'remove', path: 'members[display eq "guest"]' };
    const answers = await Promise.all(
      writes.flatMap((write) => [patch(group, write), patch(group, remove)]),
    );
    assert.ok(answers.every(({ status }) => status === 204));
    assert.equal((await patch(group, remove)).status, 204);
    assert.equal((await memberIds(scim, group)).length, 1);
  });

  test('while a large group is looked through or made, others are answered', async () => {
    const { db, directory } = scim.instance.services;
    const { accountId } = scim.instance.account;
    const everybody = await addCrowd(scim, SIZE);
    const group = idOf(await scim.addGroup({ displayName: fresh() }));
    await db.transaction(async (tx) => {
      const rows = everybody.map((member_id) => ({
        ...{ account_id: accountId, group_id: group, member_id },
        member_type: 'User' as const,
      }));
      for (let from = 0; from < rows.length; from += 1000) {
        await tx
          .insertInto('memberships')
          .values(rows.slice(from, from + 1000))
          .execute();
      }
    });
    const remove = { op: 'remove', path: 'members[display ew "0000"]' };
    const removal = await whileTicking(() => patch(group, remove));
    assert.equal(removal.result.status, 204, removal.result.text);
    assertOthersAnswered(removal);
    const left = await db.reader
      .selectFrom('memberships')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('group_id', '=', group)
      .executeTakeFirstOrThrow();
    assert.equal(Number(left.count), SIZE - 5);

    const attributes = { displayName: fresh() };
    const members = valuesOf(everybody);
    const creation = await whileTicking(() =>
      db.transaction((tx) =>
        directory.createGroup(
          tx,
          { accountId, via: 'scim' },
          { attributes, members, origin: 'provisioned' },
        ),
      ),
    );
    assertOthersAnswered(creation);
  });
});

interface Ticked<T> {
  readonly result: T;
  readonly took: number;
  /** The longest time without a turn for other work, in milliseconds. */
  readonly longest: number;
}

async function whileTicking<T>(work: () => Promise<T>): Promise<Ticked<T>> {
  const start = performance.now();
  let last = start;
  let longest = 0;
  const look = () => {
    longest = Math.max(longest, performance.now() - last);
    last = performance.now();
  };
  const ticking = setInterval(look, 1);
  const result = await work();
  look();
  clearInterval(ticking);
  return { result, took: last - start, longest };
}

const assertOthersAnswered = ({ took, longest }: Ticked<unknown>) =>
  assert.ok(longest < took / 2, `nobody was answered for ${longest} ms of ${took} ms`);
