import type { CompiledQuery } from 'kysely';
import type pg from 'pg';
import { LATER, TOGETHER } from './flush.ts';
import { Batch, type BatchStatement } from './postgres-batch.ts';
import { preparedName } from './prepared-names.ts';

/** The statements with which Kysely begins and ends a transaction. */
const BEGIN = 'begin';
const COMMIT = 'commit';
const ROLLBACK = 'rollback';

/** How many statements wait for the next one at most, and how many characters their values have. */
const MOST_HELD = 64;
const MOST_HELD_CHARS = 1_048_576;

export interface FlushSettings {
  /** The statements that begin a transaction. */
  readonly begin: readonly string[];
  /** Whether the connection keeps the plans of frequent statements. */
  readonly namedStatements: boolean;
  /** How the columns of results are read. */
  readonly types: pg.CustomTypesConfig;
}

interface Waiting {
  readonly statements: readonly BatchStatement[];
  resolve(results: readonly Result[]): void;
  reject(error: unknown): void;
}

type Result = Pick<pg.QueryResult, 'command' | 'rowCount' | 'rows'>;
type Query = (sql: string, values?: readonly unknown[]) => Promise<Result>;

/**
 * Returns a `query` for Kysely that sends `begin` with the first statement of a transaction, what is for `later` with the
 * next one or with the commit, and statements that are asked for at the same time together (decision 155).
 */
export function flushing(client: pg.PoolClient, settings: FlushSettings): Query {
  const toStatement = (text: string, values: readonly unknown[]): BatchStatement => ({
    text,
    values,
    name: settings.namedStatements ? preparedName(text) : undefined,
  });
  const beginning = settings.begin.map((text) => toStatement(text, []));
  const send = client.query.bind(client);
  let held: readonly BatchStatement[] = [];
  let heldChars = 0;
  /** Whether the server knows of the transaction. */
  let isOpen = false;
  /** Statements of the transaction that go out together, once nobody asks for another one at this moment. */
  let waiting: readonly Waiting[] = [];
  let isSending = false;

  const forget = (): void => {
    held = [];
    heldChars = 0;
  };
  const sendAlone = ({ text, values, name }: BatchStatement): Promise<Result> =>
    // Without values it may be several statements, which a batch can't have.
    values.length === 0 && name === undefined
      ? send(text)
      : send({ text, values: [...values], ...(name !== undefined && { name }) });
  /** Returns the results of `statements`, which are sent behind those that are held. */
  const flush = async (statements: readonly BatchStatement[]): Promise<readonly Result[]> => {
    const before = held;
    forget();
    isOpen ||= before.length > 0;
    const [first] = statements;
    if (before.length === 0 && statements.length === 1 && first) return [await sendAlone(first)];
    const batch = new Batch([...before, ...statements], settings.types);
    send(batch);
    return (await batch.results).slice(before.length);
  };
  const sendWaiting = async (): Promise<void> => {
    isSending = true;
    while (waiting.length > 0) {
      const sent = waiting;
      waiting = [];
      try {
        const results = [...(await flush(sent.flatMap(({ statements }) => statements)))];
        for (const { statements, resolve } of sent) resolve(results.splice(0, statements.length));
      } catch (error) {
        // The server has skipped what followed, and takes nothing more in this transaction.
        for (const { reject } of sent) reject(error);
      }
    }
    isSending = false;
  };
  /** Sends statements with all others of the transaction that are asked for before any answer can have come. */
  const gather = (statements: readonly BatchStatement[]): Promise<readonly Result[]> => {
    const { promise, resolve, reject } = Promise.withResolvers<readonly Result[]>();
    if (waiting.length === 0 && !isSending) process.nextTick(sendWaiting);
    waiting = [...waiting, { statements, resolve, reject }];
    return promise;
  };
  const one = async (statement: BatchStatement): Promise<Result> => {
    if (held.length > 0 && statement.text.includes(';')) {
      await flush([]);
      return sendAlone(statement);
    }
    const [result] = await gather([statement]);
    return result ?? NOTHING;
  };
  const hold = async (statements: readonly BatchStatement[]): Promise<Result> => {
    held = [...held, ...statements];
    for (const { values } of statements)
      for (const value of values) heldChars += typeof value === 'string' ? value.length : 0;
    if (held.length >= MOST_HELD || heldChars >= MOST_HELD_CHARS) await gather([]);
    return NOTHING;
  };
  const drop = (): void => {
    forget();
    for (const { reject } of waiting) reject(new Error('The transaction was rolled back.'));
    waiting = [];
  };
  const end = async (command: 'COMMIT' | 'ROLLBACK', text: string): Promise<Result> => {
    // Sent with them, it would be skipped when one of them fails.
    if (command === 'ROLLBACK') drop();
    const isUnknown = !isOpen && waiting.length === 0 && held.length <= beginning.length;
    if (isUnknown) forget();
    if (isUnknown) return { ...NOTHING, command };
    const result = await one(toStatement(text, []));
    // Not when it fails: what it was sent with may have failed, and the transaction is still to be rolled back.
    isOpen = false;
    return result;
  };
  const compiled = (queries: readonly unknown[]): readonly BatchStatement[] =>
    (queries as readonly CompiledQuery[]).map(({ sql, parameters }) =>
      toStatement(sql, parameters),
    );

  const runTogether = async (statements: readonly BatchStatement[]): Promise<Result> => {
    const results = await (isInTransaction() ? gather : flush)(statements);
    return { ...NOTHING, rows: results.map(({ rows }) => rows) };
  };
  const run = async (statement: BatchStatement): Promise<Result> => {
    if (isInTransaction()) return one(statement);
    const [result] = await flush([statement]);
    return result ?? NOTHING;
  };
  const isInTransaction = (): boolean => isOpen || held.length > 0;

  return async (sql, values = []) => {
    if (sql === BEGIN) {
      held = beginning;
      return { ...NOTHING, command: 'BEGIN' };
    }
    if (sql === COMMIT) return end('COMMIT', sql);
    if (sql === ROLLBACK) return end('ROLLBACK', sql);
    // Outside of a transaction nothing would follow it.
    if (sql === LATER && isInTransaction()) return hold(compiled(values));
    if (sql === TOGETHER || sql === LATER) return runTogether(compiled(values));
    // With an isolation level, which is not held.
    isOpen ||= sql.startsWith('start transaction');
    return run(toStatement(sql, values));
  };
}

const NOTHING: Result = { command: 'SELECT', rowCount: 0, rows: [] };
