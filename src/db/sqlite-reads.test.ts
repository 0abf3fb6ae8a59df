import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import SqliteDatabase from 'better-sqlite3';
import { openReader, openWriter } from './sqlite-handles.ts';
import { SqliteReads } from './sqlite-reads.ts';
import { SqliteWriter } from './sqlite-writer.ts';

describe('reads of SQLite', () => {
  let folder: string;
  let reads: SqliteReads;
  let writer: SqliteWriter;
  let elsewhere: SqliteDatabase.Database;

  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'formstead-reads-'));
    const file = join(folder, 'test.db');
    const handle = openWriter(file);
    handle.exec('create table kept (name text primary key)');
    writer = new SqliteWriter(handle, {
      onBegin: () => reads.release(),
      onCommit: () => reads.committed(),
    });
    reads = new SqliteReads(openReader(file), writer);
    elsewhere = new SqliteDatabase(file);
  });

  after(async () => {
    reads.close();
    await writer.close();
    elsewhere.close();
    rmSync(folder, { recursive: true });
  });

  const count = (): number => {
    const [row] = reads.read('select count(*) as n from kept', []) as { n: number }[];
    return row?.n ?? -1;
  };

  test('reads of one turn are one snapshot, and the next turn sees what another process committed', async () => {
    const start = count();
    const mark = reads.mark();
    elsewhere.exec("insert into kept values ('elsewhere')");
    assert.deepEqual([count(), reads.mark()], [start, mark]);
    await nextTurn();
    await nextTurn();
    assert.equal(count(), start + 1);
    assert.notEqual(reads.mark(), mark);
  });

  test('whoever has written reads it at once, in the same turn', async () => {
    const start = count();
    const mark = reads.mark();
    const open = await writer.begin();
    open.statements.get("insert into kept values ('own')").run();
    const durable = open.end('commit');
    assert.equal(count(), start, 'not before the commit');
    await durable;
    assert.equal(count(), start + 1);
    assert.notEqual(reads.mark(), mark);
  });

  test('reads at every moment of transactions that come, wait, fail and commit see what is committed, and nothing else', async () => {
    let kept = count();
    const watch = async (): Promise<void> => {
      for (let moment = 0; moment < 40; moment += 1) {
        assert.ok(count() >= kept);
        await Promise.resolve();
      }
    };
    for (let round = 0; round < 30; round += 1) {
      const watching = watch();
      const first = await writer.begin();
      first.statements.get(`insert into kept values ('first ${round}')`).run();
      assert.equal(count(), kept, 'what is not committed is not seen');
      const second = writer.begin();
      const ended = first.end(round % 3 === 0 ? 'rollback' : 'commit');
      const open = await second;
      open.statements.get(`insert into kept values ('second ${round}')`).run();
      assert.equal(count(), kept, 'nor what waits for its commit');
      await Promise.all([watching, ended, open.end(round % 2 === 0 ? 'commit' : 'rollback')]);
      kept = count();
    }
  });

  test('a long walk sees what lookups see, while a transaction runs and after its commit', async () => {
    const walked = () => reads.read('select count(*) as n from kept', [], true);
    const start = count();
    assert.deepEqual(walked(), [{ n: start }]);
    const open = await writer.begin();
    open.statements.get("insert into kept values ('walked')").run();
    assert.deepEqual([walked(), count()], [[{ n: start }], start]);
    await open.end('commit');
    assert.deepEqual([walked(), count()], [[{ n: start + 1 }], start + 1]);
  });

  test('where nobody writes one connection is enough, for lookups and long walks in the same turn', () => {
    const handle = openReader(join(folder, 'test.db'));
    const alone = new SqliteReads(handle, new SqliteWriter(handle));
    const rows = [{ n: count() }];
    for (const isLongScan of [false, true, false]) {
      assert.deepEqual(alone.read('select count(*) as n from kept', [], isLongScan), rows);
    }
    alone.close();
  });

  test('a snapshot that the storage has ended by itself, as after an error of the disk, is none, and the next one is', async () => {
    const start = count();
    writer.handle.exec('rollback');
    await nextTurn();
    await nextTurn();
    assert.equal(count(), start);
  });

  test('a statement that writes is none of its', () => {
    const before = count();
    assert.equal(reads.read("insert into kept values ('no')", []), undefined);
    assert.equal(count(), before);
  });
});
