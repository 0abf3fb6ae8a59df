// Nightly: it takes over three seconds.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import fc from 'fast-check';
import type { Form, FormActor, NewForm } from '#form-basics/form.ts';
import type { Template } from '#form-basics/template.ts';
import { forEachEngine } from '../../../test/support/engines.ts';
import { DEFINITION } from '../../../test/support/forms.ts';
import { type Answer, type Instance, startInstance } from '../../../test/support/instance.ts';

const DATE = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}0000\+00:00$/;
const LINK = /<([^>]+)>; rel="([a-z]+)"/g;

forEachEngine((engine) => {
  let instance: Instance;
  let admin: FormActor;
  let template: Template;
  /** Ada and Ben belong to no group and to the crew, in this order. */
  let ada: { readonly id: string; readonly token: string };
  let ben: { readonly id: string; readonly token: string };
  let crew: string;
  let made: readonly Form[];

  before(async () => {
    instance = await startInstance(engine);
    const { accountId, userId } = instance.account;
    admin = { accountId, userId, role: 'admin', via: 'api' };
    ada = await instance.addUser('ada');
    ben = await instance.addUser('ben');
    const { db, directory, forms } = instance.services;
    crew = await db.transaction(async (tx) => {
      const actor = { accountId, via: 'command-line' } as const;
      const addGroup = async (displayName: string, id: string) => {
        const input = {
          attributes: { displayName },
          members: [{ value: id }],
          origin: 'local',
        } as const;
        return (await directory.createGroup(tx, actor, input)).group.id;
      };
      return addGroup('Crew', await addGroup('Shift', ben.id));
    });
    template = await db.transaction(async (tx) => {
      const input = { name: 'Site inspection', definition: DEFINITION };
      const { id } = await forms.createTemplate(tx, admin, input);
      return (await forms.publishTemplate(tx, admin, id)).template;
    });
    const [first, second] = [
      await create({ name: 'Dam 100%' }),
      await create({ name: 'dam_east' }),
    ];
    const forAda = await create({ name: 'Élan', assignment: { type: 'User', id: ada.id } });
    const location = { latitude: 46.5, longitude: 7.25 };
    const forCrew = await create({ assignment: { type: 'Group', id: crew }, location });
    await db.transaction((tx) => forms.completeUnchecked(tx, admin, second.id));
    made = [first, second, forAda, forCrew];
  });
  after(() => instance.close());

  async function create(input: Partial<NewForm>, by = admin): Promise<Form> {
    const { db, forms } = instance.services;
    // At different times, so that the order by lastUpdateDate is the order of creation.
    instance.clock.advance(10);
    const result = await db.transaction((tx) =>
      forms.createForm(tx, by, { templateId: template.id, ...input }),
    );
    return result.form;
  }

  const get = (query = '', token?: string, headers = {}) =>
    instance.request('GET', `/v2/formz${query}`, {
      headers,
      ...(token !== undefined && { token }),
    });
  const names = (answer: Answer) => {
    assert.equal(answer.status, 200, answer.text);
    assert.ok(Array.isArray(answer.body));
    return answer.body.map(({ name }) => name);
  };
  const linksOf = (answer: Answer): Readonly<Record<string, string>> =>
    Object.fromEntries(
      [...(answer.headers['link'] ?? '').matchAll(LINK)].map(([, url = '', rel]) => [
        rel,
        url.replace(`${instance.baseUrl}/v2/formz`, ''),
      ]),
    );

  test('an item has exactly the fields of the interface, absolute addresses and long dates', async () => {
    const answer = await get('?name=site');
    assert.match(answer.headers['content-type'] ?? '', /^application\/json/);
    const form = made[3] ?? assert.fail();
    const date = new Date(form.updatedAt).toISOString().replace('Z', '0000+00:00');
    assert.match(date, DATE);
    assert.deepEqual(answer.body, [
      {
        formId: form.id,
        url: `${instance.baseUrl}/v2/formz/${form.id}`,
        name: 'Site inspection 4',
        status: { status: 'draft', changeDate: date },
        lastUpdateDate: date,
        assignment: {
          id: crew,
          type: 'Group',
          url: `${instance.baseUrl}/v2/groups/${crew}`,
        },
        assignmentId: null,
        dueDate: null,
        review: null,
        location: { latitude: 46.5, longitude: 7.25, accuracy: null },
        templateId: template.id,
        templateUrl: `${instance.baseUrl}/v2/templates/${template.id}`,
      },
    ]);
    const [plain] = (await get('?name=dam%20100')).body as [Record<string, unknown>];
    assert.equal(plain['location'], null);
  });

  test('everybody sees what is theirs to see, and the total says so', async () => {
    const everything = await get();
    assert.equal(names(everything).length, 4);
    assert.equal(everything.headers['x-total-count'], '4');
    const forAda = await get('', ada.token);
    assert.deepEqual(names(forAda), ['Élan']);
    assert.equal(forAda.headers['x-total-count'], '1');
    assert.deepEqual(names(await get('', ben.token)), ['Site inspection 4']);
    assert.deepEqual(names(await get('?status=complete', ben.token)), []);
  });

  test("another account's forms are not there", async () => {
    const other = await instance.addAccount('Other');
    const token = await instance.token(other.clientId, other.clientSecret);
    const answer = await get('', token);
    assert.deepEqual(names(answer), []);
    assert.equal(answer.headers['x-total-count'], '0');
  });

  test('forms are narrowed by status, by the start of their name, and by when they changed', async () => {
    assert.deepEqual(names(await get('?status=complete')), ['dam_east']);
    assert.deepEqual(names(await get('?NAME=DAM')), ['Dam 100%', 'dam_east']);
    assert.deepEqual(names(await get('?name=dam%20100%25')), ['Dam 100%']);
    assert.deepEqual(names(await get('?name=%25')), []);
    assert.deepEqual(names(await get('?name=dam_')), ['dam_east']);
    assert.deepEqual(names(await get('?name=%C3%A9L')), ['Élan']);
    const [first] = (await get()).body as [{ lastUpdateDate: string }];
    const since = encodeURIComponent(`lastupdateddate gt ${first.lastUpdateDate}`);
    assert.equal(names(await get(`?filter=${since}`)).length, 3);
    // As some clients write it: the plus sign of the offset is not encoded.
    const sloppy = `lastUpdateDate le ${first.lastUpdateDate}`.replaceAll(' ', '%20');
    assert.deepEqual(names(await get(`?filter=${sloppy}`)), ['Dam 100%']);
    const both = '?filter=lastupdateddate gt 2015-01-01 and lastupdateddate lt 2016-01-01';
    const none = await get(both.replaceAll(' ', '%20'));
    assert.deepEqual([names(none), none.headers['x-total-count']], [[], '0']);
  });

  test('forms are sorted as asked, by default longest unchanged first', async () => {
    const order = ['Dam 100%', 'Élan', 'Site inspection 4', 'dam_east'];
    assert.deepEqual(names(await get()), order, 'the second was completed last');
    assert.deepEqual(names(await get('?sort=lastupdateddate%20desc')), order.toReversed());
    const byName = ['Dam 100%', 'dam_east', 'Site inspection 4', 'Élan'];
    assert.deepEqual(names(await get('?sort=name')), byName);
    assert.deepEqual(names(await get('?sort=name&direction=DESC')), byName.toReversed());
  });

  test('Link leads through the pages and repeats every parameter', async () => {
    const answer = await get('?PageSize=3&sort=name&filter=lastUpdateDate%20gt%202001-01-01');
    const links = linksOf(answer);
    assert.deepEqual(Object.keys(links), ['first', 'next', 'last']);
    const query = new URLSearchParams(links['next']);
    assert.deepEqual(Object.fromEntries([...query].filter(([name]) => name !== 'after')), {
      PageSize: '3',
      sort: 'name',
      filter: 'lastUpdateDate gt 2001-01-01',
      pageNumber: '2',
    });
    const next = await get(links['next']);
    assert.deepEqual(names(next), ['Élan']);
    assert.deepEqual(Object.keys(linksOf(next)), ['first', 'previous', 'last']);
    assert.deepEqual(names(await get(linksOf(next)['previous'])), names(answer));
    assert.deepEqual(names(await get(linksOf(answer)['last'])), ['Élan']);
  });

  test('behind the last page there is an empty list, however far', async () => {
    for (const page of ['3', '1000000000', '9'.repeat(300)]) {
      const answer = await get(`?pageNumber=${page}&pageSize=3`);
      assert.deepEqual(names(answer), []);
      assert.equal(answer.headers['x-total-count'], '4');
      assert.match(linksOf(answer)['previous'] ?? '', /pageNumber=2/);
    }
  });

  test('following next meets every form once while forms before and behind it change', async () => {
    const { db, forms } = instance.services;
    const before = await Promise.all([1, 2, 3, 4, 5, 6].map((i) => create({ name: `walk ${i}` })));
    const found: unknown[] = [];
    let query: string | undefined = '?name=walk&pageSize=2&sort=name';
    while (query !== undefined) {
      const answer = await get(query);
      found.push(...names(answer));
      query = linksOf(answer)['next'];
      // Deletes everything on this page: page numbers alone would now skip two forms.
      for (const name of names(answer)) {
        const gone = before.find((form) => form.name === name);
        if (gone) await db.transaction((tx) => forms.removeForm(tx, admin, gone.id));
      }
    }
    assert.deepEqual(found, ['walk 1', 'walk 2', 'walk 3', 'walk 4', 'walk 5', 'walk 6']);
  });

  test('walking by next is the whole list, for every size, order and viewer', async () => {
    await Promise.all(
      Array.from({ length: 25 }, (_, i) =>
        create({
          name: `page ${i % 4}`,
          assignment: i % 3 ? { type: 'Group', id: crew } : { type: 'User', id: ada.id },
        }),
      ),
    );
    const ids = (answer: Answer) => {
      assert.equal(answer.status, 200, answer.text);
      return (answer.body as { formId: string }[]).map(({ formId }) => formId);
    };
    const adminToken = await instance.adminToken();
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 12 }),
        fc.constantFrom('', '&sort=name', '&sort=name%20desc', '&direction=desc', '&name=page'),
        fc.constantFrom(adminToken, ada.token, ben.token),
        async (size, rest, token) => {
          const whole = await get(`?pageSize=100${rest}`, token);
          const walked: string[] = [];
          let query: string | undefined = `?pageSize=${size}${rest}`;
          while (query !== undefined) {
            const answer = await get(query, token);
            walked.push(...ids(answer));
            query = linksOf(answer)['next'];
          }
          assert.deepEqual(walked, ids(whole));
          assert.equal(whole.headers['x-total-count'], String(walked.length));
        },
      ),
      { numRuns: 25 },
    );
  });

  test("a place that was changed, is another's or of another list is a 400, never an empty list", async () => {
    const next = linksOf(await get('?pageSize=1'))['next'] ?? assert.fail();
    assert.equal((await get(next)).status, 200);
    const wrong: readonly [string, string?][] = [
      [next.replace('after=', 'after=x')],
      [next.replace(/after=[^&]*/, 'after=')],
      [next.replace(/after=[^&]*/, 'after=%00')],
      [next.replace(/(after=[^&]{20})[^&]*/, '$1')],
      [next.replace('pageNumber=2', 'pageNumber=3')],
      [next.replace('pageSize=1', 'pageSize=2')],
      [`${next}&status=draft`],
      [`${next}&sort=name`],
      [next, ada.token],
    ];
    for (const [query, token] of wrong) {
      const answer = await get(query, token);
      assert.equal(answer.status, 400, query);
    }
    const other = await instance.addAccount('Third');
    const token = await instance.token(other.clientId, other.clientSecret);
    const answer = await get(next, token);
    assert.deepEqual([answer.status, answer.at('at')], [400, 'after']);
    const users = await instance.request('GET', `/v2/users${next}`);
    assert.equal(users.status, 400);
  });

  const BAD: readonly [string, string][] = [
    ['pageSize=0', 'pageSize'],
    ['pageSize=-1', 'pageSize'],
    ['pagesize=abc', 'pageSize'],
    ['pageNumber=0', 'pageNumber'],
    ['pageNumber=-1', 'pageNumber'],
    ['pageNumber=abc', 'pageNumber'],
    ['pageSize=5&PAGESIZE=5', 'pageSize'],
    ['status=open', 'status'],
    ['sort=answers', 'sort'],
    ['direction=up', 'direction'],
    ['filter=name%20eq%202015-01-01', 'filter'],
    [`filter=${'x'.repeat(2100)}`, 'filter'],
    [`filter=${'('.repeat(1000)}`, 'filter'],
    [`filter=${'x'.repeat(10_000)}`, 'filter'],
    [`unknown=${'x'.repeat(10_000)}`, 'unknown'],
    [`name=${'%C3%BC'.repeat(510)}`, 'query'],
    [`name=${'n'.repeat(600)}`, 'name'],
  ];
  for (const [query, at] of BAD) {
    test(`${query.slice(0, 40)} is a 400 at ${at}`, async () => {
      const answer = await get(`?${query}`);
      assert.equal(answer.status, 400);
      assert.equal(answer.at('code'), 'invalid-parameter');
      assert.equal(answer.at('at'), at);
      assert.match(answer.headers['content-type'] ?? '', /^application\/problem\+json/);
      assert.equal(answer.at('requestId'), answer.headers['x-request-id']);
    });
  }

  test('more than 100 a page is 100, and says so in its links', async () => {
    const answer = await get('?pageSize=1000000000');
    assert.equal(answer.status, 200);
    assert.equal(linksOf(answer)['first'], '?pageSize=100&pageNumber=1');
  });

  test('text that no store keeps, and broken encodings, are a 400', async () => {
    for (const query of ['?name=%00', '?name=%ff', '?name=%ed%a0%80', '?filter=%00']) {
      assert.equal((await get(query)).status, 400, query);
    }
    assert.deepEqual(names(await get('?name=100%')), []);
  });

  test('an unchanged list is a 304 with its headers, a changed one is not', async () => {
    const first = await get('?pageSize=2');
    const etag = first.headers['etag'] ?? assert.fail('no ETag');
    assert.match(etag, /^"[^"]+"$/, 'strong');
    const again = await get('?pageSize=2', undefined, { 'if-none-match': `"x", ${etag}` });
    assert.deepEqual([again.status, again.text], [304, '']);
    assert.equal(again.headers['etag'], etag);
    assert.equal(again.headers['x-total-count'], first.headers['x-total-count']);
    assert.equal(again.headers['link'], first.headers['link']);
    // The new form is not on the page, but in the total.
    await create({ name: 'Newest' });
    const changed = await get('?pageSize=2', undefined, { 'if-none-match': etag });
    assert.equal(changed.status, 200);
  });

  test('who takes no JSON gets a 406, and HEAD gets the headers alone', async () => {
    assert.equal((await get('', undefined, { accept: 'text/html' })).status, 406);
    assert.equal((await get('', undefined, { accept: 'text/html, */*;q=0.1' })).status, 200);
    const head = await instance.request('HEAD', '/v2/formz?pageSize=2');
    assert.deepEqual([head.status, head.text], [200, '']);
    assert.equal(head.headers['etag'], (await get('?pageSize=2')).headers['etag']);
  });

  test('without a token there is nothing to see, and other methods are named as such', async () => {
    assert.equal((await instance.request('GET', '/v2/formz', { token: null })).status, 401);
    const wrong = await instance.request('PUT', '/v2/formz', { body: {} });
    assert.deepEqual([wrong.status, wrong.headers['allow']], [405, 'GET, POST, HEAD']);
  });
});
