import { isObject, type JsonObject, type JsonValue, member } from '#kernel/json.ts';
import { NOTICE_KINDS, NOTICE_SUBJECTS } from '#kernel/notice.ts';
import type { QueuedMail } from '#mail-queue/index.ts';
import type { News } from './bell-mails.store.ts';

const LIFE_MS = 2 * 24 * 60 * 60_000;

/**
 * Returns a mail for the queue that holds news by their ids. Its text is written when it is sent.
 * @param isCollected it is one mail of what has waited, so no quota counts it again
 */
export function newsMail(
  userId: string,
  news: readonly News[],
  { now, isCollected }: { readonly now: number; readonly isCollected: boolean },
): QueuedMail {
  const kind = isCollected ? 'digest' : (news[0]?.kind ?? 'notice');
  const about = { to: userId, news: news.map(toJson), isCollected };
  return { kind, expiresAt: now + LIFE_MS, content: { about } };
}

const toJson = ({ kind, about, by, outcome, at }: News): JsonObject => ({
  ...{ kind, type: about.type, id: about.id, at },
  ...{ by: by ?? null, outcome: outcome ?? null },
});

/** Returns the news of such a mail. A kind that this version does not know is left out. */
export const newsIn = (values: readonly JsonValue[]): readonly News[] => values.flatMap(toNews);

function toNews(value: JsonValue): readonly News[] {
  if (!isObject(value)) return [];
  const text = (name: string): string | undefined => {
    const found = member(value, name);
    return typeof found === 'string' ? found : undefined;
  };
  const kind = NOTICE_KINDS.find((each) => each === text('kind'));
  const type = NOTICE_SUBJECTS.find((each) => each === text('type'));
  if (kind === undefined || type === undefined) return [];
  const about = { type, id: text('id') ?? '' };
  const at = Number(member(value, 'at'));
  return [{ kind, about, by: text('by'), outcome: text('outcome'), at }];
}
