// Nightly: it takes over three seconds.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Tx } from '#db/database.ts';
import { forEachEngine } from '../../../test/support/engines.ts';
import { type Answer, type Instance, startInstance } from '../../../test/support/instance.ts';

const PATH = '/v2/audit-events';
const START = Date.UTC(2020, 0, 1);

/** Returns varied events, four for each moment, whose ids are not in the order of time. */
const eventNumber = (i: number, accountId: string) =>
  ({
    account_id: accountId,
    id: `event-${String((i * 37) % 120).padStart(3, '0')}`,
    at: START + Math.floor(i / 4) * 1000,
    action: ['user.create', 'user.update', 'token.issue', 'group.delete'][i % 4] ?? '',
    result: i % 5 === 0 ? 'refused' : 'ok',
    actor_user_id: `u${i % 3}`,
    credential_id: i % 2 === 0 ? `c${i % 7}` : null,
    ip: `192.0.2.${i % 6}`,
    target_type: i % 2 === 0 ? 'User' : 'Group',
    target_id: `t${i % 11}`,
    detail: JSON.stringify({ via: 'api', i }),
  }) as const;

forEachEngine((engine) => {
  let instance: Instance;
  before(async () => {
    instance = await startInstance(engine);
    const { services, account } = instance;
    const { accountId } = account;
    const events = Array.from({ length: 120 }, (_, i) => eventNumber(i, accountId));
    await services.db.transaction((tx: Tx) =>
      tx.insertInto('audit_events').values(events).execute(),
    );
    await services.chains.linkPending();
    // Some events are not linked yet when they are listed.
    await services.db.transaction(async (tx) => {
      for (let i = 0; i < 5; i += 1) {
        const actor = { accountId, via: 'command-line', userId: 'u1', ip: '192.0.2.3' } as const;
        await services.audit.append(tx, actor, { action: 'user.create', targetId: 't4' });
      }
    });
  });
  after(() => instance.close());

  const idsIn = (answer: Answer): readonly string[] => {
    assert.equal(answer.status, 200, answer.text);
    return Array.isArray(answer.body) ? answer.body.map(({ id }) => String(id)) : [];
  };
  const nextOf = ({ headers }: Answer): string | undefined => {
    const url = /<([^>]+)>; rel="next"/.exec(headers['link'] ?? '')?.[1];
    return url?.slice(instance.baseUrl.length);
  };
  const walk = async (query: string): Promise<readonly string[]> => {
    const ids: string[] = [];
    for (let path: string | undefined = `${PATH}?${query}`; path !== undefined; ) {
      const answer: Answer = await instance.request('GET', path);
      ids.push(...idsIn(answer));
      path = nextOf(answer);
    }
    return ids;
  };

  test('every combination of filters lists exactly the events that fit, newest first, page by page', async () => {
    const rows = await instance.services.db.reader
      .selectFrom('audit_events')
      .selectAll()
      .where('at', '<', START + 86_400_000)
      .execute();
    const values = {
      action: ['user.', 'user.create', 'token', 'nothing'],
      userId: ['u1'],
      credentialId: ['c4'],
      targetType: ['User'],
      targetId: ['t4'],
      result: ['ok', 'refused'],
      ip: ['192.0.2.3'],
      from: [new Date(START + 9000).toISOString()],
    } as const;
    const names = [
      'action',
      'userId',
      'credentialId',
      'targetType',
      'targetId',
      'result',
      'ip',
      'from',
    ] as const;
    const fits = (row: (typeof rows)[number], query: URLSearchParams): boolean => {
      const is = (name: string, value: string | null) =>
        !query.has(name) || query.get(name) === value;
      return (
        row.action.startsWith(query.get('action') ?? '') &&
        is('userId', row.actor_user_id) &&
        is('credentialId', row.credential_id) &&
        is('targetType', row.target_type) &&
        is('targetId', row.target_id) &&
        is('result', row.result) &&
        is('ip', row.ip) &&
        row.at >= Date.parse(query.get('from') ?? '2000-01-01') &&
        row.at < Date.parse(query.get('to') ?? '')
      );
    };
    for (let chosen = 0; chosen < 2 ** names.length; chosen += 3) {
      const query = new URLSearchParams({
        pageSize: '7',
        to: new Date(START + 25_000).toISOString(),
      });
      for (const [bit, name] of names.entries()) {
        const options = values[name];
        if ((chosen & (1 << bit)) !== 0) query.set(name, options[chosen % options.length] ?? '');
      }
      const expected = rows
        .filter((row) => fits(row, query))
        .sort((a, b) => b.at - a.at || (a.id < b.id ? 1 : -1))
        .map(({ id }) => id);
      assert.deepEqual(await walk(query.toString()), expected, query.toString());
    }
  });

  test('events that are not linked yet are listed like the others, and counted', async () => {
    const answer = await instance.request(
      'GET',
      `${PATH}?pageSize=5&targetId=t4&action=user.create`,
    );
    const unlinked = Array.isArray(answer.body) ? answer.body : [];
    assert.equal(unlinked.length, 5);
    assert.deepEqual(
      [unlinked[0].via, unlinked[0].detail, unlinked[0].at.length],
      ['command-line', {}, '2026-01-31T09:05:00.0000000+00:00'.length],
    );
    const all = await instance.request('GET', `${PATH}?pageSize=100`);
    const { count } = await instance.services.db.reader
      .selectFrom('audit_events')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
    assert.equal(all.headers['x-total-count'], String(count));
    assert.match(all.headers['link'] ?? '', /rel="last"/);
    await instance.services.chains.linkPending();
    assert.equal((await walk('pageSize=100')).length, count);
    const linked = await instance.request('GET', `${PATH}?pageSize=1&targetId=t4`);
    assert.equal(typeof linked.at(0, 'chainSeq'), 'number');
  });

  test('a page by number is the page that the next links lead to', async () => {
    const third = await instance.request('GET', `${PATH}?pageSize=9&pageNumber=3&ip=192.0.2.3`);
    const all = await walk('pageSize=100&ip=192.0.2.3');
    assert.deepEqual(idsIn(third), all.slice(18, 27));
    assert.deepEqual(idsIn(await instance.request('GET', `${PATH}?pageNumber=500`)), []);
  });

  test('whoever asks for what makes no sense is told what would', async () => {
    for (const [query, at] of [
      ['from=yesterday', 'from'],
      ['result=maybe', 'result'],
      ['pageNumber=0', 'pageNumber'],
      ['pageNumber=5000&pageSize=100', 'pageNumber'],
      ['ip=a&ip=b', 'ip'],
      ['after=x', 'after'],
      [`userId=${'x'.repeat(600)}`, 'userId'],
      ['unknown=1', 'unknown'],
    ] as const) {
      const answer = await instance.request('GET', `${PATH}?${query}`);
      assert.deepEqual([answer.status, answer.at('at')], [400, at], query);
    }
    assert.deepEqual(idsIn(await instance.request('GET', `${PATH}?action=%25`)), []);
  });

  test('admins alone read it, theirs alone, and narrowed credentials only with the right', async () => {
    const { services, account } = instance;
    const designer = await instance.addUser('designer', 'designer');
    const refused = await instance.request('GET', PATH, { token: designer.token });
    assert.equal(refused.status, 403);
    const narrowed = async (rights: readonly string[]) => {
      const actor = { accountId: account.accountId, via: 'command-line' } as const;
      const made = await services.db.transaction((tx) =>
        services.credentials.create(tx, actor, { name: 'n', actsAsUserId: account.userId, rights }),
      );
      const token = await instance.token(made.credentialId, made.clientSecret);
      return (await instance.request('GET', PATH, { token })).status;
    };
    assert.deepEqual([await narrowed(['scim']), await narrowed(['audit.read'])], [403, 200]);
    const other = await instance.addAccount('Other');
    const token = await instance.token(other.clientId, other.clientSecret);
    const foreign = idsIn(await instance.request('GET', `${PATH}?pageSize=100`, { token }));
    assert.ok(foreign.length > 0);
    assert.ok(!foreign.some((id) => id.startsWith('event-')));
    const stolen = nextOf(await instance.request('GET', `${PATH}?pageSize=2`)) ?? '';
    assert.equal((await instance.request('GET', stolen, { token })).status, 400);
  });
});
