/**
 * The mail queue: a mail is written in the transaction of its event, is sealed while it waits, is sent by one node,
 * retried, and deleted once the mail server has accepted it. This folder contains no recipients and no texts: callers
 * pass letters, or a function that writes them when they are due.
 */
import type { Job } from '#jobs/jobs.ts';
import type { MailSender } from './mail-sender.ts';

export {
  type Content,
  createMailQueue,
  type MailQueue,
  type QueuedMail,
  sealedMails,
} from './mail-queue.ts';
export {
  type ComposedLetter,
  createMailSender,
  type MailSender,
  type MailSenderDeps,
  NotMailed,
} from './mail-sender.ts';
export { forgetMailTrouble, readMailTrouble } from './mail-trouble.store.ts';
export { readWaitingMails } from './waiting-mails.store.ts';

const POLL_MS = 5000;

/** Returns the job that sends due mails, including those left by a node that died. */
export const mailJobs = (mailSender: MailSender): readonly Job[] => [
  { name: 'send-mail', everyMs: POLL_MS, run: () => mailSender.sendDue() },
];
