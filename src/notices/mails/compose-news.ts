import type { Reader } from '#db/database.ts';
import { readNames } from '#form-basics/index.ts';
import type { NoticeSubject } from '#kernel/notice.ts';
import { plainWords } from '#kernel/plain-words.ts';
import type { Seal } from '#kernel/seal.ts';
import {
  assignmentLetter,
  digestLetter,
  findRecipient,
  type LettersDeps,
  letterTo,
  organisationIn,
  type Recipient,
} from '#letters/index.ts';
import type { Letter } from '#mail/mailer.ts';
import type { BellOwner } from '#notices/bell.store.ts';
import { unsubscribeUrl } from '#notices/choices/unsubscribe-key.ts';
import type { Sights } from '#notices/sights.ts';
import type { News } from './bell-mails.store.ts';
import { DIGEST_WORDS, groupOf, newsWords } from './mail-words.ts';
import { type TellableNews, tellableNews } from './tellable-news.ts';

/** The maximum number of names of a group in a letter; the rest is a number. */
const MOST_NAMES = 20;

export interface NewsDeps extends Pick<LettersDeps, 'directory' | 'publicUrl'> {
  readonly sights: Sights;
  readonly seal: Seal;
}

/** Writes the letter about news to somebody; undefined if nobody or nothing is left to tell. */
export async function composeNews(
  deps: NewsDeps,
  db: Reader,
  { accountId, userId }: BellOwner,
  news: readonly News[],
): Promise<Letter | undefined> {
  const user = await deps.directory.readUser(db, accountId, userId, 'all');
  const reader = await findRecipient(deps, db, accountId, userId);
  if (!user?.active || !reader) return undefined;
  const told = await tellableNews(deps, db, { accountId, userId, role: user.role }, news);
  const [first] = told;
  if (first === undefined) return undefined;
  const kinds = told.every(({ choice }) => choice === 'digest')
    ? 'digest'
    : [...new Set(told.map(({ kind }) => kind))];
  const to = { ...reader, unsubscribeUrl: unsubscribeUrl(deps, { accountId, userId, kinds }) };
  const organisation = await organisationIn(deps, db, accountId);
  const base = deps.publicUrl();
  const urlOf = (path: string) => `${base}${path}${organisation}`;
  if (told.length > 1) return manyLetter(to, told, urlOf);
  const ids = [first.by, first.groupId].filter((id) => id !== undefined);
  const names = await readNames(db, accountId, ids);
  const nameOf = (id: string | undefined) => (id === undefined ? undefined : names.get(id));
  const url = urlOf(pathOf(first.about));
  const by = nameOf(first.by);
  if (first.kind === 'assigned' && first.about.type === 'form') {
    const groupName = nameOf(first.groupId);
    return assignmentLetter(to, { name: first.name, url, by, groupName });
  }
  return oneLetter(to, first, by, url);
}

const PATHS: Readonly<Record<NoticeSubject, (id: string) => string>> = {
  form: (id) => `/forms/${id}`,
  assignment: (id) => `/work/${id}`,
  template: (id) => `/templates/${id}`,
  export: () => '/exports',
  'scheduled-export': () => '/scheduled-exports',
  bulk: () => '/notices',
  webhook: (id) => `/webhooks/${id}`,
  dashboard: (id) => `/dashboards/${id}`,
  alert: () => '/notices',
};

const pathOf = ({ type, id }: News['about']): string => PATHS[type](id);

function oneLetter(
  to: Recipient,
  { kind, outcome, name }: TellableNews,
  by: string | undefined,
  url: string,
): Letter {
  const words = newsWords(to.language, groupOf(kind, outcome));
  const { open, button } = DIGEST_WORDS[to.language];
  const shown = plainWords(name);
  const who = by === undefined ? undefined : plainWords(by);
  return letterTo(to, words.subject(shown), [words.one(shown, who), `${open}\n${url}`], button);
}

function manyLetter(
  to: Recipient,
  told: readonly TellableNews[],
  urlOf: (path: string) => string,
): Letter {
  const groups = Map.groupBy(told, ({ kind, outcome }) => groupOf(kind, outcome));
  if (groups.size === 1 && groups.has('assigned')) {
    const names = told.slice(0, MOST_NAMES).map(({ name }) => name);
    return digestLetter(to, { names, count: told.length, url: urlOf('/forms') });
  }
  const { subject, more, openMany, button } = DIGEST_WORDS[to.language];
  const number = (count: number) => count.toLocaleString(to.language);
  const paragraphs = [...groups].map(([group, of]) => {
    const words = newsWords(to.language, group);
    const [only] = of;
    if (only !== undefined && of.length === 1) return words.one(plainWords(only.name), undefined);
    const named = of.filter(({ name }) => name !== '').slice(0, MOST_NAMES);
    const rest = named.length === 0 ? 0 : of.length - named.length;
    const lines = named.map(({ name }) => `- ${plainWords(name)}`);
    const tail = rest > 0 ? [more(number(rest))] : [];
    return [words.many(number(of.length)), ...lines, ...tail].join('\n');
  });
  const link = `${openMany}\n${urlOf('/notices')}`;
  return letterTo(to, subject(number(told.length)), [...paragraphs, link], button);
}
