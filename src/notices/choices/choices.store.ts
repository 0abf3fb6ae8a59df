import { sql } from 'kysely';
import type { Reader, Tx } from '#db/database.ts';
import { isIn } from '#db/dialect.ts';
import { type JsonObject, member } from '#kernel/json.ts';
import type { NoticeChannel, NoticeChoice, NoticeKind } from '#kernel/notice.ts';
import { knownTimeZone } from '#kernel/time-zone.ts';

export interface Chosen {
  readonly kind: NoticeKind;
  readonly channel: NoticeChannel;
  readonly choice: NoticeChoice;
}

/** At what hours somebody is told, by their clock. */
export interface Hours {
  /** The time zone that they chose; undefined: that of the profile, or of the organisation. */
  readonly ownTimeZone: string | undefined;
  readonly timeZone: string;
  /** A full hour, from 0 to 23, as those of the quiet time. */
  readonly digestHour: number;
  readonly quiet: { readonly from: number; readonly until: number } | undefined;
}

const DIGEST_HOUR = 7;

/** Lists what people have chosen, of one kind or all. */
export async function selectChoices(
  db: Reader,
  accountId: string,
  userIds: readonly string[],
  kind?: NoticeKind,
): Promise<readonly (Chosen & { readonly userId: string })[]> {
  return await db
    .selectFrom('notice_choices')
    .select(['user_id as userId', 'kind', 'channel', 'choice'])
    .where('account_id', '=', accountId)
    .where(isIn(db, sql.ref('user_id'), userIds))
    .$if(kind !== undefined, (query) => query.where('kind', '=', kind ?? 'assigned'))
    .execute();
}

export async function saveChoice(
  tx: Tx,
  accountId: string,
  userId: string,
  { kind, channel, choice }: Chosen,
): Promise<void> {
  await tx
    .insertInto('notice_choices')
    .values({ account_id: accountId, user_id: userId, kind, channel, choice })
    .onConflict((conflict) =>
      conflict.columns(['account_id', 'user_id', 'kind', 'channel']).doUpdateSet({ choice }),
    )
    .execute();
}

/** Returns the hours of users, by their ids. */
export async function selectHours(
  db: Reader,
  accountId: string,
  userIds: readonly string[],
): Promise<ReadonlyMap<string, Hours>> {
  const rows = await db
    .selectFrom('users as u')
    .innerJoin('accounts as a', 'a.id', 'u.account_id')
    .leftJoin('notice_hours as h', (join) =>
      join.onRef('h.account_id', '=', 'u.account_id').onRef('h.user_id', '=', 'u.id'),
    )
    .select(['u.id', 'u.attributes', 'a.time_zone as accountZone'])
    .select(['h.time_zone as ownZone', 'h.digest_hour', 'h.quiet_from', 'h.quiet_until'])
    .where('u.account_id', '=', accountId)
    .where(isIn(db, sql.ref('u.id'), userIds))
    .execute();
  return new Map(
    rows.map((row) => {
      const { quiet_from: from, quiet_until: until } = row;
      const hours: Hours = {
        ownTimeZone: row.ownZone ?? undefined,
        timeZone: row.ownZone ?? zoneOf(JSON.parse(row.attributes)) ?? row.accountZone,
        digestHour: row.digest_hour ?? DIGEST_HOUR,
        quiet: from === null || until === null ? undefined : { from, until },
      };
      return [row.id, hours];
    }),
  );
}

/** Returns the time zone of a profile (RFC 7643 §4.1.1). */
function zoneOf(attributes: JsonObject): string | undefined {
  const zone = member(attributes, 'timezone');
  return typeof zone === 'string' ? knownTimeZone(zone) : undefined;
}

export async function saveHours(
  tx: Tx,
  accountId: string,
  userId: string,
  { ownTimeZone, digestHour, quiet }: Omit<Hours, 'timeZone'>,
): Promise<void> {
  const columns = {
    time_zone: ownTimeZone ?? null,
    digest_hour: digestHour,
    quiet_from: quiet?.from ?? null,
    quiet_until: quiet?.until ?? null,
  };
  await tx
    .insertInto('notice_hours')
    .values({ account_id: accountId, user_id: userId, ...columns })
    .onConflict((conflict) => conflict.columns(['account_id', 'user_id']).doUpdateSet(columns))
    .execute();
}
