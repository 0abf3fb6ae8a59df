// Tests RFC 9865 over HTTP: cursors as a client sees them.
// Nightly: it reads lists from end to end while they change.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { forEachEngine } from '../../../test/support/engines.ts';
import type { Answer } from '../../../test/support/instance.ts';
import { assertScimError, fresh, idOf, type Scim, startScim } from '../../../test/support/scim.ts';

const SEARCH = 'urn:ietf:params:scim:api:messages:2.0:SearchRequest';

const idsOf = (answer: Answer): readonly string[] => {
  const found = answer.at('Resources');
  assert.ok(Array.isArray(found), answer.text);
  return found.map((resource) => Object(resource).id);
};

const cursorOf = (answer: Answer, name: 'nextCursor' | 'previousCursor'): string | undefined => {
  const cursor = answer.at(name);
  assert.ok(cursor === undefined || typeof cursor === 'string', answer.text);
  return cursor;
};

forEachEngine((engine) => {
  let scim: Scim;
  const ids: string[] = [];
  before(async () => {
    scim = await startScim(engine);
    for (const displayName of ['b', 'B', 'a', undefined, 'c', 'b', undefined]) {
      const body = { title: 'walker', ...(displayName && { displayName }) };
      ids.push(idOf(await scim.addUser(body)));
    }
    await scim.addGroup({ displayName: 'aa', members: [{ value: ids[0] }] });
    await scim.addGroup({ displayName: 'd' });
  });
  after(() => scim.close());

  /** Reads all pages from the first one, then back from the last one. */
  async function walk(path: string): Promise<readonly (readonly string[])[]> {
    const pages = [await scim.get(`${path}&cursor`)];
    for (let next = cursorOf(pages[0] ?? assert.fail(), 'nextCursor'); next; ) {
      const page = await scim.get(`${path}&cursor=${next}`);
      assert.equal(page.status, 200, page.text);
      pages.push(page);
      next = cursorOf(page, 'nextCursor');
    }
    let back = pages.at(-1) ?? assert.fail();
    for (let i = pages.length - 2; i >= 0; i -= 1) {
      const previous = cursorOf(back, 'previousCursor');
      assert.ok(previous, `page ${i + 1} of ${path} leads back`);
      back = await scim.get(`${path}&cursor=${previous}`);
      assert.deepEqual(idsOf(back), idsOf(pages[i] ?? assert.fail()), `page ${i} of ${path}`);
    }
    assert.equal(cursorOf(back, 'previousCursor'), undefined);
    return pages.map(idsOf);
  }

  test('9865-2-01 9865-2-05 9865-2-06 9865-2-07 9865-2-08 9865-2.2-01 a walk and its way back show the list, whatever its order and page size', async () => {
    const orders = ['', 'displayName', 'title', 'userName', 'emails.value', 'meta.created', 'id'];
    for (const sortBy of orders) {
      for (const sortOrder of ['ascending', 'descending']) {
        const order = `sortBy=${sortBy}&sortOrder=${sortOrder}`;
        const whole = idsOf(await scim.get(`/Users?${order}`));
        assert.equal(whole.length, ids.length);
        for (const count of [1, 2, 3, 7, 10]) {
          const pages = await walk(`/Users?${order}&count=${count}`);
          assert.deepEqual(pages.flat(), whole, `${order} by ${count}`);
          assert.equal(pages.length, Math.ceil(ids.length / count));
        }
        const all = idsOf(await scim.get(`/?${order}`));
        assert.deepEqual((await walk(`/?${order}&count=2`)).flat(), all, `all by ${order}`);
      }
    }
  });

  test('9865-2-03 9865-2-04 9865-2-10 9865-2-11 a page has its size and the total, and no startIndex', async () => {
    const filter = encodeURIComponent('title eq "walker"');
    let page = await scim.get(`/Users?filter=${filter}&cursor=&count=3`);
    for (const size of [3, 3, 1]) {
      assert.deepEqual([page.at('itemsPerPage'), page.at('totalResults')], [size, ids.length]);
      assert.equal(page.at('startIndex'), undefined);
      const next = cursorOf(page, 'nextCursor');
      if (next) page = await scim.get(`/Users?filter=${filter}&cursor=${next}`);
    }
    assert.equal((await scim.get('/Users?cursor')).at('itemsPerPage'), ids.length);
    for (const count of [0, -1]) {
      const none = await scim.get(`/Users?cursor=&count=${count}`);
      assert.deepEqual([none.at('totalResults'), idsOf(none)], [ids.length, []]);
      assert.equal(cursorOf(none, 'nextCursor'), undefined);
    }
  });

  test('9865-2-02 9865-5.2-04 a cursor is of unreserved characters, tells nothing, and no letter of it can be changed', async () => {
    const page = await scim.get('/Users?sortBy=userName&cursor&count=2');
    const cursor = cursorOf(page, 'nextCursor') ?? assert.fail();
    assert.match(cursor, /^[A-Za-z0-9._~-]+$/);
    const decoded = Buffer.from(cursor, 'base64url').toString('latin1');
    for (const secret of [...ids, 'user-', 'userName']) assert.ok(!decoded.includes(secret));
    const path = '/Users?sortBy=userName&count=2&cursor=';
    for (let i = 0; i < cursor.length; i += 1) {
      const letter = cursor[i] === 'A' ? 'B' : 'A';
      const answer = await scim.get(`${path}${cursor.slice(0, i)}${letter}${cursor.slice(i + 1)}`);
      assertScimError(answer, 400, 'invalidCursor');
    }
  });

  test('9865-2-09 9865-2.1-01 9865-2.1-02 9865-5.2-01 9865-5.2-05 a cursor is good for its caller and its list only, and no answer tells why', async () => {
    const cursor = cursorOf(await scim.get('/Users?cursor&count=2'), 'nextCursor') ?? assert.fail();
    const { instance } = scim;
    const other = await instance.addAccount(fresh('Other'));
    const stranger = await instance.token(other.clientId, other.clientSecret);
    const { token: colleague } = await instance.addUser(fresh('colleague'), 'admin');
    const refused = [
      await scim.get('/Users?cursor=@@'),
      await scim.get('/Users?cursor=nonsense'),
      await scim.get(`/Groups?cursor=${cursor}`),
      await scim.get(`/?cursor=${cursor}`),
      await scim.get(`/Users?cursor=${cursor}&sortBy=userName`),
      await scim.get(`/Users?cursor=${cursor}&sortOrder=descending`),
      await scim.get(`/Users?cursor=${cursor}&filter=title%20pr`),
      await scim.get(`/Users?cursor=${cursor}`, { token: stranger }),
      await scim.get(`/Users?cursor=${cursor}`, { token: colleague }),
    ];
    const [first] = refused;
    for (const answer of refused) {
      assertScimError(answer, 400, 'invalidCursor');
      assert.equal(answer.at('detail'), first?.at('detail'));
    }
    assert.equal((await scim.get(`/Users?cursor=${cursor}&attributes=userName`)).status, 200);
  });

  test('9865-2.1-04 the count of a walk stays what it was', async () => {
    const cursor = cursorOf(await scim.get('/Users?cursor&count=2'), 'nextCursor') ?? assert.fail();
    assertScimError(await scim.get(`/Users?cursor=${cursor}&count=3`), 400, 'invalidCount');
    assertScimError(await scim.get('/Users?cursor=&count=x'), 400, 'invalidCount');
    assert.equal((await scim.get(`/Users?cursor=${cursor}&count=2`)).at('itemsPerPage'), 2);
    assert.equal((await scim.get(`/Users?cursor=${cursor}`)).at('itemsPerPage'), 2);
  });

  test('9865-2.3-01 9865-2.4-01 9865-2.4-02 9865-2.4-03 paging is by index unless a cursor is asked for, and never both', async () => {
    const answer = await scim.get('/Users?count=2');
    assert.equal(answer.at('startIndex'), 1);
    assert.equal(cursorOf(answer, 'nextCursor'), undefined);
    assertScimError(await scim.get('/Users?cursor=&startIndex=1'), 400, 'invalidValue');
  });

  test('9865-3-01 .search walks by the cursor in its body', async () => {
    for (const path of ['/Users/.search', '/Groups/.search', '/.search']) {
      const walked: string[] = [];
      for (let cursor: string | undefined = ''; cursor !== undefined; ) {
        const body = { schemas: [SEARCH], cursor, count: 2, sortBy: 'displayName' };
        const page: Answer = await scim.call('POST', path, { body });
        assert.equal(page.status, 200, page.text);
        walked.push(...idsOf(page));
        cursor = cursorOf(page, 'nextCursor');
      }
      const list = await scim.get(`${path.replace('/.search', '')}?sortBy=displayName`);
      assert.deepEqual(walked, idsOf(list), path);
    }
  });

  test('9865-4-01 9865-4-02 9865-4-03 9865-4-04 9865-2.1-03 the pagination block says how long a cursor lives, and so it does', async () => {
    const { instance } = scim;
    const pagination = (await scim.get('/ServiceProviderConfig')).at('pagination');
    assert.deepEqual(pagination, {
      cursor: true,
      index: true,
      defaultPaginationMethod: 'index',
      defaultPageSize: 100,
      maxPageSize: 1000,
      cursorTimeout: 3600,
    });
    const cursor = cursorOf(await scim.get('/Users?cursor&count=2'), 'nextCursor') ?? assert.fail();
    instance.clock.advance(3599 * 1000);
    const { clientId, clientSecret } = instance.account;
    const token = await instance.token(clientId, clientSecret);
    const inTime = await scim.get(`/Users?cursor=${cursor}`, { token });
    assert.equal(inTime.status, 200, inTime.text);
    instance.clock.advance(60 * 1000);
    assertScimError(await scim.get(`/Users?cursor=${cursor}`, { token }), 400, 'expiredCursor');
    const next = cursorOf(inTime, 'nextCursor');
    assert.equal((await scim.get(`/Users?cursor=${next}`, { token })).status, 200);
  });
});
