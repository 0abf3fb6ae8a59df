import type { Reader, Tx } from '#db/database.ts';
import { lockText } from '#db/text-locks.ts';
import { fail } from '#kernel/errors.ts';
import { NOTICE_CHANNELS } from '#kernel/notice.ts';
import { knownTimeZone } from '#kernel/time-zone.ts';
import type { NoticeSettings, NoticeSettingsChange } from './choices.shapes.ts';
import { saveChoice, saveHours, selectHours } from './choices.store.ts';
import { readChoices } from './choices.ts';
import type { Unsubscribing } from './unsubscribe-key.ts';

interface Person {
  readonly accountId: string;
  readonly userId: string;
}

/** Changes how somebody is told. What is not named stays as it is. @throws AppError `invalid-value` at `ownTimeZone` */
export async function changeNoticeSettings(
  tx: Tx,
  { accountId, userId }: Person,
  { kinds = [], ...change }: NoticeSettingsChange,
): Promise<void> {
  await lockText(tx, `notice choices ${accountId} ${userId}`);
  for (const each of kinds) {
    for (const channel of NOTICE_CHANNELS) {
      const choice = each[channel];
      if (choice === undefined) continue;
      await saveChoice(tx, accountId, userId, { kind: each.kind, channel, choice });
    }
  }
  if (Object.keys(change).length === 0) return;
  const hours = await hoursOf(tx, { accountId, userId });
  const { digestHour = hours.digestHour, quiet = hours.quiet, ownTimeZone } = change;
  await saveHours(tx, accountId, userId, {
    ownTimeZone: ownTimeZone === undefined ? hours.ownTimeZone : zoneIn(ownTimeZone),
    digestHour,
    quiet: quiet ?? undefined,
  });
}

/**
 * Turns off mails of some kinds, or of all that are in the digest.
 * @returns whether there is such a user
 */
export async function turnMailsOff(
  tx: Tx,
  { accountId, userId, kinds }: Unsubscribing,
): Promise<boolean> {
  if (!(await selectHours(tx, accountId, [userId])).has(userId)) return false;
  const choices = await readChoices(tx, { accountId, userId });
  const ended = choices.filter(({ kind, mail }) =>
    kinds === 'digest' ? mail === 'digest' : kinds.includes(kind),
  );
  const off = ended.map(({ kind }) => ({ kind, mail: 'off' }) as const);
  await changeNoticeSettings(tx, { accountId, userId }, { kinds: off });
  return true;
}

function zoneIn(given: string | null): string | undefined {
  if (given === null) return undefined;
  const zone = knownTimeZone(given);
  if (zone !== undefined) return zone;
  throw fail(
    'invalid-value',
    'This time zone does not exist. Send an IANA name, for example Europe/Berlin or UTC.',
    { at: 'ownTimeZone', because: { reason: 'unknown-time-zone' } },
  );
}

/** Returns how somebody is told, for their settings page. */
export async function readNoticeSettings(
  db: Reader,
  person: Person,
): Promise<Omit<NoticeSettings, 'mailOffered' | 'pushOffered' | 'email'>> {
  const hours = await hoursOf(db, person);
  return {
    kinds: [...(await readChoices(db, person))],
    digestHour: hours.digestHour,
    quiet: hours.quiet ?? null,
    timeZone: hours.timeZone,
    ownTimeZone: hours.ownTimeZone ?? null,
  };
}

async function hoursOf(db: Reader, { accountId, userId }: Person) {
  const hours = (await selectHours(db, accountId, [userId])).get(userId);
  if (hours === undefined) throw fail('not-found', 'There is no such user.');
  return hours;
}
