import type { Database } from '#db/database.ts';
import { type JsonObject, type JsonValue, member, textOf } from '#kernel/json.ts';
import { findRecipient, type LettersDeps, organisationIn } from '#letters/index.ts';
import type { Letter } from '#mail/mailer.ts';
import type { MailsNow } from '#notices/index.ts';
import { reminderLetter } from './reminder-letter.ts';
import { selectRemindedWork } from './reminders.store.ts';

interface Deps extends Pick<LettersDeps, 'clock' | 'directory' | 'publicUrl'> {
  readonly db: Pick<Database, 'reader'>;
  readonly mailsNow: MailsNow;
}

/** Writes the letter about work that somebody was reminded of: of what they still have, unless they chose otherwise. */
export const composeReminder =
  (deps: Deps) =>
  async (accountId: string, about: JsonObject): Promise<readonly Letter[]> => {
    const { directory, clock, mailsNow } = deps;
    const db = deps.db.reader;
    const [type, id = '', userId = ''] = ['type', 'id', 'to'].map((name) =>
      textOf(member(about, name)),
    );
    const named = member(about, 'reminded');
    const values: readonly JsonValue[] = Array.isArray(named) ? named : [];
    const work = await selectRemindedWork(db, { accountId, id }, values.map(textOf));
    const recipient = await findRecipient({ directory }, db, accountId, userId);
    const groups = type === 'Group' ? await directory.groupIdsOf(db, accountId, userId) : [];
    const isTheirs = type === 'Group' ? [...groups].includes(id) : userId === id;
    if (work.length === 0 || !recipient || !isTheirs) return [];
    const at = clock.now();
    const news = work.map(({ id: workId }) => {
      const subject = { type: 'assignment', id: workId } as const;
      return { kind: 'reminder', about: subject, by: undefined, outcome: undefined, at } as const;
    });
    const unsubscribeUrl = await mailsNow(db, { accountId, userId }, news);
    if (unsubscribeUrl === undefined) return [];
    const url = `${deps.publicUrl()}/forms${await organisationIn(deps, db, accountId)}`;
    const group = type === 'Group' ? await directory.readGroup(db, accountId, id) : undefined;
    const told = { work, url, group: group?.displayName };
    return [reminderLetter({ ...recipient, unsubscribeUrl }, told)];
  };
