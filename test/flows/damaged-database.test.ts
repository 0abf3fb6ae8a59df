// A page of the SQLite file is damaged. Requests that need it get 503, other requests are served, the node is not
// ready, and log and doctor name the page and the file and say what to do.
import assert from 'node:assert/strict';
import { closeSync, openSync, writeSync } from 'node:fs';
import { after, before, test } from 'node:test';
import SqliteDatabase from 'better-sqlite3';
import { sqliteFile } from '#db/open-sqlite.ts';
import { commandLine, envOf } from '../support/command-line.ts';
import { examine } from '../support/doctor.ts';
import { type EngineInstance, forOneEngine } from '../support/engines.ts';
import { type Instance, startInstance } from '../support/instance.ts';
import { waitUntil } from '../support/wait-until.ts';

const PAGE_BYTES = 4096;

/** Overwrites the first page of a table. Returns the number of the page. */
function damageTable(file: string, table: string): number {
  const db = new SqliteDatabase(file);
  const page = Number(
    db.prepare('select rootpage from sqlite_schema where name = ?').pluck().get(table),
  );
  db.pragma('wal_checkpoint(truncate)');
  db.close();
  const handle = openSync(file, 'r+');
  writeSync(handle, Buffer.alloc(PAGE_BYTES, 0xff), 0, PAGE_BYTES, (page - 1) * PAGE_BYTES);
  closeSync(handle);
  return page;
}

forOneEngine((engine) => {
  let storage: EngineInstance;
  let node: Instance;
  let page: number;
  before(async () => {
    storage = await engine.fresh('any');
    const first = await startInstance(engine, { storage });
    const made = await first.request('POST', '/scim/v2/Groups', { body: { displayName: 'Watch' } });
    assert.equal(made.status, 201, made.text);
    await first.close();
    page = damageTable(sqliteFile(storage.dataDir), 'groups');
    node = await startInstance(engine, { storage, account: first.account });
  });
  after(() => node.close());

  test('a request that needs the damaged page is 503, others are answered, and the node is not ready', async () => {
    assert.equal((await node.request('GET', '/readyz')).status, 200);
    const calls = [
      ['GET', '/scim/v2/Groups'],
      ['GET', '/scim/v2/Groups?filter=displayName%20co%20%22x%22'],
      ['GET', '/v2/groups'],
    ] as const;
    for (const [method, path] of calls) {
      const answer = await node.request(method, path);
      assert.equal(answer.status, 503, `${path}: ${answer.text}`);
      assert.ok(answer.headers['retry-after']);
      assert.doesNotMatch(answer.text, /formstead\.db|sqlite|malformed/i);
    }
    const written = await node.request('POST', '/scim/v2/Groups', {
      body: { displayName: 'Crew' },
    });
    assert.equal(written.status, 503, written.text);
    for (const path of ['/healthz', '/v2/formz', '/.well-known/jwks.json', '/v2/templates']) {
      assert.equal((await node.request('GET', path)).status, 200, path);
    }
    const ready = await node.request('GET', '/readyz');
    assert.deepEqual([ready.status, ready.at('code')], [503, 'storage-unavailable']);
  });

  test('the log names file, page and table once, and says what to do', async () => {
    const told = () => node.logs.filter((line) => line.includes('the database is damaged'));
    await waitUntil(() => told().length > 0);
    const [line, ...more] = told().map((each) => JSON.parse(each));
    assert.deepEqual(more, []);
    assert.equal(line.level, 50);
    const file = sqliteFile(storage.dataDir);
    assert.ok(line.msg.includes(`${file} at page ${page} (groups)`), line.msg);
    assert.match(line.msg, /restore the newest backup: formstead restore --help/);
    assert.partialDeepStrictEqual(line.damage, { file, pages: [page], parts: ['groups'] });
  });

  test('the doctor names file, page and table, and says what to do', async () => {
    const found = await examine(commandLine(envOf(storage)));
    assert.equal(found.code, 1);
    const file = sqliteFile(storage.dataDir);
    assert.ok(found.of('database').startsWith(`fault: the database is damaged: ${file} at page`));
    assert.match(
      found.of('database'),
      new RegExp(`at page ${page} \\(groups\\) -> stop the service`),
    );
    assert.match(found.of('keys'), /^skipped/);
  });
});
