import { createHash } from 'node:crypto';
import type { Database, Tx } from '#db/database.ts';
import { tryLockText } from '#db/text-locks.ts';
import type { Request, UserPrincipal } from '#http/endpoint.ts';
import type { Clock } from '#kernel/clock.ts';
import { fail } from '#kernel/errors.ts';
import type { Seal } from '#kernel/seal.ts';
import { resultContext } from './answer-context.ts';
import { findStoredAnswer, KEPT_MS, storeAnswer } from './idempotent-answers.store.ts';
import { readKey } from './read-key.ts';

export interface IdempotencyDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly seal: Seal;
}

type Asked = Pick<Request<UserPrincipal>, 'principal' | 'headers' | 'body' | 'query'>;

export interface Idempotency {
  /**
   * Runs `work` in a transaction. If the request has an Idempotency-Key, the result is kept for a day in the same
   * transaction, and the same request with the same key gets it without running `work` again. A request that fails
   * keeps nothing, so that it may be corrected and sent again.
   * @param request undefined for one that cannot have a key
   * @param target method and path of the request
   * @param work returns what JSON can hold
   * @throws AppError `idempotency-key-reused` for another request with the key, `idempotency-key-busy` while the first
   * one still runs, `invalid-parameter` for a key of the wrong form, and the errors of `work`
   */
  once<T>(request: Asked | undefined, target: string, work: (tx: Tx) => Promise<T>): Promise<T>;
}

export function createIdempotency({ db, clock, seal }: IdempotencyDeps): Idempotency {
  // Other nodes are held off by the lock in the storage; this also covers SQLite, which has no such locks.
  const running = new Set<string>();

  return {
    async once<T>(
      request: Asked | undefined,
      target: string,
      work: (tx: Tx) => Promise<T>,
    ): Promise<T> {
      const key = request && readKey(request.headers['idempotency-key']);
      if (request === undefined || key === undefined) return db.transaction(work);
      const { accountId, userId, credentialId } = request.principal;
      const owner = credentialId ?? userId;
      const id = digest([owner, key]);
      const fingerprint = digest([
        userId,
        target,
        request.query.toString(),
        JSON.stringify(request.body ?? null),
      ]);
      const slot = `${accountId} ${id}`;
      if (running.has(slot)) throw stillRunning();
      running.add(slot);
      try {
        return await db.transaction(async (tx) => {
          if (!(await tryLockText(tx, `idempotent ${slot}`))) throw stillRunning();
          const found = await findStoredAnswer(tx, { accountId, id }, clock.now() - KEPT_MS);
          if (found) return openResult<T>(found, fingerprint, resultContext(accountId, id));
          const result = await work(tx);
          const sealed = seal.seal(resultContext(accountId, id), JSON.stringify(result));
          const createdAt = clock.now();
          await storeAnswer(tx, { accountId, id, owner, fingerprint, result: sealed, createdAt });
          return result;
        });
      } finally {
        running.delete(slot);
      }
    },
  };

  /** @throws AppError `idempotency-key-reused` */
  function openResult<T>(
    { fingerprint, result }: { readonly fingerprint: string; readonly result: string },
    wanted: string,
    context: string,
  ): T {
    if (fingerprint !== wanted) {
      const text =
        'This Idempotency-Key was sent with another request. Send a new key, or the same request as before.';
      throw fail('idempotency-key-reused', text, { at: 'Idempotency-Key' });
    }
    const text = seal.open(context, result);
    if (text === undefined) throw new Error('a kept result was sealed with an unknown master key');
    return JSON.parse(text);
  }
}

const stillRunning = () =>
  fail(
    'idempotency-key-busy',
    'The first request with this Idempotency-Key is still running. Send it again in a moment.',
    { at: 'Idempotency-Key', headers: { 'retry-after': '1' } },
  );

/** Returns a digest of several texts, which none of them can end early. */
const digest = (parts: readonly string[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('base64url');
