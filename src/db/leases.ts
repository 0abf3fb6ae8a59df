import { claimEnd, storageNow } from './claims.ts';
import type { Reader } from './dialect.ts';

/** The right to do some work until it expires or is renewed. */
interface Lease {
  readonly name: string;
  readonly holder: string;
  /** The node's clock; with several nodes, the storage's clock is used instead. */
  readonly now: number;
  readonly lifeMs: number;
}

/** Returns the leases for background work that only one node does (jobs/). */
export const leasesIn = (db: { readonly reader: Reader }) => ({
  take: (lease: Lease) => takeLease(db.reader, lease),
  releaseAll: (holder: string) => releaseLeases(db.reader, holder),
});

/** Returns who has a lease, or had it last; undefined if it was released. */
export async function leaseHolder(db: Reader, name: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('leases')
    .select('holder')
    .where('name', '=', name)
    .executeTakeFirst();
  return row?.holder;
}

/** Takes or renews a lease in one statement. @returns false while another holder has it */
async function takeLease(db: Reader, lease: Lease): Promise<boolean> {
  const { name, holder, lifeMs } = lease;
  const now = storageNow(db, lease.now);
  const expiresAt = claimEnd(db, lease.now, lifeMs);
  const row = await db
    .insertInto('leases')
    .values({ name, holder, expires_at: expiresAt })
    .onConflict((conflict) =>
      conflict
        .column('name')
        .doUpdateSet({ holder, expires_at: expiresAt })
        .where((eb) =>
          eb.or([
            eb('leases.holder', '=', holder),
            eb('leases.expires_at', '<=', now),
            // No lease lasts this long: the clock was wrong when it was taken, possibly by years.
            eb('leases.expires_at', '>', claimEnd(db, lease.now, 2 * lifeMs)),
          ]),
        ),
    )
    .returning('name')
    .executeTakeFirst();
  return row !== undefined;
}

/** Deletes leases whose holders did not release them. @param longestMs none lasts longer, if the clock is right */
export async function forgetLapsed(
  db: Reader,
  prefix: string,
  { now, longestMs }: { readonly now: number; readonly longestMs: number },
): Promise<void> {
  await db
    .deleteFrom('leases')
    .where('name', 'like', `${prefix}%`)
    .where((eb) =>
      eb.or([
        eb('expires_at', '<=', storageNow(db, now)),
        eb('expires_at', '>', claimEnd(db, now, longestMs)),
      ]),
    )
    .execute();
}

async function releaseLeases(db: Reader, holder: string): Promise<void> {
  await db.deleteFrom('leases').where('holder', '=', holder).execute();
}
