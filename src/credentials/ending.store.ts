import { sql } from 'kysely';
import type { Reader } from '#db/database.ts';

/** A credential whose last live secret expires soon. */
export interface EndingCredential {
  readonly id: string;
  readonly name: string;
  /** Milliseconds since the epoch. */
  readonly endsAt: number;
}

interface Span {
  readonly from: number;
  /** Both in milliseconds since the epoch. */
  readonly until: number;
  readonly limit: number;
}

/** Returns active credentials whose last secret expires within the span, in the order in which they expire. */
export async function selectEnding(
  db: Reader,
  accountId: string,
  { from, until, limit }: Span,
): Promise<readonly EndingCredential[]> {
  const end = sql<number | string>`max(s.expires_at)`;
  const { rows } = await sql<{ id: string; name: string; ends_at: number | string }>`
    select c.id, c.name, ${end} as ends_at from credentials c
    join secrets s on s.account_id = c.account_id and s.credential_id = c.id
    where c.account_id = ${accountId} and c.revoked_at is null and s.revoked_at is null
    group by c.id, c.name
    having count(*) = count(s.expires_at) and ${end} > ${from} and ${end} <= ${until}
    order by ends_at, c.id
    limit ${limit}
  `.execute(db);
  return rows.map(({ id, name, ends_at }) => ({ id, name, endsAt: Number(ends_at) }));
}
