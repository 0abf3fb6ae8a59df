// An attacker who can reach the service tries to write into the provisioning log of any account without limit, and
// thereby to push out the entries of others.
// Nightly: it loads the service until others would wait.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { adminBrowser } from '../support/browser.ts';
import { forEngineOrBoth } from '../support/engines.ts';
import { type Instance, startInstance } from '../support/instance.ts';
import { CORE_USER, fresh } from '../support/scim.ts';

const MARK = 'the words of a stranger';

forEngineOrBoth('postgres', (engine) => {
  describe('the provisioning log', () => {
    let node: Instance;
    before(async () => {
      node = await startInstance(engine);
    });
    after(() => node.close());

    /** Returns everything that is stored about provisioning, as text. */
    const stored = async (): Promise<string> => {
      const tables = ['provisioning_log', 'provisioning_attributes', 'unproven_requests'];
      const rows = await Promise.all(
        tables.map((table) =>
          sql`select * from ${sql.table(table)}`.execute(node.services.db.reader),
        ),
      );
      return JSON.stringify(rows.map((each) => each.rows));
    };
    const linesOf = async (accountId: string) =>
      await node.services.db.reader
        .selectFrom('provisioning_log')
        .select(['resource_name', 'status', 'dropped'])
        .where('account_id', '=', accountId)
        .orderBy('id')
        .execute();

    test('keeps nothing that somebody sends who proves nothing, and counts them', async () => {
      const { accountCode } = node.account;
      const claims = [
        `Bearer fsp_${accountCode}_${'x'.repeat(49)}`,
        `Basic ${Buffer.from(`${accountCode}/${MARK}:${MARK}`).toString('base64')}`,
        `Bearer ${MARK}`,
      ];
      const words = encodeURIComponent(MARK);
      const body = { schemas: [CORE_USER], userName: MARK, [MARK]: MARK };
      for (const authorization of claims) {
        const headers = { authorization, 'user-agent': MARK };
        for (const [method, path] of [
          ['POST', `/Users?a=${words}`],
          ['GET', `/Users/${words}?filter=${words}`],
          ['PATCH', `/Groups/${words}`],
          ['GET', `/${words}`],
        ] as const) {
          const sent = { token: null, headers, ...(method !== 'GET' && { body }) };
          const answer = await node.request(method, `/scim/v2${path}`, sent);
          assert.equal(answer.status, 401, answer.text);
        }
      }
      await sleep(2500);
      const kept = await stored();
      assert.ok(!kept.includes(MARK) && !kept.includes(words), kept);
      assert.deepEqual(await linesOf(node.account.accountId), []);
      const health = (await (await adminBrowser(node)).send('GET', '/app/v1/provisioning')).at(
        'health',
        'unproven24h',
      );
      const { lastAt, ...counted } = Object(health);
      assert.deepEqual(counted, { count: 12, lastIp: '127.0.0.1' });
      assert.match(lastAt, /^\d{4}-/);
      const { rows } = await sql<{ method: string; route: string }>`
        select distinct method, route from unproven_requests order by method, route`.execute(
        node.services.db.reader,
      );
      assert.deepEqual(
        rows.map(({ method, route }) => `${method} ${route}`),
        ['GET ', 'GET /scim/v2/Users/:id', 'PATCH /scim/v2/Groups/:id', 'POST /scim/v2/Users'],
      );
    });

    test('does not take for a stranger whom nobody looked at', async () => {
      const env = { FORMSTEAD_LIMIT_UNAUTHORISED: '5' };
      const strict = await startInstance(engine, { env });
      try {
        const statuses: number[] = [];
        for (let sent = 0; sent < 20; sent += 1) {
          const { status } = await strict.request('GET', '/scim/v2/Users', { token: 'wrong' });
          statuses.push(status);
        }
        const refused = statuses.filter((status) => status === 401).length;
        assert.ok(refused < statuses.length && statuses.includes(429), statuses.join(' '));
        await sleep(2500);
        const page = (await (await adminBrowser(strict)).send('GET', '/app/v1/provisioning')).at(
          'health',
          'unproven24h',
          'count',
        );
        assert.equal(page, refused);
      } finally {
        await strict.close();
      }
    });

    test('keeps every line of one account while another one floods it', async () => {
      const flood = await node.addAccount('Flood');
      const quiet = await node.addAccount('Quiet');
      const [loud, calm] = await Promise.all(
        [flood, quiet].map(({ clientId, clientSecret }) => node.token(clientId, clientSecret)),
      );
      // In all sizes, so that they fill the last gap.
      const bodies = [1e6, 1e6, 1e5, 1e4, 1e3, 1e2, 1].map((size) => {
        return { schemas: [CORE_USER], userName: '', title: 'x'.repeat(size) };
      });
      const names: string[] = [];
      let isOver = false;
      const send = async () => {
        for (let sent = 0; sent < 40; sent += 1) {
          const body = bodies[sent % bodies.length];
          await node.request('POST', '/scim/v2/Users', { token: loud ?? null, body });
        }
      };
      const over = Promise.all(Array.from({ length: 8 }, send)).then(() => {
        isOver = true;
      });
      while (!isOver) {
        const userName = fresh('calm');
        const body = { schemas: [CORE_USER], userName };
        const made = await node.request('POST', '/scim/v2/Users', { token: calm ?? null, body });
        assert.equal(made.status, 201, made.text);
        names.push(userName);
      }
      await over;
      assert.ok(names.length > 3);
      const kept = async () => await linesOf(quiet.accountId);
      for (let tries = 0; tries < 50 && (await kept()).length < names.length; tries += 1)
        await sleep(100);
      assert.deepEqual(
        await kept(),
        names.map((name) => ({ resource_name: name, status: 201, dropped: 0 })),
      );
    });
  });
});
