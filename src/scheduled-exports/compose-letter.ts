import type { Reader } from '#db/database.ts';
import { findExport, withSeenResults } from '#exports/index.ts';
import { dateFormat } from '#kernel/date-format.ts';
import { type JsonObject, member, textOf } from '#kernel/json.ts';
import { REGIONS } from '#kernel/locale.ts';
import { plainWords } from '#kernel/plain-words.ts';
import {
  findRecipient,
  type LettersDeps,
  letterTo,
  organisationIn,
  type Recipient,
} from '#letters/index.ts';
import type { Letter } from '#mail/mailer.ts';
import { NAMED_DAYS } from './limits.ts';
import { findRunOf, selectLeftOutBefore } from './runs.store.ts';
import { findScheduledExport } from './scheduled-exports.store.ts';

/**
 * Writes the letter that a scheduled export is ready, for its owner, if they still see its result. It has a link and no
 * answers.
 */
export const composeScheduledExport =
  (
    deps: Pick<LettersDeps, 'db' | 'directory' | 'publicUrl'> & {
      /** Returns the address by which somebody ends the mails of one of their scheduled exports. */
      readonly urlToEnd: (
        owner: { readonly accountId: string; readonly userId: string },
        id: string,
      ) => string;
    },
  ) =>
  async (accountId: string, about: JsonObject): Promise<readonly Letter[]> => {
    const db = deps.db.reader;
    const id = textOf(member(about, 'scheduledExport')) ?? '';
    const day = textOf(member(about, 'day')) ?? '';
    const each = await findScheduledExport(db, { accountId, id });
    const run = await findRunOf(db, { accountId, scheduleId: id, day });
    const recipient = each && (await findRecipient(deps, db, accountId, each.ownerId));
    if (!recipient || run?.exportId === undefined) return [];
    if (!(await seesResult(deps, db, { accountId, userId: each.ownerId }, run.exportId))) return [];
    const leftOut = await selectLeftOutBefore(
      db,
      { accountId, scheduleId: id, day },
      NAMED_DAYS + 1,
    );
    const organisation = await organisationIn(deps, db, accountId);
    const url = `${deps.publicUrl()}/exports${organisation}`;
    const unsubscribeUrl = deps.urlToEnd({ accountId, userId: each.ownerId }, id);
    return [readyLetter({ ...recipient, unsubscribeUrl }, { name: each.name, url, leftOut })];
  };

async function seesResult(
  deps: Pick<LettersDeps, 'db' | 'directory'>,
  db: Reader,
  { accountId, userId }: { readonly accountId: string; readonly userId: string },
  exportId: string,
): Promise<boolean> {
  const user = await deps.directory.readUser(db, accountId, userId, 'all');
  const job = await findExport(db, { accountId, userId }, exportId);
  if (!user || !job) return false;
  const [seen] = await withSeenResults(deps, { accountId, userId, role: user.role }, [job]);
  return seen !== undefined && seen.files.length > 0;
}

function readyLetter(
  to: Recipient,
  ready: {
    readonly name: string;
    readonly url: string;
    /** Days as YYYY-MM-DD, the latest first. */
    readonly leftOut: readonly string[];
  },
): Letter {
  const name = plainWords(ready.name);
  const { url } = ready;
  const isGerman = to.language === 'de';
  const days = daysText(to, ready.leftOut);
  if (isGerman) {
    return letterTo(
      to,
      `Export „${name}“ ist fertig`,
      [
        `Hier laden Sie den geplanten Export „${name}“ herunter:\n${url}`,
        'Die Dateien bleiben eine Woche.',
        ...(days === ''
          ? []
          : [`Für diese Tage gibt es keinen Export, weil Formstead nicht lief: ${days}.`]),
      ],
      'Exporte anzeigen',
    );
  }
  return letterTo(
    to,
    `Export “${name}” is ready`,
    [
      `Download the scheduled export “${name}” here:\n${url}`,
      'The files are kept for a week.',
      ...(days === ''
        ? []
        : [`There is no export for these days, because Formstead was not running: ${days}.`]),
    ],
    'View exports',
  );
}

/** Names the days that were left out, the earliest first, and says so if there were more. */
function daysText({ language }: Recipient, days: readonly string[]): string {
  const format = dateFormat(REGIONS[language], { dateStyle: 'long', timeZone: 'UTC' });
  const named = days
    .slice(0, NAMED_DAYS)
    .toReversed()
    .map((day) => format.format(Date.parse(day)));
  return [...(days.length > NAMED_DAYS ? ['…'] : []), ...named].join(', ');
}
