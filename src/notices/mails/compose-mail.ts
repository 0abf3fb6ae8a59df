import type { Database } from '#db/database.ts';
import type { Clock } from '#kernel/clock.ts';
import { type JsonObject, member, textOf } from '#kernel/json.ts';
import { type MayMail, peopleOfGroup } from '#letters/index.ts';
import type { ComposedLetter } from '#mail-queue/index.ts';
import type { BellOwner } from '#notices/bell.store.ts';
import { quietUntil } from '#notices/choices/choices.ts';
import { keepNews, type News } from './bell-mails.store.ts';
import { composeNews, type NewsDeps } from './compose-news.ts';
import { newsIn, newsMail } from './news-mail.ts';
import { GATHERED_MS } from './send-bell-mails.ts';

export interface ComposeMailDeps extends NewsDeps {
  readonly db: Pick<Database, 'reader'>;
  readonly clock: Clock;
  readonly mayMail: MayMail;
}

/**
 * Writes the letter of news that go out at once. Beyond a quota of the reader, or of whoever caused them, they wait for
 * one letter about all of them (decision 53), and so do those that are tried again in quiet hours.
 */
export const composeMail =
  (deps: ComposeMailDeps) =>
  async (
    accountId: string,
    about: JsonObject,
    isAgain: boolean,
  ): Promise<readonly ComposedLetter[]> => {
    // A letter that is tried again was counted at the first attempt, and what has waited when it came.
    const isCounted = isAgain || member(about, 'isCollected') === true;
    const letters: ComposedLetter[] = [];
    for (const { userId, news } of await mailsIn(deps, accountId, about)) {
      const letter = await letterNow(deps, { accountId, userId }, news, isCounted);
      if (letter) letters.push(letter);
    }
    return letters;
  };

/** Returns the letter that is sent now; undefined if there is nothing left to tell, or the news wait. */
async function letterNow(
  deps: ComposeMailDeps,
  person: BellOwner,
  news: readonly News[],
  isCounted: boolean,
): Promise<ComposedLetter | undefined> {
  const { db, clock, mayMail } = deps;
  const { accountId, userId } = person;
  const now = clock.now();
  const keepUntil = async (until: number): Promise<undefined> => {
    await keepNews(db.reader, person, news, until);
  };
  const quiet = await quietUntil(db.reader, person, now);
  if (quiet > now) return await keepUntil(quiet);
  const letter = await composeNews(deps, db.reader, person, news);
  if (!letter) return undefined;
  const by = news.at(-1)?.by ?? userId;
  if (!isCounted && !(await mayMail(accountId, { by, to: userId }))) {
    return await keepUntil(now + GATHERED_MS);
  }
  // If only this letter is sent again, its text is written anew, by the rights that its reader has then.
  const { content } = newsMail(userId, news, { now, isCollected: true });
  return { ...letter, ...('about' in content && { own: content.about }) };
}

interface Mail {
  readonly userId: string;
  readonly news: readonly News[];
}

async function mailsIn(
  { db, directory, clock }: ComposeMailDeps,
  accountId: string,
  about: JsonObject,
): Promise<readonly Mail[]> {
  const to = textOf(member(about, 'to'));
  const news = member(about, 'news');
  if (Array.isArray(news)) return [{ userId: to, news: newsIn(news) }];
  // A mail that a node of 0.2.0 has queued: a form was assigned to a person or a group.
  const [form, type, by] = ['form', 'type', 'by'].map((name) => textOf(member(about, name)));
  const subject = { type: 'form', id: form ?? '' } as const;
  const at = clock.now();
  const assigned: News = { kind: 'assigned', about: subject, by, outcome: undefined, at };
  const isGroup = type === 'Group';
  const people = isGroup ? await peopleOfGroup({ directory }, db.reader, accountId, to) : [to];
  return people.filter((userId) => userId !== by).map((userId) => ({ userId, news: [assigned] }));
}
