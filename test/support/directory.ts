// A directory on a new database, with one account and a clock that the test sets.

import { createAudit } from '#audit/index.ts';
import type { Database, Tx } from '#db/database.ts';
import { openDatabase } from '#db/open.ts';
import {
  type Account,
  type Comparisons,
  createDirectory,
  type Directory,
  type NewUser,
  type User,
  type UserChange,
} from '#directory/index.ts';
import type { Actor } from '#kernel/actor.ts';
import type { Clock } from '#kernel/clock.ts';
import { AppError, type ErrorCode } from '#kernel/errors.ts';
import { createIds, type Ids, systemRandom } from '#kernel/ids.ts';
import type { JsonObject } from '#kernel/json.ts';
import { createSeal } from '#kernel/seal.ts';
import { forgetWords, indexWords } from '#search/index.ts';
import type { Engine } from './engines.ts';

export interface TestClock extends Clock {
  /** Moves the clock ahead by this many milliseconds. */
  advance(ms: number): void;
}

export interface TestDirectory {
  readonly db: Database;
  readonly clock: TestClock;
  readonly ids: Ids;
  readonly directory: Directory;
  readonly account: Pick<Account, 'id' | 'code'>;
  /** Returns an actor in the account, by default one over SCIM. */
  actor(via?: Actor['via']): Actor;
  /** Runs one transaction. */
  write<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /** Creates a provisioned user, with a new userName by default. */
  addUser(attributes?: JsonObject, more?: Partial<NewUser>): Promise<User>;
  /** Changes a user as a PUT of an identity provider does. */
  putUser(id: string, attributes: JsonObject, more?: Partial<UserChange>): Promise<User>;
  freshName(): string;
  close(): Promise<void>;
}

/** Returns a check for assert.rejects: an AppError with this code and, if given, this position. */
export const withCode = (code: ErrorCode, at?: string) => (error: unknown) =>
  error instanceof AppError && error.code === code && (at === undefined || error.at === at);

export function testClock(now = Date.UTC(2026, 10, 20)): TestClock {
  return {
    now: () => now,
    advance(ms) {
      now += ms;
    },
  };
}

/** @param comparisons how attributes of an operator's schemas are compared */
export async function openDirectory(
  engine: Engine,
  comparisons?: Comparisons,
): Promise<TestDirectory> {
  const storage = await engine.fresh('any');
  const clock = testClock();
  const db = await openDatabase({ ...storage, clock, random: systemRandom });
  const ids = createIds(clock, systemRandom);
  const directory = createDirectory({
    seal: createSeal(Buffer.alloc(32, 7)),
    clock,
    ids,
    audit: createAudit({ clock, ids }),
    search: { indexWords, forgetWords },
    comparisons,
  });
  const account = await db.transaction((tx) => directory.createAccount(tx, { name: 'Acme' }));
  let names = 0;
  const freshName = () => {
    names += 1;
    return `user${names}@example.com`;
  };
  const actor = (via: Actor['via'] = 'scim'): Actor => ({ accountId: account.id, via });
  return {
    db,
    clock,
    ids,
    directory,
    account,
    actor,
    freshName,
    write: (work) => db.transaction(work),
    addUser: (attributes = {}, more = {}) =>
      db.transaction((tx) =>
        directory.createUser(tx, actor(), {
          attributes: { userName: freshName(), ...attributes },
          origin: 'provisioned',
          ...more,
        }),
      ),
    putUser: (id, attributes, more = {}) =>
      db.transaction((tx) =>
        directory.changeUser(tx, actor(), id, {
          change: ({ active }) => ({ active, ...attributes }),
          mayDeactivate: true,
          visibility: 'provisioning',
          ...more,
        }),
      ),
    async close() {
      await db.close();
      await storage.dispose();
    },
  };
}
