import type { Instance } from './instance.ts';

interface Waiting {
  /** Default: the first account. */
  readonly accountId?: string;
  /** Since when it should have been sent, in milliseconds. */
  readonly overdueMs: number;
  /** Claimed for an hour by a node that does nothing, so that no other node takes it. */
  readonly isClaimed?: true;
}

const HOUR_MS = 3_600_000;

/** Queues a mail that is due. Without a mail server, nothing takes it. */
export async function queueMail(
  { services: { db, clock, ids }, account }: Pick<Instance, 'services' | 'account'>,
  { accountId = account.accountId, overdueMs, isClaimed }: Waiting,
): Promise<void> {
  const now = clock.now();
  await db.reader
    .insertInto('notices')
    .values({
      account_id: accountId,
      id: ids.next(),
      kind: 'test',
      content: '',
      attempts: 0,
      next_at: now - overdueMs,
      ...(isClaimed && { claimed_until: now + HOUR_MS }),
      expires_at: now + 24 * HOUR_MS,
    })
    .execute();
}
