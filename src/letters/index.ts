// Letters to people, in their language: about new forms, as single letters or a digest; with links; about dashboards that
// they asked for; and warnings to admins. `mail-queue` keeps letters until they are sent.
export { composeDashboard } from './dashboard-letters.ts';
export { dressLetter } from './dress-letter.ts';
export { peopleOfGroup } from './group-people.ts';
export { LanguageShape, languageOf } from './language.ts';
export {
  assignmentLetter,
  digestLetter,
  letterTo,
  linkLetter,
  longDay,
  type Recipient,
  testLetter,
} from './letters.ts';
export type { LettersDeps } from './letters-deps.ts';
export { mailIsOff } from './mail-is-off.ts';
export { createMailQuotas, type MayMail } from './mail-quotas.ts';
export { organisationIn } from './organisation-in.ts';
export { findRecipient } from './recipient.ts';
export { composeRetention } from './retention-letters.ts';
