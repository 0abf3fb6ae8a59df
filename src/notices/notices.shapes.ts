import { type Static, Type } from 'typebox';
import { Next } from '#http/app/list.shapes.ts';
import {
  NOTICE_KINDS,
  NOTICE_SUBJECTS,
  type NoticeKind,
  type NoticeSubject,
} from '#kernel/notice.ts';
import { MOST_UNREAD } from './shown-notices.ts';

const Kind = Type.Unsafe<NoticeKind>({ type: 'string', enum: [...NOTICE_KINDS] });
const Subject = Type.Unsafe<NoticeSubject>({ type: 'string', enum: [...NOTICE_SUBJECTS] });

export const NoticeItem = Type.Object({
  id: Type.String(),
  kind: Kind,
  at: Type.String({ format: 'date-time', description: 'When the last of it happened.' }),
  read: Type.Boolean(),
  by: Type.Union(
    [Type.Object({ id: Type.String(), name: Type.Optional(Type.String()) }), Type.Null()],
    {
      description: 'The user who did it last. Null if nobody did.',
    },
  ),
  about: Type.Object({
    type: Subject,
    id: Type.String({ description: 'Of the newest, if there are several.' }),
    name: Type.Optional(Type.String()),
    open: Type.Boolean({ description: 'Whether its page opens for the user.' }),
  }),
  count: Type.Integer({ minimum: 1, description: 'How many things it is about.' }),
  outcome: Type.Optional(
    Type.String({
      description:
        'Of a review: approved, sent-back or rejected. Of a job: done or failed. Of a rule: what caused it to run, or why it stopped.',
    }),
  ),
});
export type NoticeItem = Static<typeof NoticeItem>;

const Unread = Type.Integer({
  minimum: 0,
  maximum: MOST_UNREAD,
  description: `The unread notices that the user may see; ${MOST_UNREAD} means that many or more.`,
});

export const NoticeList = Type.Object({
  items: Type.Array(NoticeItem),
  unread: Unread,
  next: Next,
});
export type NoticeList = Static<typeof NoticeList>;

export const UnreadCount = Type.Object({ unread: Unread });
export type UnreadCount = Static<typeof UnreadCount>;

export const NoticeText = Type.Object(
  {
    title: Type.String(),
    text: Type.String(),
  },
  { title: 'NoticeText' },
);
export type NoticeText = Static<typeof NoticeText>;
