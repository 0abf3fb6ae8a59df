import type { Reader } from '#db/database.ts';
import {
  NOTICE_CHANNELS,
  NOTICE_KINDS,
  type NoticeChannel,
  type NoticeChoice,
  type NoticeKind,
} from '#kernel/notice.ts';
import { type Chosen, selectChoices, selectHours } from './choices.store.ts';
import { endOfQuiet, whenTold } from './when-told.ts';

/**
 * What holds until somebody chooses. Mailed at once are those that people were mailed before they could choose, and what
 * somebody else set up for them by a rule.
 */
const DEFAULTS: Readonly<Record<NoticeKind, { readonly mail: NoticeChoice }>> = {
  assigned: { mail: 'now' },
  'due-soon': { mail: 'digest' },
  late: { mail: 'digest' },
  'handed-on': { mail: 'off' },
  reminder: { mail: 'now' },
  'review-asked': { mail: 'digest' },
  'review-decided': { mail: 'digest' },
  'came-in': { mail: 'now' },
  remark: { mail: 'digest' },
  rule: { mail: 'now' },
  'rule-stopped': { mail: 'now' },
  'export-ready': { mail: 'off' },
  'job-ready': { mail: 'off' },
  'webhook-failing': { mail: 'now' },
  'delivery-failing': { mail: 'now' },
  dashboard: { mail: 'now' },
  retention: { mail: 'now' },
  alert: { mail: 'now' },
};
/** Nothing is pushed until somebody turns it on for a device. */
const PUSHED: NoticeChoice = 'now';

/** When somebody is told by each channel, in milliseconds: now or earlier means at once, undefined never. */
export type Channels = Readonly<Record<NoticeChannel, number | undefined>>;

/**
 * Returns by which channels users are told of a kind, and when. It is asked when something happens, and again when it
 * goes out, since a choice may have changed in between.
 * @param now in milliseconds
 */
export async function channelsFor(
  db: Reader,
  { accountId, userIds }: { readonly accountId: string; readonly userIds: readonly string[] },
  kind: NoticeKind,
  now: number,
): Promise<ReadonlyMap<string, Channels>> {
  const chosen = await selectChoices(db, accountId, userIds, kind);
  const hours = await selectHours(db, accountId, userIds);
  const choices = Map.groupBy(chosen, ({ userId }) => userId);
  return new Map(
    [...hours].map(([userId, own]) => {
      const [choice] = chosenOrDefault(choices.get(userId) ?? [], [kind]);
      const at = (channel: NoticeChannel) => whenTold(own, choice?.[channel] ?? 'off', now);
      return [userId, { mail: at('mail'), push: at('push') }];
    }),
  );
}

/**
 * Returns when the quiet hours of somebody end, or the time itself outside of them. It is asked at each attempt to tell them:
 * what could not be sent by day is tried again at night.
 * @param now in milliseconds
 */
export async function quietUntil(
  db: Reader,
  { accountId, userId }: { readonly accountId: string; readonly userId: string },
  now: number,
): Promise<number> {
  const hours = (await selectHours(db, accountId, [userId])).get(userId);
  return hours ? endOfQuiet(hours, now) : now;
}

/** The choices of one kind. */
export type KindChoices = { readonly kind: NoticeKind } & Readonly<
  Record<NoticeChannel, NoticeChoice>
>;

/** Returns the choices of somebody, of all kinds, in the order in which pages list them. */
export async function readChoices(
  db: Reader,
  { accountId, userId }: { readonly accountId: string; readonly userId: string },
): Promise<readonly KindChoices[]> {
  return chosenOrDefault(await selectChoices(db, accountId, [userId]), NOTICE_KINDS);
}

function chosenOrDefault(
  chosen: readonly Chosen[],
  kinds: readonly NoticeKind[],
): readonly KindChoices[] {
  return kinds.map((kind) => {
    const own = NOTICE_CHANNELS.flatMap((channel) => {
      const found = chosen.find((each) => each.kind === kind && each.channel === channel);
      return found ? [[channel, found.choice] as const] : [];
    });
    return { kind, push: PUSHED, ...DEFAULTS[kind], ...Object.fromEntries(own) };
  });
}
