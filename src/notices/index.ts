/**
 * The outbox of mails to people: written in the transaction of what it tells of, sealed for as long as
 * it waits, sent by one node, tried again, and forgotten when the mail server took it over. It knows
 * nobody and no text: letters, or what writes them when the time comes, are handed in.
 */
import type { Job } from '#jobs/jobs.ts';
import type { Postman } from './postman.ts';

export { forgetMailTrouble, readMailTrouble } from './mail-trouble.store.ts';
export {
  type Content,
  createNotices,
  type Notice,
  type Notices,
  sealedNotices,
} from './notices.ts';
export { createPostman, type Postman, type PostmanDeps } from './postman.ts';

const POLL_MS = 5000;

/** Sends what is due again, or was left by a node that died. */
export const noticeJobs = (postman: Postman): readonly Job[] => [
  { name: 'send-mail', everyMs: POLL_MS, run: () => postman.sendDue() },
];
