// Nightly: it takes over three seconds.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { request as httpsRequest } from 'node:https';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { cleanLists } from '#lists/index.ts';
import { adminBrowser } from '../../test/support/browser.ts';
import { forEachEngine } from '../../test/support/engines.ts';
import { type Answer, type Instance, startInstance } from '../../test/support/instance.ts';
import { LIST_SHAPE } from '../../test/support/lists.ts';
import { fresh } from '../../test/support/scim.ts';
import { waitUntil } from '../../test/support/wait-until.ts';
import { waitsForLock } from '../../test/support/waits-for-lock.ts';

const CSV = { 'content-type': 'text/csv' };
/** The time of a write that is not over. */
const NEVER = Number.MAX_SAFE_INTEGER;
const HEADER = 'Code,Title,Region,Area (m²),Last check\n';

forEachEngine((engine) => {
  let node: Instance;
  let designer: { readonly id: string; readonly token: string };
  let member: { readonly id: string; readonly token: string };
  before(async () => {
    node = await startInstance(engine);
    designer = await node.addUser('dora', 'designer');
    member = await node.addUser('max');
  });
  after(() => node.close());

  const ok = (answer: Answer, status = 200): Answer => {
    assert.equal(answer.status, status, answer.text);
    return answer;
  };
  const make = async (more: object = {}, token = designer.token): Promise<string> => {
    const body = { name: fresh(), ...LIST_SHAPE, ...more };
    return String(ok(await node.request('POST', '/v2/lists', { body, token }), 201).at('id'));
  };
  const upload = (id: string, text: string | Uint8Array, query = '', token = designer.token) =>
    node.request('PUT', `/v2/lists/${id}/rows${query}`, { body: text, headers: CSV, token });
  const get = (path: string, token = member.token) => node.request('GET', path, { token });
  const designerActor = () => {
    const { accountId } = node.account;
    return { accountId, userId: designer.id, role: 'designer', via: 'api' } as const;
  };
  const found = async (id: string, query: string): Promise<readonly unknown[]> => {
    const answer = ok(await get(`/v2/lists/${id}/rows?${query}`));
    return list(answer, 'items').map((row) => row['label']);
  };
  const list = (answer: Answer, ...path: string[]): readonly Record<string, unknown>[] => {
    const value = answer.at(...path);
    assert.ok(Array.isArray(value), answer.text);
    return value;
  };

  test('a file makes rows, and the next file says what it changes before it does so', async () => {
    const id = await make();
    const first = `${HEADER}D7,Dam 7,North,12.5,2026-01-31\nD8,Dam 8,South,,\n`;
    assert.deepEqual(ok(await upload(id, first)).at('counts'), {
      added: 2,
      changed: 0,
      unchanged: 0,
      deactivated: 0,
    });
    // With semicolons, decimal commas and the day as German spreadsheets write it, and another order of columns.
    const second =
      'title;code;REGION;area;Last check\nDam Seven;D7;North;12,5;31.1.2026\nNew;D9;;;\n';
    const preview = ok(await upload(id, second, '?preview=true'));
    const counts = { added: 1, changed: 1, unchanged: 0, deactivated: 1 };
    assert.deepEqual(preview.at('counts'), counts);
    assert.deepEqual(preview.at('examples', 'deactivated'), [{ key: 'D8', label: 'Dam 8' }]);
    assert.deepEqual(await found(id, ''), ['Dam 7', 'Dam 8']);
    assert.deepEqual(ok(await upload(id, second, '?version=1')).at('counts'), counts);
    assert.deepEqual(await found(id, ''), ['Dam Seven', 'New']);
    assert.deepEqual(await found(id, 'active=false'), ['Dam 8']);
    const [row] = list(ok(await get(`/v2/lists/${id}/rows?q=seven`)), 'items');
    assert.deepEqual(row, {
      key: 'D7',
      label: 'Dam Seven',
      active: true,
      seq: row?.['seq'],
      revision: 2,
      cells: { code: 'D7', title: 'Dam Seven', region: 'North', area: 12.5, checked: '2026-01-31' },
    });
    const stale = await upload(id, first, '?version=1');
    assert.deepEqual([stale.status, stale.at('currentVersion')], [412, 2]);
    // The same file again makes no version.
    assert.equal(ok(await upload(id, second)).at('version'), 2);
  });

  test('files of two organisations that come slowly keep a third one from nothing', async (t) => {
    const slow = await Promise.all(
      ['One', 'Two'].map(async (name) => {
        const { clientId, clientSecret } = await node.addAccount(name);
        const token = await node.token(clientId, clientSecret);
        const sent = httpsRequest({
          host: '127.0.0.1',
          servername: 'localhost',
          port: node.server.port,
          ca: node.ca,
          method: 'PUT',
          path: `/v2/lists/${await make({}, token)}/rows`,
          agent: false,
          headers: { authorization: `Bearer ${token}`, ...CSV, expect: '100-continue' },
        });
        t.after(() => sent.destroy());
        sent.flushHeaders();
        await once(sent, 'continue');
        sent.write(HEADER);
        return sent;
      }),
    );
    const own = upload(await make(), `${HEADER}D7,Dam 7,,,\n`);
    // Only a failure takes so long.
    const limit = sleep(20_000, undefined, { ref: false });
    assert.equal((await Promise.race([own, limit]))?.status, 200);
    for (const sent of slow) {
      sent.end('D8,Dam 8,,,\n');
      const [answer] = await once(sent, 'response');
      assert.equal(answer.resume().statusCode, 200);
    }
  });

  test('a file with faults changes nothing, and each fault names its row and column', async () => {
    const id = await make();
    ok(await upload(id, `${HEADER}D7,Dam 7,,,\n`));
    const wrong = [
      HEADER.trim(),
      'A,One,,,',
      'A,Twice,,,',
      ',No key,,,',
      'B,,,,',
      'C,Number,,many,',
      'D,Day,,,02/30/2026',
      'E,Cells,,,,more',
      `F,${'x'.repeat(1001)},,,`,
      `${'k'.repeat(201)},Long,,,`,
      'G,"never closed,,,',
    ].join('\n');
    for (const query of ['?preview=true', '']) {
      const answer = await upload(id, wrong, query);
      assert.equal(answer.status, query === '' ? 422 : 200, answer.text);
      assert.deepEqual(
        list(answer, 'faults').map(({ row, column, kind }) => [row, column, kind]),
        [
          [3, undefined, 'repeatedKey'],
          [4, 'Code', 'emptyKey'],
          [5, 'Title', 'emptyLabel'],
          [6, 'Area (m²)', 'notNumber'],
          [7, 'Last check', 'notDate'],
          [8, undefined, 'cellCount'],
          [9, 'Title', 'longCell'],
          [10, 'Code', 'longKey'],
          [11, undefined, 'openQuote'],
        ],
      );
    }
    assert.deepEqual(await found(id, ''), ['Dam 7']);
    const kindsOf = async (text: string | Uint8Array) =>
      list(await upload(id, text), 'faults').map(({ kind }) => kind);
    assert.deepEqual(await kindsOf(''), ['noHeader']);
    assert.deepEqual(await kindsOf(Buffer.from('Code,Titel: Übung\n', 'latin1')), ['notUtf8']);
    assert.deepEqual(await kindsOf('Code,Code,Title,Region,Last check,Extra\n'), [
      'unknownColumn',
      'repeatedColumn',
      'missingColumn',
    ]);
  });

  test('single rows are written, replaced and deactivated over the API, all or none', async () => {
    const id = await make();
    const write = (body: object, token = designer.token) =>
      node.request('POST', `/v2/lists/${id}/rows`, { body, token });
    const rows = [
      { code: 'a', title: 'Ähre', area: 3 },
      { code: 'b', title: 'Bee', checked: '2026-02-01' },
    ];
    assert.equal(ok(await write({ rows })).at('version'), 1);
    ok(await write({ rows: [{ code: 'b', title: 'Bees' }], deactivate: ['a', 'nobody'] }));
    assert.deepEqual(await found(id, ''), ['Bees']);
    assert.deepEqual(await found(id, 'active=false'), ['Ähre']);
    assert.deepEqual(ok(await write({ rows })).at('counts', 'changed'), 2);
    assert.deepEqual(await found(id, 'q=ahre'), ['Ähre']);
    const refused = await write({
      rows: [
        { code: 'c', title: 'C' },
        { code: 'd', colour: 'red' },
      ],
    });
    assert.deepEqual([refused.status, refused.at('faults', 0, 'kind')], [422, 'unknownColumn']);
    assert.equal((await write({ rows: [{ code: 7, title: true }] })).status, 422);
    assert.equal((await write({ rows }, member.token)).status, 403);
    const seqs = list(ok(await get(`/v2/lists/${id}/changes?seq=2`)), 'rows');
    assert.deepEqual(
      seqs.map(({ key, active }) => [key, active]),
      [
        ['a', true],
        ['b', true],
      ],
    );
  });

  test('rows are found by the start of words, whatever their case and accents, and narrowed by a column', async () => {
    const id = await make();
    const rows = Array.from({ length: 300 }, (_, i) => {
      const city = ['Köln', 'Ulm', 'São Paulo'][i % 3];
      return `K${i},Pumpe ${city} ${i},${i % 2 === 0 ? 'Nord Ost' : 'Süd'},,`;
    });
    ok(await upload(id, `${HEADER}${rows.join('\n')}\n`));
    assert.deepEqual(await found(id, 'q=SAO%20299'), ['Pumpe São Paulo 299']);
    assert.deepEqual(await found(id, 'q=koeln%20297'), ['Pumpe Köln 297']);
    assert.equal((await found(id, 'q=pumpe')).length, 50);
    assert.deepEqual(await found(id, 'q=K299&column=region&value=s%C3%BCd'), [
      'Pumpe São Paulo 299',
    ]);
    assert.deepEqual(await found(id, 'q=K299&column=region&value=nord%20ost'), []);
    assert.deepEqual((await found(id, 'q=K1')).slice(0, 1), ['Pumpe Ulm 1']);
    const seen = new Set<unknown>();
    let cursor = '';
    for (let pages = 0; pages < 5; pages += 1) {
      const answer = ok(await get(`/v2/lists/${id}/rows?column=region&value=Nord%20Ost${cursor}`));
      for (const row of list(answer, 'items')) seen.add(row['key']);
      if (answer.at('next') === undefined) break;
      cursor = `&cursor=${encodeURIComponent(String(answer.at('next')))}`;
    }
    assert.equal(seen.size, 150);
    assert.equal((await get(`/v2/lists/${id}/rows?column=nothing&value=x`)).status, 400);
  });

  test('only those who are given a list see it, and only its managers change it', async () => {
    const other = await node.addUser(fresh(), 'designer');
    const id = await make({ grants: [{ type: 'User', id: member.id, manage: true }] });
    assert.equal((await get(`/v2/lists/${id}`, other.token)).status, 404);
    assert.equal((await get(`/v2/lists/${id}/rows`, other.token)).status, 404);
    assert.equal((await upload(id, HEADER, '', other.token)).status, 404);
    assert.equal(ok(await get(`/v2/lists/${id}`)).at('mayManage'), false);
    assert.equal((await upload(id, HEADER, '', member.token)).status, 403);
    const names = list(ok(await get('/v2/lists?pageSize=100', other.token)));
    assert.ok(names.every((each) => each['id'] !== id));
    const open = await make();
    assert.equal((await upload(open, HEADER, '', other.token)).status, 403);
    assert.equal(
      (await node.request('DELETE', `/v2/lists/${open}`, { token: other.token })).status,
      403,
    );
    ok(await node.request('DELETE', `/v2/lists/${open}`, { token: designer.token }), 204);
    assert.equal((await get(`/v2/lists/${open}`)).status, 404);
    const unknown = {
      name: 'x',
      ...LIST_SHAPE,
      grants: [{ type: 'Group', id: 'x', manage: false }],
    };
    const refused = await node.request('POST', '/v2/lists', { body: unknown });
    assert.deepEqual([refused.status, refused.at('at')], [400, 'grants']);
  });

  test('the rights of a list are changed after somebody who had one was deleted', async () => {
    const gone = await node.addUser(fresh(), 'designer');
    const id = await make({}, gone.token);
    const path = `/app/v1/lists/${id}`;
    const { send } = await adminBrowser(node);
    ok(await send('DELETE', `/app/v1/users/${gone.id}`), 204);
    const before = list(ok(await send('GET', path)), 'grants');
    assert.ok(before.some((grant) => grant['id'] === gone.id));
    const grants = [
      ...before.map(({ type, id: holder, manage }) => ({ type, id: holder, manage })),
      { type: 'User', id: member.id, manage: true },
    ];
    const changed = ok(await send('PATCH', path, { body: { grants } }));
    const ids = list(changed, 'grants').map((grant) => grant['id']);
    assert.deepEqual(ids.toSorted(), ['everyone', member.id].toSorted());
    const again = await send('PATCH', path, { body: { grants } });
    assert.deepEqual([again.status, again.at('at')], [400, 'grants']);
  });

  test('the columns of a list are checked, each fault with its position', async () => {
    const refused = async (columns: object, at: string) => {
      const body = { name: 'x', ...LIST_SHAPE, ...columns };
      const answer = await node.request('POST', '/v2/lists', { body });
      assert.deepEqual([answer.status, answer.at('at')], [422, at], answer.text);
    };
    const column = { key: 'a', label: 'A', type: 'text' };
    const both = { keyColumn: 'a', labelColumn: 'a' };
    await refused({ columns: [column], keyColumn: 'b', labelColumn: 'a' }, 'keyColumn');
    await refused({ columns: [column, { ...column, key: 'b' }], ...both }, 'columns[1]');
    await refused({ columns: [{ ...column, key: 'A b' }], ...both }, 'columns[0].key');
    await refused({ columns: [{ ...column, type: 'number' }], ...both }, 'keyColumn');
  });

  test('columns that narrow a list still do in every order that its columns may get', async () => {
    const columns = [...'abcdefghijk'].map((key) => ({ key, label: `In ${key}`, type: 'text' }));
    const id = await make({ columns, keyColumn: 'a', labelColumn: 'a' });
    ok(await upload(id, 'a,b,c,d,e,f,g,h,i,j,k\n1,2,3,4,5,6,7,8,9,10,11\n'));
    const { send } = await adminBrowser(node);
    const order = (sorted: object) => send('PATCH', `/app/v1/lists/${id}`, { body: sorted });
    assert.equal((await order({ columns: columns.toReversed() })).at('at'), 'columns');
    ok(await order({ columns: [...columns.slice(0, 10).toReversed(), ...columns.slice(10)] }));
    assert.deepEqual(await found(id, 'column=j&value=10'), ['1']);
  });

  /** Ends the time of the write that holds a list. */
  const expire = (id: string) =>
    node.services.db.reader
      .updateTable('lists')
      .set({ writer_until: 0 })
      .where('id', '=', id)
      .execute();
  /** How many states a list stores, and whether it stores words. */
  const countOf = async (id: string): Promise<readonly [number, boolean]> => {
    const { reader } = node.services.db;
    const rows = reader.selectFrom('list_rows').select('seq').where('list_id', '=', id);
    const words = reader.selectFrom('list_words').select('seq').where('list_id', '=', id);
    return [(await rows.execute()).length, (await words.execute()).length > 0];
  };

  test('rows that nobody needs any more are deleted, and a write that died leaves nothing', async () => {
    const id = await make();
    const { services } = node;
    ok(await upload(id, `${HEADER}a,A,,,\nb,B,,,\n`));
    // A process died while it wrote: it holds the list, one row is ended and another one is new.
    const { reader } = services.db;
    const rows = reader.updateTable('list_rows').where('list_id', '=', id);
    await rows.set({ until: 2 }).where('row_key', '=', 'a').execute();
    await reader
      .updateTable('lists')
      .set({ writer: 'dead', writer_until: NEVER })
      .where('id', '=', id)
      .execute();
    assert.equal((await upload(id, HEADER)).at('code'), 'list-busy');
    await expire(id);
    ok(await upload(id, `${HEADER}a,A2,,,\n`));
    assert.deepEqual(await found(id, ''), ['A2']);
    for (let i = 0; i < 25; i += 1) ok(await upload(id, `${HEADER}a,A${i},,,\n`));
    const token = designer.token;
    const deleted = await make();
    ok(await upload(deleted, `${HEADER}a,A,,,\n`));
    ok(await node.request('DELETE', `/v2/lists/${deleted}`, { token }), 204);
    await cleanLists(services).run();
    assert.deepEqual(await countOf(deleted), [0, false]);
    const [left] = await countOf(id);
    assert.ok(Number(left) <= 23, `${left} states`);
    assert.deepEqual(await found(id, 'q=a24'), ['A24']);
  });

  test('an import whose time is over cannot go on once its rows are being removed', async () => {
    const { db, lists } = node.services;
    const id = await make();
    ok(await upload(id, `${HEADER}a,A,,,\n`));
    const rows = Array.from({ length: 250 }, (_, i) => `k${i},K ${i},,,\n`);
    const rest = Promise.withResolvers<void>();
    const file = async function* () {
      yield Buffer.from(HEADER + rows.join(''));
      await rest.promise;
      yield Buffer.from('z,Z,,,\n');
    };
    const importing = Promise.allSettled([
      lists.importRows(designerActor(), id, file(), { preview: false }),
    ]);
    await waitUntil(async () => (await countOf(id))[0] > 200);
    await expire(id);
    // The import goes on after the first rows were removed.
    const transaction: typeof db.transaction = async (work) => {
      const result = await db.transaction(work);
      if ((await countOf(id))[0] < 200) {
        rest.resolve();
        await importing;
      }
      return result;
    };
    await cleanLists({ ...node.services, db: { ...db, reader: db.reader, transaction } }).run();
    const [imported] = await importing;
    assert.equal(Object(imported).reason?.code, 'list-busy');
    assert.deepEqual(await found(id, ''), ['A']);
    assert.deepEqual(await countOf(id), [1, true]);
    ok(await upload(id, `${HEADER}b,B,,,\n`));
  });

  test('rows of a list that is deleted while others are cleaned are deleted too', async () => {
    const { services } = node;
    const { db } = services;
    const id = await make();
    ok(await upload(id, `${HEADER}a,A,,,\n`));
    const isDeleted = Promise.withResolvers<void>();
    let deletion: Promise<void> | undefined;
    const transaction: typeof db.transaction = async (work) => {
      deletion ??= db.transaction(async (tx) => {
        await services.lists.removeList(tx, designerActor(), id, async () => []);
        isDeleted.resolve();
        if (db.engine === 'postgres') await waitUntil(() => waitsForLock(db));
      });
      await (db.engine === 'postgres' ? isDeleted.promise : deletion);
      return db.transaction(work);
    };
    await cleanLists({ ...services, db: { ...db, reader: db.reader, transaction } }).run();
    await deletion;
    await cleanLists(services).run();
    assert.deepEqual(await countOf(id), [0, false]);
  });
});
