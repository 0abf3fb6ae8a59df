// Letters to people, in their language: about new forms, as single letters or a digest; with links; about dashboards that
// they asked for; and warnings to admins. `notices` queues letters until they are sent.
export { composeAssignment, queueAssignmentNotices } from './assignment-notices.ts';
export { composeDashboard } from './dashboard-notices.ts';
export { dressLetter } from './dress-letter.ts';
export { LanguageShape, languageOf } from './language.ts';
export { letterTo, linkLetter, longDay, type Recipient, testLetter } from './letters.ts';
export { mailIsOff } from './mail-is-off.ts';
export { createMailQuotas, type MayMail } from './mail-quotas.ts';
export { organisationIn } from './organisation-in.ts';
export { findRecipient } from './recipient.ts';
export { composeRetention } from './retention-notices.ts';
export { sendDigests } from './send-digests.ts';
