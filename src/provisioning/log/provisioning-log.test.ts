// Nightly: it takes over three seconds.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setImmediate as nextRound, setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Database } from '#db/database.ts';
import type { ObservedRequest } from '#http/observed-request.ts';
import { adminBrowser, type Browser, openBrowser } from '../../../test/support/browser.ts';
import { forEachEngine } from '../../../test/support/engines.ts';
import { type Instance, startInstance } from '../../../test/support/instance.ts';
import type { LogDetail, LogItem } from './log.shapes.ts';
import type { LogEntry } from './log-entry.ts';
import { toLogFilter } from './log-filter.ts';
import {
  deleteOldEntries,
  insertEntries,
  readProvisioningHealth,
  selectEntries,
  selectLines,
} from './provisioning-log.store.ts';
import { createProvisioningLog } from './provisioning-log.ts';

const LOG = '/app/v1/provisioning/log';
const USER = 'urn:ietf:params:scim:schemas:core:2.0:User';
const ENTERPRISE = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';
const PATCH_OP = 'urn:ietf:params:scim:api:messages:2.0:PatchOp';
const LIMIT = 2 ** 31;
const SECRET = 'a secret that nobody keeps';

forEachEngine((engine) => {
  let node: Instance;
  let token: string;
  let browser: Browser;

  before(async () => {
    node = await startInstance(engine);
    token = await node.token(node.account.clientId, node.account.clientSecret);
    browser = await adminBrowser(node);
  });
  after(() => node.close());

  /** Returns entries of the provisioning log, once there are `count` of them. */
  async function logged(query: string, count: number): Promise<readonly LogItem[]> {
    for (let tries = 0; ; tries += 1) {
      const answer = await browser.send('GET', `${LOG}?${query}`);
      assert.equal(answer.status, 200, answer.text);
      const { items } = answer.body as { items: LogItem[] };
      if (items.length >= count || tries > 50) return items;
      await sleep(100);
    }
  }

  const detailOf = async ({ id }: LogItem): Promise<LogDetail> => {
    const answer = await browser.send('GET', `${LOG}/${id}`);
    assert.equal(answer.status, 200);
    return answer.body as LogDetail;
  };

  test('a created user, the clash that follows and a wrong token are on the log, without a secret', async () => {
    const userName = `ada-${node.services.ids.next()}`;
    const body = {
      schemas: [USER, ENTERPRISE],
      userName,
      password: SECRET,
      emails: [{ value: `${userName}@example.com`, type: 'work' }],
      shoeSize: 38,
      [ENTERPRISE]: { department: 'Harbour' },
    };
    const made = await node.request('POST', '/scim/v2/Users', { token, body });
    assert.equal(made.status, 201);
    await node.request('POST', '/scim/v2/Users', { token, body });
    await node.request('PATCH', `/scim/v2/Users/${made.at('id')}`, {
      token,
      body: {
        schemas: [PATCH_OP],
        Operations: [{ op: 'replace', path: 'password', value: `${SECRET} too` }],
      },
    });
    const items = await logged(`q=${userName}`, 3);
    assert.deepEqual(
      items.map(({ method, status, outcome, code, resourceType, resourceName }) => ({
        method,
        status,
        outcome,
        code,
        resourceType,
        resourceName,
      })),
      [
        ['PATCH', 200, 'ok', undefined],
        ['POST', 409, 'refused', 'user-name-taken'],
        ['POST', 201, 'ok', undefined],
      ].map(([method, status, outcome, code]) => ({
        method,
        status,
        outcome,
        code,
        resourceType: 'User',
        resourceName: userName,
      })),
    );
    const [patch, conflict, create] = items;
    assert.ok(patch && conflict && create);
    assert.match(conflict.detail ?? '', /userName/);
    assert.equal(create.credentialId, node.account.clientId);
    for (const each of items) {
      const detail = await detailOf(each);
      assert.ok(!JSON.stringify(detail).includes(SECRET), detail.requestBody ?? '');
    }
    const { requestBody, responseBody } = await detailOf(create);
    assert.equal(JSON.parse(requestBody ?? '').userName, userName);
    assert.equal(JSON.parse(responseBody ?? '').id, made.at('id'));
  });

  test('a deleted user is named on the log', async () => {
    const userName = `otto-${node.services.ids.next()}`;
    const made = await node.request('POST', '/scim/v2/Users', { token, body: { userName } });
    const path = `/scim/v2/Users/${made.at('id')}`;
    assert.equal((await node.request('DELETE', path, { token })).status, 204);
    const items = await logged(`q=${userName}`, 2);
    assert.deepEqual(
      items.map(({ method, status }) => `${method} ${status}`),
      ['DELETE 204', 'POST 201'],
    );
  });

  test('a deleted group is named on the log', async () => {
    const displayName = `Crew ${node.services.ids.next()}`;
    const made = await node.request('POST', '/scim/v2/Groups', { token, body: { displayName } });
    const path = `/scim/v2/Groups/${made.at('id')}`;
    assert.equal((await node.request('DELETE', path, { token })).status, 204);
    const items = await logged(`q=${encodeURIComponent(displayName)}`, 2);
    assert.deepEqual(
      items.map(({ method, resourceName }) => [method, resourceName]),
      [
        ['DELETE', displayName],
        ['POST', displayName],
      ],
    );
  });

  test('what no storage takes is on the log as well, and spoils nothing beside it', async () => {
    const mark = `nul-${node.services.ids.next()}`;
    for (const userName of [`${mark}\0`, `${mark}\ud800`, `${mark}`]) {
      await node.request('POST', '/scim/v2/Users', { token, body: { userName } });
    }
    const items = await logged(`q=${mark}`, 3);
    assert.deepEqual(
      items.map(({ status, resourceName }) => [status, resourceName]),
      [
        [201, mark],
        [400, `${mark}\ufffd`],
        [400, `${mark}\ufffd`],
      ],
    );
  });

  test('filters narrow, pages follow on, and the table holds the same', async () => {
    const group = `Crew ${node.services.ids.next()}`;
    for (let i = 0; i < 3; i += 1) {
      const body = { schemas: ['urn:ietf:params:scim:schemas:core:2.0:Group'], displayName: group };
      await node.request('POST', '/scim/v2/Groups', { token, body });
    }
    const q = `q=${encodeURIComponent(group)}`;
    assert.equal((await logged(q, 3)).length, 3);
    assert.equal((await logged(`${q}&outcome=refused`, 2)).length, 2);
    assert.equal((await logged(`${q}&status=201&method=POST&resource=Group`, 1)).length, 1);
    assert.equal((await logged(`${q}&since=2100-01-01T00:00:00Z`, 0)).length, 0);
    const first = await browser.send('GET', `${LOG}?${q}&limit=2`);
    const { items, next } = first.body as { items: LogItem[]; next: string };
    const second = await browser.send('GET', `${LOG}?${q}&limit=2&cursor=${next}`);
    const rest = second.body as { items: LogItem[]; next?: string };
    assert.deepEqual([items.length, rest.items.length, rest.next], [2, 1, undefined]);
    const foreign = await browser.send('GET', `${LOG}?limit=2&cursor=${next}`);
    assert.deepEqual([foreign.status, foreign.at('at')], [400, 'cursor']);
    const wrong = await browser.send('GET', `${LOG}?since=yesterday`);
    assert.deepEqual([wrong.status, wrong.at('at')], [400, 'since']);

    const table = await browser.send('GET', `${LOG}.csv?${q}`);
    assert.equal(table.headers['content-type'], 'text/csv; charset=utf-8');
    const lines = table.text.trimEnd().split('\r\n');
    assert.equal(lines.length, 4);
    assert.ok(lines[1]?.includes(group));
  });

  test('searches and counts of the log are read beside the requests of others', async () => {
    const { db, clock } = node.services;
    let scans = 0;
    const counted: Database = {
      ...db,
      scan(...args) {
        scans += 1;
        return db.scan(...args);
      },
    };
    const { accountId } = node.account;
    const page = { before: undefined, limit: 5 };
    const all = toLogFilter({});
    const newest = await selectEntries(counted, accountId, all, page);
    assert.deepEqual([newest.length, scans], [5, 0]);
    const found = await selectEntries(counted, accountId, toLogFilter({ method: 'POST' }), page);
    assert.deepEqual([found.length, scans], [5, 1]);
    const [line] = await selectLines(counted, accountId, all, page);
    assert.ok(line && !('request_body' in line));
    const { last24h } = await readProvisioningHealth(counted, accountId, clock.now());
    assert.ok(last24h.ok > 0 && last24h.refused > 0, JSON.stringify(last24h));
    assert.equal(scans, 3);
  });

  test('the attributes that were sent are counted, and which of them are passed over', async () => {
    await logged('outcome=ok', 1);
    const answer = await browser.send('GET', '/app/v1/provisioning/attributes');
    const { items } = answer.body as {
      items: { path: string; stored: boolean; seen: number }[];
    };
    const of = (path: string) => items.find((each) => each.path === path);
    assert.equal(of('emails.value')?.stored, true);
    assert.equal(of(`${ENTERPRISE}:department`)?.stored, true);
    assert.equal(of('shoeSize')?.stored, false);
    assert.equal(of('__proto__')?.seen, undefined);
  });

  test('another account sees nothing of it, and who is no admin is refused', async () => {
    const other = await node.addAccount(`Other ${node.services.ids.next()}`);
    const [item] = await logged('', 1);
    assert.ok(item);
    const stranger = openBrowser(node);
    assert.equal((await stranger.send('GET', LOG)).status, 401);
    const rows = await node.services.db.reader
      .selectFrom('provisioning_log')
      .select('id')
      .where('account_id', '=', other.accountId)
      .execute();
    assert.deepEqual(rows, []);
  });

  test('who may not provision uses nothing of its limit, and leaves nothing on its log but what a credential was refused', async () => {
    const userName = `rita-${node.services.ids.next()}`;
    const rita = await node.addUser(userName);
    const policyOf = (answer: { readonly headers: Readonly<Record<string, unknown>> }) =>
      /^"(\w+)"/.exec(String(answer.headers['ratelimit-policy']))?.[1];
    const me = await node.request('GET', '/scim/v2/Me', { token: rita.token });
    const users = await node.request('GET', '/scim/v2/Users', { token: rita.token });
    assert.deepEqual([me.status, users.status], [200, 403]);
    assert.deepEqual([me, users].map(policyOf), ['api', 'api']);
    const name = `late-${node.services.ids.next()}`;
    const password = 'nine slow ferries at noon';
    const body = { userName: name, password };
    const made = await node.request('POST', '/scim/v2/Users', { token, body });
    assert.equal(policyOf(made), 'scim');
    const headers = { authorization: `Basic ${btoa(`${name}:${password}`)}` };
    const byPassword = await node.request('GET', '/scim/v2/Users', { token: null, headers });
    assert.deepEqual([byPassword.status, policyOf(byPassword)], [403, 'api'], byPassword.text);
    // By now, earlier requests are on the log as well.
    assert.equal((await logged(`q=${name}`, 1)).length, 1);
    const rows = await node.services.db.reader
      .selectFrom('provisioning_log')
      .select(['path', 'status'])
      .where('user_id', 'in', [rita.id, String(made.at('id'))])
      .execute();
    assert.deepEqual(rows, [{ path: '/scim/v2/Users', status: 403 }]);
  });

  test('a flood of reads pushes nothing else out of the log, is counted, and is nothing to other accounts', async () => {
    const { db, ids, clock } = node.services;
    const { clientId: credentialId, userId } = node.account;
    const other = ids.next();
    const errors: unknown[] = [];
    const knowsPath = () => true;
    const onError = (error: unknown) => errors.push(error);
    const log = createProvisioningLog({ db, ids, knowsPath, onError, limit: LIMIT });
    const seen = (
      accountId: string,
      method: string,
      status: number,
      url = '',
    ): ObservedRequest => ({
      requestId: ids.next(),
      at: clock.now(),
      ms: 1,
      method,
      url: `/scim/v2/Users/flood${url}`,
      route: undefined,
      status,
      code: undefined,
      ip: '127.0.0.1',
      agent: undefined,
      principal: {
        ...{ kind: 'user', role: 'admin', accountId, userId, credentialId },
      } as ObservedRequest['principal'],
      authorization: undefined,
      logFields: undefined,
      requestBody: undefined,
      responseBody: undefined,
    });
    const observe = (count: number, ...request: Parameters<typeof seen>): void => {
      for (let at = 0; at < count; at += 1) log.observe(seen(...request));
    };
    const own = node.account.accountId;
    observe(3000, own, 'GET', 200);
    observe(50, own, 'POST', 200, '/.search?a=b');
    observe(20, own, 'PATCH', 200);
    observe(20, own, 'POST', 201, '?x=/.search');
    observe(20, own, 'GET', 404);
    observe(30, other, 'GET', 200);
    await log.flush();
    observe(101, own, 'HEAD', 200);
    await log.close();
    assert.deepEqual(errors, []);
    const kept = async (accountId: string) => {
      const { rows } = await sql<{ method: string; status: number; n: number; lost: number }>`
        select method, status, count(*) as n, sum(dropped) as lost from provisioning_log
        where account_id = ${accountId} and path like '%/flood%'
        group by method, status order by method, status`.execute(db.reader);
      return rows.map(({ method, status, n, lost }) => [method, status, Number(n), Number(lost)]);
    };
    assert.deepEqual(await kept(own), [
      ['GET', 200, 100, 2950],
      ['GET', 404, 20, 0],
      ['HEAD', 200, 100, 1],
      ['PATCH', 200, 20, 0],
      ['POST', 201, 20, 0],
    ]);
    assert.deepEqual(await kept(other), [['GET', 200, 30, 0]]);
  });

  test('what is older than the account keeps is removed, part by part, and others are served between', async () => {
    const { db, clock, ids } = node.services;
    const own = () =>
      db.reader
        .selectFrom('provisioning_log')
        .select('id')
        .where('account_id', '=', node.account.accountId)
        .execute();
    await logged('', 1);
    await deleteOldEntries(db.reader, clock.now());
    assert.notEqual((await own()).length, 0);
    const backlog = Array.from({ length: 450 }, (_, at): LogEntry => entryOf(ids.next(), at));
    await db.transaction((tx) => insertEntries(tx, node.account.accountId, backlog));
    const total = (await own()).length;
    const seen = new Set<number>();
    let isOver = false;
    const removed = deleteOldEntries(db.reader, clock.now() + 31 * 86_400_000).finally(() => {
      isOver = true;
    });
    while (!isOver) {
      await nextRound();
      seen.add((await own()).length);
    }
    await removed;
    assert.deepEqual(await own(), []);
    const between = [...seen].filter((count) => count > 0 && count < total);
    assert.ok(between.length > 1, `others were let in after ${between.join()} of ${total}`);
  });
});

/** An entry of 1970, which every account has kept for too long. */
const entryOf = (id: string, at: number): LogEntry => ({
  ...{ id, requestId: `backlog-${at}`, at, ms: 1, method: 'POST', path: '/scim/v2/Users' },
  ...{ query: undefined, status: 201, outcome: 'ok', code: undefined, notes: undefined },
  ...{ detail: undefined, resourceType: 'User', resourceId: undefined, resourceName: undefined },
  nameBefore: undefined,
  ...{ credentialId: undefined, userId: undefined, ip: '127.0.0.1', agent: undefined },
  ...{ requestBody: undefined, responseBody: undefined, truncated: false, dropped: 0 },
});
