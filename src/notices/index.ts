/**
 * Notices: what people are told about, in the bell. `tell` stores what happened in its transaction, and a runner gives
 * each person a notice of it; what a notice shows is read, with the rights of that moment, when it is shown.
 */
import type { Endpoint } from '#http/endpoint.ts';
import { getNoticeText } from './app/get-notice-text.ts';
import { getUnread } from './app/get-unread.ts';
import { listNotices } from './app/list-notices.ts';
import { getNoticeSettings, patchNoticeSettings } from './app/notice-settings.ts';
import { postAllRead, postRead } from './app/post-read.ts';
import { postUnsubscribe } from './app/post-unsubscribe.ts';
import type { NoticesDeps } from './notices-deps.ts';

export type { Channels } from './choices/choices.ts';
export { unsubscribeUrl } from './choices/unsubscribe-key.ts';
export { forgetNotices, tellDueWork } from './due-notices.ts';
export { tellOfForms } from './form-notices.ts';
export { composeMail } from './mails/compose-mail.ts';
export { createMailGate, createWayToEnd, gatherNews, type MailsNow } from './mails/mail-gate.ts';
export { sendBellMails } from './mails/send-bell-mails.ts';
export type { Sights } from './sights.ts';
export { createNoticeSpreader, type NoticeSpreader } from './spread-notices.ts';
export { createNoticeStreams, type NoticeStreams } from './streams.ts';
export { createTeller, type Teller } from './tell.ts';
export { createWantedAt } from './wanted-at.ts';

export const noticesEndpoints = (deps: NoticesDeps): readonly Endpoint[] => [
  listNotices(deps),
  getUnread(deps),
  getNoticeText(deps),
  postAllRead(deps),
  postRead(deps),
  getNoticeSettings(deps),
  patchNoticeSettings(deps),
  postUnsubscribe(deps),
];
