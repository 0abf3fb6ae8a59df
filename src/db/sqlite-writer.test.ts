// Nightly: it takes over three seconds.
import assert from 'node:assert/strict';
import { mkdtempSync, renameSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, test } from 'node:test';
import SqliteDatabase from 'better-sqlite3';
import { type Commits, SqliteWriter } from './sqlite-writer.ts';

describe('the writer of SQLite', () => {
  let folder: string;
  let handle: SqliteDatabase.Database;
  /** A connection as of another process, which sees only what is committed. */
  let outside: SqliteDatabase.Database;
  let writer: SqliteWriter;
  let commits: number;
  /** The error that the next commit fails with. */
  let refusal: Error | undefined;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'formstead-writer-'));
    const file = join(folder, 'test.db');
    commits = 0;
    refusal = undefined;
    handle = new SqliteDatabase(file, {
      verbose: (sql) => {
        if (sql !== 'commit') return;
        commits += 1;
        const error = refusal;
        refusal = undefined;
        if (error) throw error;
      },
    });
    handle.exec(`pragma journal_mode = wal; pragma foreign_keys = on;
    create table kept (name text primary key);
    create table owed (name text references kept (name) deferrable initially deferred)`);
    outside = new SqliteDatabase(file, { readonly: true });
    writer = new SqliteWriter(handle);
  });

  afterEach(async () => {
    await writer.close();
    outside.close();
    rmSync(folder, { recursive: true });
  });

  const isKept = (name: string): boolean =>
    outside.prepare('select 1 from kept where name = ?').get(name) !== undefined;

  /** @throws the error of the insert or of the commit */
  async function keep(name: string, commits?: Commits): Promise<void> {
    const open = await writer.begin();
    if (commits) writer.follow(commits);
    try {
      open.statements.get('insert into kept values (?)').run(name);
    } catch (error) {
      await open.end('rollback');
      throw error;
    }
    await open.end(commits ? 'commit-unawaited' : 'commit');
  }

  test('whoever is told of a commit finds it on the disk, and many at once share one', async () => {
    const names = Array.from({ length: 64 }, (_, i) => `n${i}`);
    const seen = await Promise.all(
      names.map(async (name) => {
        await keep(name);
        return isKept(name);
      }),
    );
    assert.deepEqual(new Set(seen), new Set([true]));
    assert.ok(commits < 8, `${commits} commits`);
  });

  test('one that fails is undone whole, and those that share its commit are not', async () => {
    const failing = async (): Promise<void> => {
      const open = await writer.begin();
      open.statements.get('insert into kept values (?)').run('half');
      await open.end('rollback');
    };
    const outcomes = await Promise.allSettled([
      keep('first'),
      failing(),
      keep('first'),
      keep('second'),
    ]);
    assert.deepEqual(
      outcomes.map(({ status }) => status),
      ['fulfilled', 'fulfilled', 'rejected', 'fulfilled'],
    );
    assert.deepEqual(['first', 'half', 'second'].map(isKept), [true, false, true]);
  });

  test('when the commit fails, nobody that shares it is told to have committed', async () => {
    const owe = async (): Promise<void> => {
      const open = await writer.begin();
      open.statements.get('insert into owed values (?)').run('nobody');
      await open.end('commit');
    };
    const outcomes = await Promise.allSettled([keep('early'), owe(), keep('late')]);
    assert.deepEqual(
      outcomes.map(({ status }) => status),
      ['rejected', 'rejected', 'rejected'],
    );
    assert.deepEqual(['early', 'late'].map(isKept), [false, false]);
    await keep('afterwards');
    assert.ok(isKept('afterwards'));
  });

  test('when the storage gives up in the middle, told is what is there', async () => {
    const pages = Number(handle.pragma('page_count', { simple: true }));
    handle.pragma(`max_page_count = ${pages + 2}`);
    const names = ['small', 'x'.repeat(100_000), 'smaller'];
    const outcomes = await Promise.allSettled(names.map((name) => keep(name)));
    assert.equal(outcomes[1]?.status, 'rejected');
    assert.deepEqual(
      outcomes.map(({ status }) => status === 'fulfilled'),
      names.map(isKept),
    );
    handle.pragma('max_page_count = 1000000');
    await keep('small again');
    assert.ok(isKept('small again'));
  });

  test('an unawaited commit is there for the next transaction at once and for others when settled', async () => {
    const unawaited: Commits = new Map();
    await keep('soon', unawaited);
    assert.equal(isKept('soon'), false);
    await assert.rejects(keep('soon', unawaited), /UNIQUE/);
    await writer.settle(unawaited);
    assert.ok(isKept('soon'));
    assert.equal(commits, 1);
    await writer.settle(unawaited);
  });

  test('what nobody waits for does not keep other processes from writing for long', async () => {
    await keep('left alone', new Map());
    await new Promise((resolve) => setTimeout(resolve, 100));
    assert.ok(isKept('left alone'));
    assert.equal(handle.inTransaction, false);
  });

  test('an awaited commit takes the unawaited ones before it along, and so does closing', async () => {
    await keep('before', new Map());
    await keep('waiting');
    assert.ok(isKept('before'));
    await keep('last', new Map());
    await writer.close();
    assert.ok(isKept('last'));
  });

  test('a transaction that takes many turns of the event loop does not hold up those behind it for longer', async () => {
    const early = keep('early');
    const long = await writer.begin();
    const late = keep('late');
    await new Promise((resolve) => setTimeout(resolve, 20));
    assert.equal(isKept('early'), false);
    await long.end('commit');
    await early;
    assert.ok(isKept('early'));
    await late;
    assert.ok(isKept('late'));
  });

  /** Gives the writer a disk whose syncs the test completes, with success or an error. */
  function useSlowDisk(): readonly PromiseWithResolvers<void>[] {
    const waits: PromiseWithResolvers<void>[] = [];
    const run = (): Promise<void> => {
      const wait = Promise.withResolvers<void>();
      waits.push(wait);
      return wait.promise;
    };
    writer = new SqliteWriter(handle, {
      wal: { open: () => undefined, run, close: () => undefined },
    });
    return waits;
  }

  const turn = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 5));

  /** Waits until `count` syncs have been requested. */
  const areAsked = async (waits: readonly unknown[], count: number): Promise<void> => {
    while (waits.length < count) await turn();
  };

  test('nobody is told before the disk is done, and all who come while it works share the next wait', async () => {
    const waits = useSlowDisk();
    const told: string[] = [];
    const tell = (name: string) => keep(name).then(() => told.push(name));
    const first = tell('first');
    await areAsked(waits, 1);
    const more = Array.from({ length: 20 }, (_, i) => tell(`more ${i}`));
    await turn();
    assert.deepEqual([told, waits.length, commits], [[], 1, 1]);
    waits[0]?.resolve();
    await first;
    await areAsked(waits, 2);
    assert.deepEqual([told, commits], [['first'], 2]);
    waits[1]?.resolve();
    await Promise.all(more);
    assert.deepEqual([told.length, waits.length], [21, 2]);
  });

  test('when the disk fails nobody is told to have committed, then or later', async () => {
    const waits = useSlowDisk();
    const first = keep('first');
    await areAsked(waits, 1);
    const second = keep('second');
    const unawaited: Commits = new Map();
    await keep('third', unawaited);
    const open = await writer.begin();
    const waiting = keep('fifth');
    waits[0]?.reject(new Error('EIO'));
    const settled = [first, second, writer.settle(unawaited), waiting];
    for (const each of settled) await assert.rejects(each, /The disk failed/);
    await assert.rejects(open.end('commit'), /The disk failed/);
    await assert.rejects(keep('sixth'), /The disk failed/);
    await assert.rejects(keep('seventh', new Map()), /The disk failed/);
    // Another sync would report success, so none is requested.
    assert.equal(waits.length, 1);
    assert.deepEqual(
      ['second', 'third', 'fifth', 'sixth', 'seventh'].map(isKept),
      Array(5).fill(false),
    );
  });

  test('a sync that fails inside of a commit is a failed disk, and no other error of a commit is', async () => {
    const fail = (code: string): void => {
      refusal = Object.assign(new Error(code), { code });
    };
    fail('SQLITE_IOERR_WRITE');
    await assert.rejects(keep('first'), /SQLITE_IOERR_WRITE/);
    await keep('second');
    fail('SQLITE_IOERR_FSYNC');
    await assert.rejects(keep('third'), /The disk failed/);
    await assert.rejects(keep('fourth'), /The disk failed/);
    assert.throws(() => writer.requireSound(), /The disk failed/);
    assert.deepEqual(['first', 'second', 'third', 'fourth'].map(isKept), [
      false,
      true,
      false,
      false,
    ]);
  });

  test('a log that can’t be opened undoes that commit and is no failed disk', async () => {
    const log = `${handle.name}-wal`;
    await keep('first');
    writer = new SqliteWriter(handle);
    renameSync(log, `${log}.away`);
    await assert.rejects(keep('second'), /ENOENT/);
    renameSync(`${log}.away`, log);
    await keep('third');
    assert.deepEqual(['first', 'second', 'third'].map(isKept), [true, false, true]);
  });

  /** Longer than the log may become before it is moved. */
  const LONG = 'x'.repeat(20 * 1_048_576);

  /** Gives the writer a log mover whose moves the test completes, with success or an error. */
  function useSlowMove(): readonly PromiseWithResolvers<void>[] {
    const moves: PromiseWithResolvers<void>[] = [];
    const move = (): Promise<void> => {
      const wait = Promise.withResolvers<void>();
      moves.push(wait);
      return wait.promise;
    };
    handle.pragma('wal_autocheckpoint = 0');
    writer = new SqliteWriter(handle, { log: { move, close: async () => undefined } });
    return moves;
  }

  test('while a long log is moved the thread goes on, and nobody is told or begins', async () => {
    const moves = useSlowMove();
    const told: string[] = [];
    const first = keep(LONG).then(() => told.push('first'));
    await areAsked(moves, 1);
    const second = keep('second').then(() => told.push('second'));
    await turn();
    assert.deepEqual([told, commits, writer.isIdle], [[], 1, true]);
    moves[0]?.resolve();
    await areAsked(moves, 2);
    moves[1]?.resolve();
    await Promise.all([first, second]);
    assert.deepEqual(told, ['first', 'second']);
  });

  test('a sync that fails while the log is moved is a failed disk, and no other error is', async () => {
    const moves = useSlowMove();
    const fail = (code: string) => Object.assign(new Error(code), { code });
    const first = keep(LONG);
    await areAsked(moves, 1);
    moves[0]?.reject(fail('SQLITE_FULL'));
    await first;
    const second = keep('second');
    await areAsked(moves, 2);
    moves[1]?.reject(fail('SQLITE_IOERR_FSYNC'));
    await assert.rejects(second, /The disk failed/);
    await assert.rejects(keep('third'), /The disk failed/);
  });

  test('a long log is moved into the file and begins anew, on a thread that ends with the writer', async () => {
    handle.pragma('wal_autocheckpoint = 0');
    const logBytes = (): number => statSync(`${handle.name}-wal`).size;
    await keep(LONG);
    const long = logBytes();
    for (let i = 0; i < 3; i += 1) await keep(`${i}${LONG}`);
    assert.ok(logBytes() < 1.5 * long, `${logBytes()} bytes, ${long} after the first`);
  });

  test('closing lets the open transaction end, refuses those behind it, and is over when the disk has everything', async () => {
    const waits = useSlowDisk();
    const first = keep('first');
    await areAsked(waits, 1);
    const open = await writer.begin();
    open.statements.get("insert into kept values ('open')").run();
    const behind = keep('behind');
    const closed = writer.close();
    await assert.rejects(behind, /closing/);
    await assert.rejects(keep('late'), /closing/);
    const ended = open.end('commit');
    waits[0]?.resolve();
    await first;
    await areAsked(waits, 2);
    assert.ok(handle.open);
    waits[1]?.resolve();
    await Promise.all([ended, closed]);
    assert.equal(handle.open, false);
    assert.deepEqual(['first', 'open', 'behind', 'late'].map(isKept), [true, true, false, false]);
  });

  test('whoever waits for a lock is told when the storage closes', async () => {
    const other = new SqliteDatabase(handle.name);
    other.exec('begin immediate');
    handle.pragma('busy_timeout = 0');
    const waiting = assert.rejects(keep('locked out'), /keeps the storage to itself/);
    await turn();
    await writer.close();
    await waiting;
    other.close();
  });
});
