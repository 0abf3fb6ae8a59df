import type { Reader } from '#db/database.ts';
import type { Letter } from '#mail/mailer.ts';
import { selectWaitingForm } from './form-notices.store.ts';
import { digestLetter } from './letters.ts';
import type { LettersDeps } from './letters-deps.ts';
import { organisationIn } from './organisation-in.ts';
import { findRecipient } from './recipient.ts';
import type { News } from './waiting-news.store.ts';

/** Names beyond these are a number. */
const MOST_NAMES = 20;
/** Forms that are looked up; of more it is only said that there are more. */
const MOST_FORMS = 200;

type Deps = Pick<LettersDeps, 'directory' | 'publicUrl'>;

/** Undefined when there is nobody to tell, or none of the forms waits for them any more. */
export async function composeDigest(
  deps: Deps,
  db: Reader,
  about: { readonly accountId: string; readonly userId: string; readonly news: readonly News[] },
): Promise<Letter | undefined> {
  const { accountId, userId, news } = about;
  const recipient = await findRecipient(deps, db, accountId, userId);
  if (!recipient) return undefined;
  const names: string[] = [];
  for (const { formId, assigneeId } of news.slice(0, MOST_FORMS)) {
    const form = await selectWaitingForm(db, accountId, formId);
    if (form?.assigneeId === assigneeId) names.push(form.name);
  }
  if (names.length === 0) return undefined;
  return digestLetter(recipient, {
    names: names.slice(0, MOST_NAMES),
    count: names.length + Math.max(0, news.length - MOST_FORMS),
    url: `${deps.publicUrl()}/forms${await organisationIn(deps, db, accountId)}`,
  });
}
