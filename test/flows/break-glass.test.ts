// The admin from the set-up, and other users from before provisioning: what the identity provider may see and change of
// them, and why somebody can always sign in.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Tx } from '#db/database.ts';
import type { Actor } from '#kernel/actor.ts';
import { forEachEngine } from '../support/engines.ts';
import { codeOf } from '../support/error-code.ts';
import type { Answer } from '../support/instance.ts';
import { CORE_USER, ENTERPRISE, fresh } from '../support/scim.ts';
import { startWitness, type Witness } from '../support/witness.ts';

const NOBODY = '01890a5d-ac96-774b-bcce-b302099a8057';

forEachEngine((engine) => {
  let witness: Witness;
  let admin: string;
  before(async () => {
    witness = await startWitness(engine);
    admin = witness.instance.account.userId;
  });
  after(() => witness.close());

  const scim = (method: string, path: string, body?: object) =>
    witness.send(method, `/scim/v2${path}`, { body });
  const strictly = (method: string, path: string, body: object) =>
    witness.send(method, `/scim/v2${path}`, { body, headers: { prefer: 'handling=strict' } });
  const put = (id: string, userName: string, change: object = {}) =>
    scim('PUT', `/Users/${id}`, { schemas: [CORE_USER], userName, ...change });
  const find = (path: string, filter: string) =>
    scim('GET', `${path}?filter=${encodeURIComponent(filter)}`);
  const assertCode = (answer: Answer, status: number, code: string) =>
    assert.deepEqual([answer.status, codeOf(answer)], [status, code], answer.text);
  const bySomebodyHere = <T>(work: (tx: Tx, actor: Actor) => Promise<T>): Promise<T> => {
    const actor = { accountId: witness.instance.account.accountId, via: 'command-line' } as const;
    return witness.instance.services.db.transaction((tx) => work(tx, actor));
  };
  const addLocal = async (role: 'member' | 'admin' = 'member') => {
    const userName = fresh('local');
    return { userName, ...(await witness.instance.addUser(userName, role)) };
  };
  /** Creates an admin who can sign in with a password. */
  const addLocalAdmin = async () => {
    const made = await addLocal('admin');
    const { reader } = witness.instance.services.db;
    await reader
      .updateTable('users')
      .set({ password_hash: 'of a password' })
      .where('id', '=', made.id)
      .execute();
    return made;
  };

  test('over SCIM the admin of set-up is not there: no list, no total, no id, no filter', () =>
    witness.nothingChanges(async () => {
      const list = await scim('GET', '/Users');
      assert.deepEqual([list.at('totalResults'), list.at('Resources')], [0, []]);
      assert.equal((await scim('GET', '/Users?count=0')).at('totalResults'), 0);
      for (const filter of ['userName eq "admin"', `id eq "${admin}"`, 'active eq true']) {
        assert.equal((await find('/Users', filter)).at('totalResults'), 0, filter);
      }
      for (const [method, body] of [
        ['GET', undefined],
        ['PUT', { userName: 'admin' }],
        ['PATCH', { Operations: [{ op: 'replace', path: 'active', value: false }] }],
        ['DELETE', undefined],
      ] as const) {
        const answer = await scim(method, `/Users/${admin}`, body);
        const nobody = await scim(method, `/Users/${NOBODY}`, body);
        assertCode(answer, 404, 'not-found');
        assert.equal(answer.at('detail'), nobody.at('detail'));
      }
    }));

  test('nobody can make it a member or a manager, or learn that it is there', () =>
    witness.onlyAcknowledged(async () => {
      for (const id of [admin, NOBODY]) {
        const group = { displayName: fresh(), members: [{ value: id }] };
        assertCode(await strictly('POST', '/Groups', group), 400, 'unknown-member');
        const told = await scim('POST', '/Groups', group);
        assert.deepEqual([told.status, told.at('members')], [201, []]);
        assert.equal(told.headers['formstead-skipped-members'], '1');
        const report = { userName: fresh(), [ENTERPRISE]: { manager: { value: id } } };
        assertCode(await strictly('POST', '/Users', report), 400, 'unknown-manager');
        const kept = await scim('POST', '/Users', { ...report, userName: fresh() });
        assert.deepEqual(kept.at(ENTERPRISE, 'manager'), { value: id });
      }
      const made = await scim('POST', '/Groups', { displayName: fresh() });
      const path = `/Groups/${made.at('id')}`;
      const change = { displayName: fresh(), members: [{ value: admin }] };
      assertCode(await strictly('PUT', path, change), 400, 'unknown-member');
      assert.deepEqual((await scim('PUT', path, change)).at('members'), []);
      assert.equal((await find('/Groups', `members.value eq "${admin}"`)).at('totalResults'), 0);
    }));

  test('its userName is taken, in every spelling, and the answer names the remedy', () =>
    witness.onlyAcknowledged(async () => {
      const made = await scim('POST', '/Users', { userName: fresh() });
      for (const userName of ['admin', 'ADMIN', 'Admin']) {
        for (const answer of [
          await scim('POST', '/Users', { userName }),
          await put(String(made.at('id')), userName),
        ]) {
          assertCode(answer, 409, 'break-glass-user');
          assert.equal(answer.at('scimType'), 'uniqueness');
          assert.match(String(answer.at('detail')), /break-glass/);
          assert.match(String(answer.at('detail')), /another userName|open|rename/i);
        }
      }
    }));

  test('opened to provisioning it is a user like others, and closed again it is gone again', async () => {
    const { directory } = witness.instance.services;
    await bySomebodyHere((tx, actor) => directory.openToProvisioning(tx, actor, admin));
    assert.equal((await scim('GET', `/Users/${admin}`)).at('userName'), 'admin');
    assert.equal((await find('/Users', 'userName eq "admin"')).at('totalResults'), 1);
    const total = (await scim('GET', '/Users?count=0')).at('totalResults');
    const group = { displayName: fresh(), members: [{ value: admin }] };
    const made = await scim('POST', '/Groups', group);
    assert.equal(made.status, 201, made.text);
    assertCode(await scim('POST', '/Users', { userName: 'admin' }), 409, 'user-name-taken');
    await bySomebodyHere((tx, actor) => directory.closeToProvisioning(tx, actor, admin));
    assert.equal((await scim('GET', `/Users/${admin}`)).status, 404);
    assert.equal((await scim('GET', '/Users?count=0')).at('totalResults'), Number(total) - 1);
    assert.deepEqual((await scim('GET', `/Groups/${made.at('id')}`)).at('members'), []);
    assert.equal((await find('/Groups', `members.value eq "${admin}"`)).at('totalResults'), 0);
  });

  test('what an identity provider does to a group does not push out whom it can not see', async () => {
    const { directory } = witness.instance.services;
    const made = await scim('POST', '/Groups', { displayName: fresh() });
    const id = String(made.at('id'));
    await bySomebodyHere(async (tx, actor) => {
      await directory.changeGroup(tx, actor, id, {
        change: ({ attributes }) => ({
          attributes,
          members: [{ kind: 'add', members: [{ value: admin }] }],
        }),
      });
    });
    assert.deepEqual((await scim('GET', `/Groups/${id}`)).at('members'), []);
    const emptied = await scim('PUT', `/Groups/${id}`, { displayName: fresh(), members: [] });
    assert.equal(emptied.status, 200);
    const { db } = witness.instance.services;
    const { accountId } = witness.instance.account;
    assert.ok((await directory.groupIdsOf(db.reader, accountId, admin)).includes(id));
  });

  test('a local user is seen, not deleted; the first PUT adopts them, and on record', async () => {
    const local = await addLocal();
    assert.equal((await scim('GET', `/Users/${local.id}`)).status, 200);
    assert.equal((await find('/Users', `userName eq "${local.userName}"`)).at('totalResults'), 1);
    await witness.nothingChanges(async () => {
      const refused = await scim('DELETE', `/Users/${local.id}`);
      assertCode(refused, 403, 'local-user');
      assert.match(String(refused.at('detail')), /never provisioned.*SCIM/s);
    });
    assertCode(await scim('POST', '/Users', { userName: local.userName }), 409, 'user-name-taken');
    const adopted = await put(local.id, local.userName, { externalId: 'idp-1' });
    assert.deepEqual([adopted.status, adopted.at('externalId')], [200, 'idp-1']);
    const { db } = witness.instance.services;
    const lines = await db.reader
      .selectFrom('audit_events')
      .select('action')
      .where('target_id', '=', local.id)
      .orderBy('id')
      .execute();
    const actions = lines.map(({ action }) => action);
    assert.deepEqual(actions, ['user.create', 'user.adopt', 'user.update']);
    assert.equal((await scim('DELETE', `/Users/${local.id}`)).status, 204);
  });

  test('check 35: no attribute of SCIM makes an admin', async () => {
    const userName = fresh();
    const roles = [{ value: 'admin', primary: true }];
    const made = await scim('POST', '/Users', {
      userName,
      roles,
      role: 'admin',
      userType: 'admin',
    });
    assert.equal(made.status, 201);
    const { services, account } = witness.instance;
    const id = String(made.at('id'));
    const stored = await services.directory.readUser(
      services.db.reader,
      account.accountId,
      id,
      'all',
    );
    assert.equal(stored?.role, 'member');
  });

  test('the last active admin stays, whoever asks; of two the other may go', async () => {
    const { directory, db } = witness.instance.services;
    const { accountId } = witness.instance.account;
    const [first, second] = [await addLocalAdmin(), await addLocalAdmin()];
    for (const each of [first, second]) {
      assert.equal((await put(each.id, each.userName)).status, 200);
    }
    // The admin from the set-up is demoted, so that only the two admins that SCIM can reach remain.
    await bySomebodyHere((tx, actor) => directory.setRole(tx, actor, admin, 'member'));
    const call = { token: first.token };
    const deactivate = ({ id, userName }: typeof first) =>
      witness.send('PUT', `/scim/v2/Users/${id}`, { ...call, body: { userName, active: false } });
    assert.equal((await deactivate(second)).status, 200);
    await witness.nothingChanges(async () => {
      const refusals = [
        await deactivate(first),
        await witness.send('DELETE', `/scim/v2/Users/${first.id}`, call),
      ];
      for (const refusal of refusals) {
        assertCode(refusal, 403, 'last-admin');
        assert.match(String(refusal.at('detail')), /last active admin.*another/is);
      }
    });
    await assert.rejects(
      bySomebodyHere((tx, actor) => directory.setRole(tx, actor, first.id, 'member')),
      { code: 'last-admin' },
    );
    await bySomebodyHere((tx, actor) => directory.setRole(tx, actor, admin, 'admin'));
    assert.equal((await deactivate(first)).status, 200, 'now the one of set-up is left');
    assert.equal((await witness.send('GET', '/scim/v2/Users', call)).status, 401);
    const left = await directory.readUser(db.reader, accountId, admin, 'all');
    assert.deepEqual([left?.role, left?.active], ['admin', true]);
  });

  test('two admins who deactivate each other at the same moment: one of them stays', async () => {
    const { directory } = witness.instance.services;
    const pair = [await addLocalAdmin(), await addLocalAdmin()];
    await bySomebodyHere((tx, actor) => directory.setRole(tx, actor, admin, 'member'));
    for (let round = 0; round < 10; round += 1) {
      const answers = await Promise.all(
        pair.map(({ token }, index) => {
          const { id = '', userName = '' } = pair[1 - index] ?? {};
          const body = { userName, active: false };
          return witness.send('PUT', `/scim/v2/Users/${id}`, { token, body });
        }),
      );
      const worked = answers.filter(({ status }) => status === 200);
      assert.equal(worked.length, 1, answers.map(({ text }) => text).join('\n'));
      for (const each of pair) {
        await bySomebodyHere((tx, actor) => directory.setActive(tx, actor, each.id, true));
      }
      // The token of a user whose access has ended stays invalid, so each gets a new one.
      for (const each of pair) Object.assign(each, { token: await freshToken(each.id) });
    }
    await bySomebodyHere((tx, actor) => directory.setRole(tx, actor, admin, 'admin'));
  });

  const freshToken = async (userId: string) => {
    const { credentials } = witness.instance.services;
    const made = await bySomebodyHere((tx, actor) =>
      credentials.create(tx, actor, { name: fresh(), actsAsUserId: userId }),
    );
    return witness.instance.token(made.credentialId, made.clientSecret);
  };
});
