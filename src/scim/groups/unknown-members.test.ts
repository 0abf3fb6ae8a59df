// Nightly: it takes over three seconds.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { forEachEngine } from '../../../test/support/engines.ts';
import { codeOf } from '../../../test/support/error-code.ts';
import type { Answer } from '../../../test/support/instance.ts';
import {
  assertScimError,
  CORE_GROUP,
  etagOf,
  fresh,
  idOf,
  PATCH_OP,
  type Scim,
  startScim,
} from '../../../test/support/scim.ts';

const STRICT = { prefer: 'handling=strict' };
const SKIPPED = 'formstead-skipped-members';

forEachEngine((engine) => {
  let scim: Scim;
  before(async () => {
    scim = await startScim(engine);
  });
  after(() => scim.close());

  /** Returns the id of a deleted user whom the identity provider still sends as a member. */
  const deleted = async (): Promise<string> => {
    const id = idOf(await scim.addUser());
    assert.equal((await scim.call('DELETE', `/Users/${id}`)).status, 204);
    return id;
  };
  const membersOf = async (id: string) => {
    const members = (await scim.get(`/Groups/${id}`)).at('members');
    return Array.isArray(members) ? members.map((member) => Object(member).value) : members;
  };
  const skipped = (answer: Answer) => answer.headers[SKIPPED];

  test('Okta pushes a group of which one was deleted here: the others arrive, and it can go on', async () => {
    const [ann, bob] = [idOf(await scim.addUser()), idOf(await scim.addUser())];
    const gone = await deleted();
    const displayName = fresh('Okta');
    const pushed = await scim.call('POST', '/Groups', {
      body: {
        schemas: [CORE_GROUP],
        displayName,
        members: [ann, gone].map((value) => ({ value, display: value })),
      },
    });
    assert.equal(pushed.status, 201, pushed.text);
    assert.equal(skipped(pushed), '1');
    const id = idOf(pushed);
    // This client sends the name and id of the group with each change of its members.
    const changed = await scim.call('PATCH', `/Groups/${id}`, {
      body: {
        schemas: [PATCH_OP],
        Operations: [
          { op: 'replace', value: { id, displayName } },
          { op: 'remove', path: `members[value eq "${gone}"]` },
          {
            op: 'add',
            path: 'members',
            value: [
              { value: gone, display: 'gone' },
              { value: bob, display: 'bob' },
            ],
          },
        ],
      },
    });
    assert.deepEqual([changed.status, skipped(changed)], [204, '1'], changed.text);
    assert.deepEqual(await membersOf(id), [ann, bob]);
    const pushNow = await scim.call('PATCH', `/Groups/${id}`, {
      body: {
        schemas: [PATCH_OP],
        Operations: [
          { op: 'replace', path: 'members', value: [gone, bob].map((value) => ({ value })) },
        ],
      },
    });
    assert.deepEqual([pushNow.status, skipped(pushNow)], [204, '1']);
    const whole = await scim.call('PUT', `/Groups/${id}`, {
      body: {
        schemas: [CORE_GROUP],
        displayName,
        members: [ann, bob, gone].map((value) => ({ value })),
      },
    });
    assert.deepEqual([whole.status, skipped(whole)], [200, '1']);
    assert.deepEqual(await membersOf(id), [ann, bob]);
  });

  test('Entra adds several at once, one of them deleted here: one bad id does not stop the cycle', async () => {
    const [ann, bob] = [idOf(await scim.addUser()), idOf(await scim.addUser())];
    const gone = await deleted();
    const group = await scim.addGroup({ externalId: fresh() });
    const entra = (operation: object) =>
      scim.call('PATCH', `/Groups/${idOf(group)}`, {
        body: { schemas: [PATCH_OP], Operations: [operation] },
      });
    const value = [ann, gone, bob].map((id) => ({ $ref: null, value: id }));
    const added = await entra({ op: 'Add', path: 'members', value });
    assert.deepEqual([added.status, skipped(added)], [204, '1'], added.text);
    assert.deepEqual(await membersOf(idOf(group)), [ann, bob]);
    // The next cycle repeats the members that seem to be missing: nothing changes, not even the version.
    const again = await entra({ op: 'Add', path: 'members', value });
    assert.deepEqual([again.status, etagOf(again)], [204, etagOf(added)]);
    const removed = await entra({ op: 'Remove', path: 'members', value: value.slice(0, 2) });
    assert.deepEqual([removed.status, skipped(removed)], [204, undefined]);
    assert.deepEqual(await membersOf(idOf(group)), [bob]);
  });

  test('7643-2.3.7-04 a strict client hears which one is unknown, on POST, PUT and PATCH, and nothing is written', async () => {
    const ann = idOf(await scim.addUser());
    const gone = await deleted();
    const group = await scim.addGroup({ members: [{ value: ann }] });
    const path = `/Groups/${idOf(group)}`;
    const displayName = fresh();
    const members = [{ value: ann }, { value: gone }];
    const patch = { Operations: [{ op: 'add', value: { displayName, members } }] };
    for (const prefer of [
      'handling=strict',
      'Handling="STRICT"',
      'return=minimal, handling = strict; x=1',
      'handling=strict, handling=lenient',
    ]) {
      for (const answer of [
        await scim.call('POST', '/Groups', { body: { displayName, members }, headers: { prefer } }),
        await scim.call('PUT', path, { body: { displayName, members }, headers: { prefer } }),
        await scim.call('PATCH', path, { body: patch, headers: { prefer } }),
      ]) {
        assertScimError(answer, 400, 'invalidValue');
        assert.equal(codeOf(answer), 'unknown-member');
        assert.ok(answer.text.includes(gone), answer.text);
      }
    }
    assert.deepEqual((await scim.get(path)).body, group.body);
    const filter = encodeURIComponent(`displayName eq "${displayName}"`);
    assert.equal((await scim.get(`/Groups?filter=${filter}`)).at('totalResults'), 0);
  });

  test('a preference that was heard is said; without one, or with another, unknown members are passed over', async () => {
    const gone = await deleted();
    const add = { Operations: [{ op: 'add', path: 'members', value: [{ value: gone }] }] };
    for (const [prefer, applied] of [
      [undefined, undefined],
      ['handling=lenient', 'handling=lenient'],
      ['handling=strictly', undefined],
      ['respond-async', undefined],
    ] as const) {
      const group = await scim.addGroup();
      const headers = prefer === undefined ? {} : { prefer };
      const answer = await scim.call('PATCH', `/Groups/${idOf(group)}`, { body: add, headers });
      assert.equal(answer.status, 204, answer.text);
      assert.equal(answer.headers['preference-applied'], applied);
      assert.equal(skipped(answer), '1');
      assert.equal(etagOf(answer), etagOf(group), 'nothing changed');
    }
    const good = { displayName: fresh(), members: [{ value: idOf(await scim.addUser()) }] };
    const strict = await scim.call('POST', '/Groups', { body: good, headers: STRICT });
    assert.deepEqual(
      [strict.status, strict.headers['preference-applied'], skipped(strict)],
      [201, 'handling=strict', undefined],
    );
  });

  test('the log and the audit record say who was passed over, in few words', async () => {
    const ann = idOf(await scim.addUser());
    const many = Array.from({ length: 500 }, (_, i) => ({
      value: `nobody-${i}-${'x'.repeat(99)}`,
    }));
    const group = await scim.addGroup({ members: [{ value: ann }, ...many] });
    // The log line is written after the response has been sent.
    const find = () => scim.instance.logs.findLast((text) => /"skippedMembers":500/.test(text));
    for (let tries = 0; find() === undefined && tries < 100; tries += 1) await sleep(20);
    const line = find();
    assert.ok(line?.includes('nobody-0-') && line.length < 1500);
    const { detail } = await scim.instance.services.db.reader
      .selectFrom('audit_events')
      .select('detail')
      .where('target_id', '=', idOf(group))
      .executeTakeFirstOrThrow();
    const { added, addedIds, unknown } = JSON.parse(detail ?? '');
    assert.deepEqual([added, addedIds, unknown], [1, [ann], 500]);
    assert.ok((detail?.length ?? 0) < 500);
  });
});
