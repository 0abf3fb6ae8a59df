// Runs alone: it measures the processor time of its process.
// A member sends one request that blocks the service for everybody.
// Nightly: it loads the service until others would wait.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { textRows } from '#db/dialect.ts';
import { fastestOf } from '../budget/fastest.ts';
import { type Cost, type Meter, openMeter } from '../budget/meter.ts';
import { MOST_STALL_MS, priceOf } from '../budget/search.ts';
import { adminBrowser, type Browser } from '../support/browser.ts';
import { forEngineOrBoth } from '../support/engines.ts';
import { type Answer, type Instance, startInstance } from '../support/instance.ts';
import { addLargeUsers } from '../support/large-users.ts';
import { CORE_GROUP, fresh, PATCH_OP } from '../support/scim.ts';
import { IS_DEEP } from '../support/timing.ts';

/** Code that has not run often is slower. `npm run test:deep -- test/budget` asserts the budget itself. */
const SLACK = 2;
/** Measurements after the first, of which the fastest counts. */
const MEASURES = 4;

const MEMBERS = IS_DEEP ? 100_000 : 25_000;
const LEAVING = 100_000;

forEngineOrBoth('sqlite', (engine) => {
  let node: Instance;
  let meter: Meter;
  let browser: Browser;
  let token: string;
  before(async () => {
    node = await startInstance(engine);
    meter = await openMeter(node);
    browser = await adminBrowser(node);
    ({ token } = await node.addUser('somebody', 'admin'));
  });
  after(async () => {
    await meter.close();
    await node.close();
  });

  /** @param bodyOf returns a new body for each try */
  const ask = async (
    method: string,
    path: string,
    bodyOf?: () => unknown,
    given: Readonly<Record<string, string>> = {},
    how: Parameters<Meter['measure']>[1] = { warmUp: 3, repeats: 5 },
  ): Promise<Cost> => {
    const cookie = `__Host-sid=${browser.cookie()}`;
    const headers: Record<string, string> = {
      ...(path.startsWith('/app/')
        ? { cookie, 'sec-fetch-site': 'same-origin' }
        : { authorization: `Bearer ${token}` }),
      ...(bodyOf && { 'content-type': 'application/json' }),
      ...given,
    };
    let length = 0;
    const sent = async () => {
      const body = bodyOf && JSON.stringify(bodyOf());
      length = body?.length ?? 0;
      return { method, path, headers, body };
    };
    return await fastestOf(meter, sent, {
      often: how,
      more: MEASURES,
      isWithin: ({ status, cpuMs, stallMs }) =>
        stallMs < MOST_STALL_MS && (status < 400 || cpuMs < SLACK * priceOf(length)),
      tell({ status, cpuMs, stallMs, text }) {
        const [cpu, stall] = [cpuMs.toFixed(1), stallMs.toFixed(1)];
        return `${method} ${path.slice(0, 60)}, ${length} bytes: ${status}, ${cpu} ms, longest ${stall} ms. ${text.slice(0, 200)}`;
      },
    });
  };

  test('by exporting the forms of a template that has been published a hundred times', async () => {
    const publish = async (version: number, path: string, method: string): Promise<Answer> => {
      const elements = Array.from({ length: 150 }, (_, i) => ({
        type: 'dropdown',
        name: `v${version}q${i}`,
        choices: Array.from({ length: 66 }, (_each, choice) => `choice ${choice}`),
      }));
      const body = {
        name: 'Wide',
        definition: { elements },
        ...(version > 0 && { revision: 2 * version }),
      };
      const made = await browser.send(method, path, { body });
      assert.equal(made.status, version > 0 ? 200 : 201, made.text.slice(0, 500));
      const at = `/app/v1/templates/${made.at('id')}`;
      const published = await browser.send('POST', `${at}/publish`, { body: {} });
      assert.equal(published.status, 200, published.text.slice(0, 500));
      return made;
    };
    const templateId = String((await publish(0, '/app/v1/templates', 'POST')).at('id'));
    for (let version = 1; version < 100; version += 1) {
      await publish(version, `/app/v1/templates/${templateId}`, 'PATCH');
    }
    await ask(
      'POST',
      '/app/v1/exports',
      () => ({ kind: 'csv', templateId }),
      {},
      { repeats: 1, linger: 2000 },
    );
  });

  test('by what is kept of a hundred refused requests with thousands of parameters', async () => {
    const path = `/scim/v2/Users?${'count=1&'.repeat(3500)}`;
    const one = { method: 'GET', path, headers: { authorization: `Bearer ${token}` } };
    const sent = async () => {
      const refused = Array.from({ length: 99 }, () => node.request('GET', path, { token }));
      for (const { status } of await Promise.all(refused)) assert.equal(status, 400);
      return one;
    };
    for (let left = MEASURES; ; left -= 1) {
      // Log entries are stored together, once per second.
      const cost = await meter.measure(sent, { warmUp: 1, repeats: 1, linger: 1500 });
      if (cost.stallMs < MOST_STALL_MS) return;
      assert.ok(left > 1, `longest ${cost.stallMs.toFixed(1)} ms`);
    }
  });

  test('by 1,990 operations on 1,000 telephone numbers', async () => {
    const phones = Array.from({ length: 1000 }, (_, at) => ({ value: `+49 30 ${at}`, type: 'x' }));
    const filled = await node.request('PATCH', '/scim/v2/Me', {
      token,
      body: {
        schemas: [PATCH_OP],
        Operations: [{ op: 'replace', path: 'phoneNumbers', value: phones }],
      },
    });
    assert.equal(filled.status, 200, filled.text);
    const operations = Array.from({ length: 1990 }, (_, at) => ({
      op: 'replace',
      path: `phoneNumbers[value eq "+49 30 ${at % 1000}"].display`,
      value: `${at}`,
    }));
    await ask('PATCH', '/scim/v2/Me', () => ({
      schemas: [PATCH_OP],
      Operations: operations,
    }));
  });

  test('by 90,000 members that nobody knows', async () => {
    const unknown = Array.from({ length: 90_000 }, (_, at) => [`m${at}`, 1]);
    await ask('POST', '/v2/formz', () => Object.fromEntries(unknown));
  });

  test('by conditions of one long word', async () => {
    const condition = 'a'.repeat(4000);
    const elements = Array.from({ length: 62 }, (_, at) => ({
      type: 'text',
      name: `q${at}`,
      visibleIf: condition,
    }));
    const definition = { pages: [{ elements }] };
    const { status } = await ask('POST', '/app/v1/templates/check', () => ({ definition }));
    assert.equal(status, 200);
  });

  test('by a query of 32 kB that nobody asked for', async () => {
    for (const query of [
      'a&'.repeat(16_000),
      '%C3%A9='.repeat(4_600),
      'account=x&'.repeat(3_200),
    ]) {
      await ask('GET', `/app/v1/sign-in?${query}`, undefined, { cookie: '' });
    }
  });

  test('by a list of people who are as large as they may be', async () => {
    await addLargeUsers(node, token);
    for (const path of ['/Users?count=150', '/Users?count=150&attributes=userName', '?count=150']) {
      const { status } = await ask('GET', `/scim/v2${path}`);
      assert.equal(status, 200);
    }
  });

  test(`by a group of ${MEMBERS} members`, async () => {
    const members = Array.from({ length: MEMBERS }, (_, at) => ({
      value: `019aa001-7a10-7c11-8d22-${at.toString(16).padStart(12, '0')}`,
    }));
    const { status, text } = await ask('POST', '/scim/v2/Groups', () => ({
      schemas: [CORE_GROUP],
      displayName: fresh(),
      members,
    }));
    assert.equal(status, 201, text);
  });

  test(`by taking everybody out of a group of ${LEAVING}, or deleting it`, async () => {
    const { db, ids } = node.services;
    const fill = async (): Promise<string> => {
      const body = { schemas: [CORE_GROUP], displayName: fresh() };
      const made = await node.request('POST', '/scim/v2/Groups', { token, body });
      const members = Array.from({ length: LEAVING }, () => ids.next());
      await db.transaction((tx) =>
        sql`
          insert into memberships (account_id, group_id, member_id, member_type)
          select ${node.account.accountId}, ${made.at('id')}, m.value, 'User'
          from ${textRows(tx, members, 'm')}
        `.execute(tx),
      );
      return `/scim/v2/Groups/${made.at('id')}`;
    };
    const Operations = [{ op: 'remove', path: 'members' }];
    const body = JSON.stringify({ schemas: [PATCH_OP], Operations });
    const authorization = `Bearer ${token}`;
    const headers = { authorization, 'content-type': 'application/json' };
    for (const sent of [
      async () => ({ method: 'PATCH', path: await fill(), headers, body }),
      async () => ({ method: 'DELETE', path: await fill(), headers: { authorization } }),
    ]) {
      for (let left = MEASURES; ; left -= 1) {
        const { status, stallMs, text } = await meter.measure(sent, { repeats: 1 });
        assert.equal(status, 204, text);
        if (process.env['BUDGET_SAY']) process.stderr.write(`longest ${stallMs.toFixed(1)} ms\n`);
        if (stallMs < MOST_STALL_MS) break;
        assert.ok(left > 1, `longest ${stallMs.toFixed(1)} ms`);
      }
    }
  });
});
