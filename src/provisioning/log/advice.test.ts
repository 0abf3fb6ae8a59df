// What the provisioning log says of requests that work, but not as the identity provider thinks.
// Nightly: it takes over three seconds.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { adminBrowser, type Browser } from '../../../test/support/browser.ts';
import { forEachEngine } from '../../../test/support/engines.ts';
import { codeOf } from '../../../test/support/error-code.ts';
import { fresh, PATCH_OP, type Scim, startScim } from '../../../test/support/scim.ts';
import { waitUntil } from '../../../test/support/wait-until.ts';
import type { LogItem, SeenAttributes } from './log.shapes.ts';

const OLD = 'urn:scim:schemas:core:2.0';
const OLD_ENTERPRISE = 'urn:scim:schemas:extension:enterprise:2.0';

forEachEngine((engine) => {
  let scim: Scim;
  let browser: Browser;
  before(async () => {
    scim = await startScim(engine);
    browser = await adminBrowser(scim.instance);
  });
  after(() => scim.close());

  /** Returns the newest entry of that request, once it is there. */
  async function entryOf(query: string, requestId: string | undefined): Promise<LogItem> {
    let found: LogItem | undefined;
    await waitUntil(async () => {
      const answer = await browser.send('GET', `/app/v1/provisioning/log?${query}`);
      const { items } = answer.body as { items: readonly LogItem[] };
      found = items.find((item) => item.requestId === requestId);
      return found !== undefined;
    });
    assert.ok(found);
    return found;
  }

  const ignored = async (): Promise<readonly string[]> => {
    const answer = await browser.send('GET', '/app/v1/provisioning/attributes');
    const { items } = answer.body as SeenAttributes;
    return items.filter(({ stored }) => !stored).map(({ path }) => path);
  };

  test('a filter called Filter filters nothing, and the log says how to write it', async () => {
    const filter = 'Filter=userName%20eq%20%22nobody%22&StartIndex=1&count=1';
    const answer = await scim.get(`/Users?${filter}`);
    assert.equal(answer.status, 200);
    const entry = await entryOf('method=GET', answer.headers['x-request-id']);
    assert.deepEqual(entry.notes, { misspelledParameters: 2 });
    assert.match(entry.detail ?? '', /Write filter, not Filter/);
    const right = await scim.get('/Users?filter=userName%20eq%20%22nobody%22&odd=1');
    const plain = await entryOf('method=GET', right.headers['x-request-id']);
    assert.equal(plain.notes, undefined);
  });

  test('a create with the URNs of OneLogin is done, and the log says which URN is right', async () => {
    const userName = fresh('one');
    const made = await scim.call('POST', '/Users', {
      body: { schemas: [OLD, OLD_ENTERPRISE], userName, [OLD_ENTERPRISE]: { department: 'Ops' } },
    });
    assert.equal(made.status, 201, made.text);
    const entry = await entryOf(`q=${userName}`, made.headers['x-request-id']);
    assert.deepEqual(entry.notes, { ignoredAttributes: 1, oldSchemas: 2 });
    assert.match(entry.detail ?? '', /Send urn:ietf:params:scim:schemas:core:2\.0:User/);
    assert.ok((await ignored()).includes(`${OLD_ENTERPRISE}:department`));
  });

  test('an unknown schema is refused alike by every request, and changes nothing', async () => {
    const { headers } = await scim.addUser();
    const path = String(headers['location']).slice(scim.base.length);
    const known = 'urn:ietf:params:scim:schemas:core:2.0:PatchOp';
    const Operations = [{ op: 'add', path: 'title', value: 'T' }];
    const requests: readonly (readonly [string, string, () => object])[] = [
      ['POST', '/Users', () => ({ userName: fresh() })],
      ['PUT', path, () => ({ userName: fresh() })],
      ['POST', '/Groups', () => ({ displayName: fresh() })],
      ['PATCH', path, () => ({ Operations })],
      ['POST', '/.search', () => ({ count: 1 })],
      ['POST', '/Users/.search', () => ({ count: 1 })],
      ['POST', '/Bulk', () => ({ Operations: [{ method: 'PATCH', path, data: { Operations } }] })],
    ];
    for (const [method, at, body] of requests) {
      const send = (schemas: unknown) => scim.call(method, at, { body: { ...body(), schemas } });
      const before = await scim.get(path);
      const refused = await send(['urn:example:unknown']);
      assert.deepEqual([refused.status, refused.at('scimType')], [400, 'invalidValue'], at);
      assert.equal(codeOf(refused), 'invalid-value');
      assert.match(String(refused.at('detail')), /^schemas: .*Send \["urn:ietf/);
      assert.equal((await scim.get(path)).text, before.text);
      for (const schemas of [undefined, null, [], [known], known, [OLD, 'urn:example:unknown']]) {
        const taken = await send(schemas);
        assert.ok(taken.status < 300, `${method} ${at} ${JSON.stringify(schemas)} ${taken.text}`);
      }
    }
    const data = { schemas: ['urn:example:unknown'], Operations };
    const bulk = await scim.call('POST', '/Bulk', {
      body: { Operations: [{ method: 'PATCH', path, data }] },
    });
    assert.equal(bulk.at('Operations', 0, 'response', 'scimType'), 'invalidValue', bulk.text);
  });

  test('a search names no attribute that is ignored, and paths are listed as they were sent', async () => {
    const { headers } = await scim.addUser();
    const path = String(headers['location']).slice(scim.base.length);
    const dotted = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User.employeeNumber';
    const custom = 'urn:example:2.0:Thing';
    const patched = await scim.call('PATCH', path, {
      body: {
        schemas: [PATCH_OP],
        Operations: [
          { op: 'add', path: dotted, value: '5' },
          { op: 'add', value: { [custom]: { colour: { Shade: 'x' } }, 'shoes.Size': 4 } },
          { op: 'add', path: `${custom}:Mood`, value: 'y' },
        ],
      },
    });
    assert.equal(patched.status, 200, patched.text);
    for (const at of ['/Groups/.search', '/Users/.search', '/.search']) {
      const body = { filter: 'id pr', startIndex: 1, count: 10 };
      assert.equal((await scim.call('POST', at, { body })).status, 200);
    }
    await waitUntil(async () => (await ignored()).includes(dotted));
    const last = await scim.addUser();
    await entryOf('method=POST', last.headers['x-request-id']);
    const own = (await ignored()).filter((each) => !each.startsWith(OLD_ENTERPRISE));
    assert.deepEqual(own, ['shoes.Size', `${custom}:Mood`, `${custom}:colour.Shade`, dotted]);
  });
});
