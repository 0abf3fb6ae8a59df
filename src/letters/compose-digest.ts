import type { Reader } from '#db/database.ts';
import type { Letter } from '#mail/mailer.ts';
import type { DigestEntry } from './digest-entries.store.ts';
import { digestLetter } from './letters.ts';
import type { LettersDeps } from './letters-deps.ts';
import { organisationIn } from './organisation-in.ts';
import { findRecipient } from './recipient.ts';
import { selectWaitingForm } from './waiting-form.store.ts';

/** The maximum number of form names in a letter; the rest is a number. */
const MOST_NAMES = 20;
/** The maximum number of forms that are looked up; further ones are counted without a check. */
const MOST_FORMS = 200;

type Deps = Pick<LettersDeps, 'directory' | 'publicUrl'>;

/** Returns undefined if there is no recipient, or if none of the forms still waits for them. */
export async function composeDigest(
  deps: Deps,
  db: Reader,
  about: {
    readonly accountId: string;
    readonly userId: string;
    readonly entries: readonly DigestEntry[];
  },
): Promise<Letter | undefined> {
  const { accountId, userId, entries } = about;
  const recipient = await findRecipient(deps, db, accountId, userId);
  if (!recipient) return undefined;
  // Somebody may have left a group since the form was assigned to it.
  const groups = await deps.directory.groupIdsOf(db, accountId, userId);
  const own = new Set([userId, ...groups]);
  const names: string[] = [];
  for (const { formId, assigneeId } of entries.slice(0, MOST_FORMS)) {
    const form = await selectWaitingForm(db, accountId, formId);
    if (form?.assigneeId === assigneeId && own.has(assigneeId)) names.push(form.name);
  }
  if (names.length === 0) return undefined;
  return digestLetter(recipient, {
    names: names.slice(0, MOST_NAMES),
    count: names.length + Math.max(0, entries.length - MOST_FORMS),
    url: `${deps.publicUrl()}/forms${await organisationIn(deps, db, accountId)}`,
  });
}
