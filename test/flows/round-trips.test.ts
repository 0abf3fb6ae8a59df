// How often a request goes to PostgreSQL and back, which is most of what it costs there (decision 155). A number may only fall.
// Nightly: it takes over three seconds.

import assert from 'node:assert/strict';
import { after, before, mock, test } from 'node:test';
import pg from 'pg';
import { behalf } from '#kernel/on-behalf.ts';
import { forBothEngines } from '../support/engines.ts';
import type { Answer, Call } from '../support/instance.ts';
import { CORE_USER, fresh, idOf, PATCH_OP, type Scim, startScim } from '../support/scim.ts';
import { newUser, sendBulk, statuses } from '../support/scim-bulk.ts';

const DEFINITION = {
  pages: [
    { name: 'p', elements: [{ type: 'text', name: 'site', title: 'Site', isRequired: true }] },
  ],
};

forBothEngines((engine) => {
  // SQLite is in the process itself.
  if (engine.name === 'sqlite') return;
  let scim: Scim;
  before(async () => {
    scim = await startScim(engine);
  });
  after(() => scim.close());

  const api = (method: string, path: string, call?: Call): Promise<Answer> =>
    scim.instance.request(method, `/v2${path}`, call);

  /** Returns the round trips of a request that was made twice before, so that connections know its statements. */
  const tripsOf = async (make: () => Promise<Answer>): Promise<number> => {
    for (let times = 0; times < 2; times += 1) assert.ok((await make()).status < 300);
    const { accountId } = scim.instance.account;
    let trips = 0;
    const spies = (['sync', 'query'] as const).map((name) => {
      const own = pg.Connection.prototype[name];
      return mock.method(
        pg.Connection.prototype,
        name,
        function (this: pg.Connection, ...given: unknown[]) {
          // Jobs of the service ask at the same time. A request has no account before its token is known.
          const { account, person } = behalf();
          if (account === accountId || (account === '' && person !== '')) trips += 1;
          return Reflect.apply(own, this, given);
        },
      );
    });
    assert.ok((await make()).status < 300);
    for (const spy of spies) spy.mock.restore();
    return trips;
  };

  test('reading a user is two round trips, and a page of users three, with the one that asks whether the token still holds', async () => {
    const id = idOf(await scim.addUser());
    assert.equal(await tripsOf(() => scim.get(`/Users/${id}`)), 2);
    assert.equal(await tripsOf(() => scim.get('/Users?count=20')), 3);
  });

  test('a token is four round trips', async () => {
    const { clientId, clientSecret } = scim.instance.account;
    const form = new URLSearchParams({
      ...{ grant_type: 'client_credentials', scope: 'public_api' },
      ...{ client_id: clientId, client_secret: clientSecret },
    }).toString();
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const ask = () =>
      scim.instance.request('POST', '/connect/token', { token: null, headers, body: form });
    assert.equal(await tripsOf(ask), 4);
  });

  test('a user is created in 6 round trips, and a member added in 5', async () => {
    const create = () => {
      const userName = fresh();
      const name = { familyName: 'Lind', givenName: 'Ada' };
      return scim.call('POST', '/Users', {
        body: { schemas: [CORE_USER], userName, externalId: userName, name },
      });
    };
    assert.equal(await tripsOf(create), 6);
    const group = idOf(await scim.addGroup());
    const members = [idOf(await create()), idOf(await create()), idOf(await create())];
    const add = () => {
      const operation = { op: 'add', path: 'members', value: [{ value: members.pop() }] };
      const body = { schemas: [PATCH_OP], Operations: [operation] };
      return scim.call('PATCH', `/Groups/${group}`, { body });
    };
    assert.equal(await tripsOf(add), 5);
  });

  test('50 users of a bulk request are created in at most 20 round trips', async () => {
    const create = () =>
      sendBulk(
        scim,
        Array.from({ length: 50 }, (_, i) => {
          const userName = fresh();
          return newUser(`u${i}`, { userName, externalId: userName, title: 'Surveyor' });
        }),
      );
    const trips = await tripsOf(async () => {
      const answer = await create();
      assert.deepEqual([...new Set(statuses(answer))], ['201']);
      return answer;
    });
    assert.ok(trips <= 20, `${trips}`);
  });

  test('a form is created in 9 round trips, completed in 10, and read in 6', async () => {
    const template = idOf(
      await api('POST', '/templates', { body: { name: 'Visit', definition: DEFINITION } }),
    );
    assert.equal((await api('POST', `/templates/${template}/publish`, { body: {} })).status, 200);
    const forms: string[] = [];
    const create = async () => {
      const form = await api('POST', '/formz', {
        body: { templateId: template, fields: { site: { text: 'Dam 7' } } },
      });
      forms.push(idOf(form));
      return form;
    };
    assert.equal(await tripsOf(create), 9);
    assert.equal(await tripsOf(() => api('GET', `/formz/${forms[0]}`)), 6);
    const complete = () =>
      api('POST', `/formz/${forms.pop()}/status`, { body: { status: 'complete' } });
    assert.equal(await tripsOf(complete), 10);
  });
});
