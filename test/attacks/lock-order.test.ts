// An identity provider changes many nested groups with roles at once, while users are renamed, removed and deactivated.
// None of its requests run into a deadlock, and requests of another account continue meanwhile.
// Nightly: it loads the service until others would wait.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { adminBrowser } from '../support/browser.ts';
import { forEachEngine } from '../support/engines.ts';
import { type Answer, type Instance, startInstance } from '../support/instance.ts';
import { type RecordedLocks, recordLocks } from '../support/recorded-locks.ts';
import { CORE_GROUP, CORE_USER, PATCH_OP } from '../support/scim.ts';
import { seeded } from '../support/seeded.ts';

const GROUPS = 8;
const PEOPLE = 24;
const ROUNDS = 6;
const AT_ONCE = 40;
/** More than the share of one account in the transactions that run together. */
const FLOOD = 60;

forEachEngine((engine) => {
  let locks: RecordedLocks;
  let node: Instance;
  const groups: string[] = [];
  const people: string[] = [];
  const made = (answer: Answer): string => {
    assert.equal(answer.status, 201, answer.text);
    return String(answer.at('id'));
  };
  const newGroup = async (displayName: string, members: readonly string[] = []) =>
    made(
      await node.request('POST', '/scim/v2/Groups', {
        body: {
          schemas: [CORE_GROUP],
          displayName,
          members: members.map((value) => ({ value })),
        },
      }),
    );
  const newUser = async (userName: string) =>
    made(
      await node.request('POST', '/scim/v2/Users', {
        body: { schemas: [CORE_USER], userName, externalId: `e-${userName}` },
      }),
    );
  const patch = (path: string, Operations: readonly object[]) =>
    node.request('PATCH', `/scim/v2/${path}`, { body: { schemas: [PATCH_OP], Operations } });

  before(async () => {
    locks = recordLocks();
    node = await startInstance(engine);
    for (let i = 0; i < PEOPLE; i += 1) people.push(await newUser(`person-${i}`));
    // Each group contains the next one, so that a change of the last group affects all.
    for (let i = GROUPS - 1; i >= 0; i -= 1) {
      groups.unshift(await newGroup(`Team ${i}`, groups.slice(0, 1)));
    }
    const admin = await adminBrowser(node);
    const items = [
      { groupId: groups[0], role: 'designer' },
      { groupId: groups[GROUPS / 2], role: 'admin' },
    ];
    const mapped = await admin.send('PUT', '/app/v1/provisioning/role-mappings', {
      body: { items },
    });
    assert.ok(mapped.status < 300, mapped.text);
  });
  after(async () => {
    await node.close();
    locks.stop();
  });

  test('forty changes of nested groups with roles at once: none is a deadlock, and every one is answered', async () => {
    const random = seeded(20261123);
    const anyOf = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
    let serial = 0;
    const act = async (): Promise<Answer> => {
      serial += 1;
      const value = anyOf(people);
      switch (serial % 8) {
        case 0:
          return patch(`Users/${value}`, [
            { op: 'replace', path: 'displayName', value: `Name ${serial}` },
          ]);
        case 1:
          return patch(`Users/${value}`, [
            { op: 'replace', path: 'active', value: random() < 0.5 },
          ]);
        case 2: {
          const id = await newUser(`comer-${serial}`);
          await patch(`Groups/${anyOf(groups)}`, [
            { op: 'add', path: 'members', value: [{ value: id }] },
          ]);
          return node.request('DELETE', `/scim/v2/Users/${id}`);
        }
        case 3: {
          const id = await newGroup(`Guests ${serial}`, [value]);
          await patch(`Groups/${anyOf(groups)}`, [
            { op: 'add', path: 'members', value: [{ value: id }] },
          ]);
          return node.request('DELETE', `/scim/v2/Groups/${id}`);
        }
        case 4:
          return patch(`Groups/${anyOf(groups)}`, [
            { op: 'remove', path: `members[value eq "${value}"]` },
          ]);
        default:
          return patch(`Groups/${anyOf(groups)}`, [
            { op: 'add', path: 'members', value: [{ value }, { value: anyOf(people) }] },
          ]);
      }
    };
    for (let round = 0; round < ROUNDS; round += 1) {
      const answers = await Promise.all(Array.from({ length: AT_ONCE }, act));
      const odd = answers.filter(({ status }) => status >= 400);
      assert.deepEqual(
        odd.map(({ status, text }) => `${status} ${text}`),
        [],
      );
    }
    assert.equal(locks.deadlocks, 0);
  });

  if (engine.name === 'sqlite') return;

  test('every transaction locks the account before groups and people, and both never without it', () => {
    const late = locks.transactions.filter((taken) => taken.lastIndexOf('account') > 0);
    assert.deepEqual(late, []);
    const both = locks.transactions.filter(
      (taken) => taken.includes('groups') && taken.includes('users'),
    );
    assert.ok(both.length > 50, `${both.length}`);
    assert.deepEqual(
      both.filter(([first]) => first !== 'account'),
      [],
    );
    const upwards = both.filter((taken) => taken.indexOf('users') < taken.indexOf('groups'));
    assert.ok(upwards.every(([first]) => first === 'account'));
  });

  test('an account whose writes all wait leaves connections to the others', async () => {
    const other = await node.addAccount('Globex');
    const token = await node.token(other.clientId, other.clientSecret);
    const { promise: isOver, resolve: letGo } = Promise.withResolvers<void>();
    const { promise: isHeld, resolve: hold } = Promise.withResolvers<void>();
    // Longer than any request of this account would hold it.
    const holding = node.services.db.transaction(async (tx) => {
      await tx
        .selectFrom('accounts')
        .select('id')
        .where('id', '=', node.account.accountId)
        .forUpdate()
        .execute();
      hold();
      await isOver;
    });
    await isHeld;
    let answered = 0;
    const flood = Array.from({ length: FLOOD }, (_, i) =>
      patch(`Groups/${groups[i % GROUPS]}`, [
        { op: 'add', path: 'members', value: [{ value: people[i % PEOPLE] }] },
      ]).finally(() => {
        answered += 1;
      }),
    );
    for (let i = 0; i < 5; i += 1) {
      const answer = await node.request('POST', '/scim/v2/Users', {
        token,
        body: { schemas: [CORE_USER], userName: `elsewhere-${i}` },
      });
      assert.equal(answer.status, 201, answer.text);
    }
    assert.equal(answered, 0);
    letGo();
    await holding;
    for (const { status } of await Promise.all(flood)) assert.ok([204, 503].includes(status));
  });
});
