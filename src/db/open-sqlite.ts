import { existsSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { Kysely } from 'kysely';
import { AppError } from '#kernel/errors.ts';
import { makeFolder } from '#kernel/make-folder.ts';
import { readersOf } from '#kernel/shares.ts';
import { DamageWatch } from './damage-watch.ts';
import type { Database, ScanOptions, Transaction, Tx } from './database.ts';
import type { Reader } from './dialect.ts';
import type { PageDamage } from './find-damaged-pages.ts';
import { openSnapshot } from './open-snapshot.ts';
import { ReaderPool } from './reader-pool.ts';
import { SqliteDialect } from './sqlite-driver.ts';
import { openReader, openWriter } from './sqlite-handles.ts';
import { SqliteReads } from './sqlite-reads.ts';
import { SqliteWriter } from './sqlite-writer.ts';
import type { Tables } from './tables.ts';
import { traceQuery } from './traced.ts';
import { runTransaction } from './transaction.ts';
import { createWalSync } from './wal-sync.ts';

const SCAN_DEADLINE_MS = 2000;

export function sqliteFile(dataDir: string): string {
  return join(dataDir, 'formstead.db');
}

export interface SqliteOptions {
  readonly jitter: () => number;
  /** Called once, after a statement has read a damaged page. */
  readonly onDamage?: ((damage: PageDamage) => void) | undefined;
  /** Makes a span of each query. */
  readonly traceQueries?: boolean;
  /** Opens an existing file and never writes to it. */
  readonly readOnly?: boolean;
  /** Syncs the log; only tests pass it. */
  readonly openDisk?: typeof createWalSync;
}

/** The transactions of a batch. Later ones depend on earlier ones, so none may follow one that was undone. */
class Followed extends Map<number, Promise<void>> {
  #failure: { readonly cause: unknown } | undefined;

  override set(id: number, outcome: Promise<void>): this {
    outcome.catch((cause: unknown) => {
      this.#failure ??= { cause };
    });
    return super.set(id, outcome);
  }

  /** @throws the reason why the first failed one was undone or may not be durable */
  requireKept(): void {
    if (this.#failure) throw this.#failure.cause;
  }
}

export function openSqlite(
  dataDir: string,
  {
    jitter,
    onDamage = () => undefined,
    openDisk = createWalSync,
    traceQueries = false,
    readOnly = false,
  }: SqliteOptions,
): Database {
  const file = sqliteFile(dataDir);
  if (!readOnly) prepareFile(dataDir);
  // SQLite begins even `immediate` transactions on it, and refuses the first write.
  const writer = readOnly ? openReader(file) : openWriter(file);
  const handle = openReader(file);
  // Outside the pool, queries read few rows and have no deadline; the function only has to exist.
  for (const each of [writer, handle]) each.function('within_deadline', { varargs: true }, () => 1);
  const turns = new SqliteWriter(writer, {
    onBegin: () => reads.release(),
    onCommit: () => reads.committed(),
    // Closing the last connection moves the log into the database file, which a read-only connection can't do.
    onClose: () => reads.close(),
    ...(readOnly ? NOTHING_TO_SYNC : { wal: openDisk(writer) }),
  });
  const watch = new DamageWatch(file, onDamage);
  const reads = new SqliteReads(handle, turns, watch);
  const log = traceQueries && { log: traceQuery('sqlite') };
  const db = new Kysely<Tables>({ dialect: new SqliteDialect(turns, reads), ...log });
  const unawaited = new Kysely<Tables>({
    dialect: new SqliteDialect(turns, reads, 'commit-unawaited'),
    ...log,
  });
  const pool = new ReaderPool(file, readersOf(availableParallelism()));
  /** The refusal of a statement may also depend on data that the disk does not have. */
  const soundly = async <T>(running: Promise<T>): Promise<T> => {
    try {
      return await running;
    } catch (error) {
      turns.requireSound();
      watch.observe(error);
      throw error;
    }
  };
  const settled = (): Promise<void> => runTransaction(db, async () => undefined, jitter);
  const isRefusal = (error: unknown): boolean => error instanceof AppError && error.status < 500;
  return {
    engine: 'sqlite',
    isReadOnly: false,
    reader: db,
    async transaction(work) {
      try {
        return await soundly(runTransaction(db, work, jitter));
      } catch (error) {
        // A refusal may depend on a recent write of another client: `404` says that the user is deleted.
        if (isRefusal(error)) await settled();
        throw error;
      }
    },
    async batch(work) {
      const commits = new Followed();
      let isRefused = false;
      const transaction: Transaction = async (each) => {
        const followed = (tx: Tx) => {
          commits.requireKept();
          turns.follow(commits);
          return each(tx);
        };
        try {
          return await soundly(runTransaction(unawaited, followed, jitter));
        } catch (error) {
          isRefused ||= isRefusal(error);
          throw error;
        }
      };
      try {
        return await work(transaction);
      } finally {
        await turns.settle(commits);
        if (isRefused) await settled();
      }
    },
    async scan<R>(
      query: { compile(): { sql: string; parameters: readonly unknown[] } },
      { deadlineMs = SCAN_DEADLINE_MS, onRan }: ScanOptions = {},
    ) {
      const { sql, parameters } = query.compile();
      turns.requireSound();
      const rows = await soundly(pool.run(sql, parameters, deadlineMs, onRan));
      turns.requireSound();
      return rows as R[];
    },
    async snapshot(work) {
      turns.requireSound();
      const { reader, close } = openSnapshot(file);
      try {
        return await work(reader);
      } finally {
        await close();
      }
    },
    settled,
    abandon: () => undefined,
    isDamaged: () => watch.isDamaged,
    load: () => ({
      used: turns.isIdle ? 0 : 1,
      idle: turns.isIdle ? 1 : 0,
      waiting: turns.waiting,
    }),
    async close() {
      await watch.close();
      await pool.close();
      await db.destroy();
    },
  };
}

/** Creates what is missing. */
function prepareFile(dataDir: string): void {
  makeFolder(dataDir);
  // Other users may have access to the directory. SQLite gives -wal and -shm the mode of this file.
  const file = sqliteFile(dataDir);
  if (!existsSync(file)) writeFileSync(file, '', { flag: 'a', mode: 0o600 });
}

const nothing = async (): Promise<void> => undefined;
const NOTHING_TO_SYNC = {
  wal: { open: () => undefined, run: nothing, close: () => undefined },
  log: { move: nothing, close: nothing },
};

/** Opens a database file for reading; changes neither data nor schema. */
export function openReadOnly(file: string): { readonly reader: Reader; close(): Promise<void> } {
  const handle = openReader(file);
  const writer = new SqliteWriter(handle, { onClose: () => reads.close() });
  const reads = new SqliteReads(handle, writer);
  const reader = new Kysely<Tables>({ dialect: new SqliteDialect(writer, reads) });
  return { reader, close: () => reader.destroy() };
}
