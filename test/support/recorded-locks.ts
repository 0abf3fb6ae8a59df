// Records the locks of transactions on PostgreSQL in order, and the deadlocks, from what the driver sends.
import pg from 'pg';
import { Batch } from '#db/postgres-batch.ts';

type Lock = 'account' | 'groups' | 'users';

export interface RecordedLocks {
  /** The locks of each transaction that took any, in order. */
  readonly transactions: readonly (readonly Lock[])[];
  /** How often PostgreSQL ended a transaction because of a deadlock. */
  readonly deadlocks: number;
  stop(): void;
}

const DEADLOCK = '40P01';
const LOCKS: readonly (readonly [RegExp, Lock])[] = [
  [/from "accounts".* for (?:no key )?update/s, 'account'],
  [/from "groups".* for (?:no key )?update|^update "groups"|^delete from "groups"/s, 'groups'],
  [/from "users".* for (?:no key )?update|^update "users"|^delete from "users"/s, 'users'],
];

/** Records all connections that this process opens from now on. */
export function recordLocks(): RecordedLocks {
  const { query } = pg.Client.prototype;
  const transactions: Lock[][] = [];
  const open = new WeakMap<object, Lock[]>();
  let deadlocks = 0;
  const note = (client: object, text: string): void => {
    if (/^begin/.test(text)) open.set(client, []);
    const locks = open.get(client);
    if (!locks) return;
    const found = LOCKS.find(([pattern]) => pattern.test(text));
    if (found) locks.push(found[1]);
    if (!/^(?:commit|rollback)/.test(text)) return;
    open.delete(client);
    if (locks.length > 0) transactions.push(locks);
  };
  function recorded(this: pg.Client, ...args: readonly unknown[]): unknown {
    const [first] = args;
    for (const text of textsOf(first)) note(this, text);
    const sent: unknown = Reflect.apply(query, this, args);
    const answer = first instanceof Batch ? first.results : sent;
    if (answer instanceof Promise) {
      answer.catch((error: { readonly code?: unknown }) => {
        if (error.code === DEADLOCK) deadlocks += 1;
      });
    }
    return sent;
  }
  pg.Client.prototype.query = recorded as typeof query;
  return {
    transactions,
    get deadlocks() {
      return deadlocks;
    },
    stop() {
      pg.Client.prototype.query = query;
    },
  };
}

/** @param query what the driver is given: a text, a statement, or several that go out together */
const textsOf = (query: unknown): readonly string[] =>
  query instanceof Batch
    ? query.statements.map(({ text }) => text)
    : [typeof query === 'string' ? query : String((query as { text?: unknown }).text)];
