import type { Reader } from '#db/database.ts';
import type { Directory } from '#directory/index.ts';
import type { Viewer } from '#form-basics/index.ts';
import type { NoticeChoice, NoticeKind } from '#kernel/notice.ts';
import { readChoices } from '#notices/choices/choices.ts';
import { isTold, seeSubjects } from '#notices/shown-notices.ts';
import type { Sights } from '#notices/sights.ts';
import type { News } from './bell-mails.store.ts';
import {
  type MailedSubject,
  selectMailedForms,
  selectMailedWork,
} from './mailed-subjects.store.ts';

/** A piece of news as a mail tells it. */
export interface TellableNews extends News {
  /** Empty for things without a name. It holds no answer. */
  readonly name: string;
  readonly choice: NoticeChoice;
  /** The group of the reader that has the form or the work. */
  readonly groupId: string | undefined;
}

interface Deps {
  readonly sights: Sights;
  readonly directory: Pick<Directory, 'groupIdsOf'>;
}

const isTheirs = (subject: MailedSubject, own: ReadonlySet<string>): boolean =>
  subject.isOpen && own.has(subject.assigneeId);

/** News of these kinds are old once this is not true any more. */
const HOLDS: Partial<
  Readonly<Record<NoticeKind, (of: MailedSubject, own: ReadonlySet<string>) => boolean>>
> = {
  assigned: isTheirs,
  'due-soon': isTheirs,
  late: isTheirs,
  reminder: isTheirs,
  'review-asked': ({ isInReview }) => isInReview,
};

/**
 * Returns those of the news that somebody may be mailed at this moment: of what is still there and they may see, as long
 * as it is still so, and unless they have turned its kind off.
 */
export async function tellableNews(
  { sights, directory }: Deps,
  db: Reader,
  viewer: Viewer,
  news: readonly News[],
): Promise<readonly TellableNews[]> {
  const { accountId, userId } = viewer;
  const choices = new Map((await readChoices(db, viewer)).map(({ kind, mail }) => [kind, mail]));
  const wanted = news.filter(({ kind }) => choices.get(kind) !== 'off');
  const idsOf = (type: string) =>
    wanted.flatMap(({ about }) => (about.type === type ? [about.id] : []));
  const known = new Map([
    ...(await selectMailedForms(db, accountId, idsOf('form'))),
    ...(await selectMailedWork(db, accountId, idsOf('assignment'))),
  ]);
  const subjects = wanted.map(({ about }) => about);
  const seen = await seeSubjects(db, sights, viewer, subjects);
  const own = new Set([userId, ...(await directory.groupIdsOf(db, accountId, userId))]);
  return wanted.flatMap((each) => {
    const { kind, about } = each;
    const [subject, sight] = [known.get(about.id), seen.get(about.id)];
    if (!isTold(kind, sight)) return [];
    const holds = HOLDS[kind];
    if (holds && !(subject && holds(subject, own))) return [];
    const name = (sight.isOpen ? subject?.name : undefined) ?? sight.name ?? '';
    const groupId = subject?.isForGroup === true ? subject.assigneeId : undefined;
    return [{ ...each, name, choice: choices.get(kind) ?? 'now', groupId }];
  });
}
