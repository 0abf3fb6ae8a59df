// What is written to people, in their language: of new forms and answers, as one letter or a digest; of links, and of what
// admins are warned of. `notices` keeps it until it is sent.
export { composeAssignment, noteAssignments } from './assignment-notices.ts';
export { type Language, LanguageShape, languageOf } from './language.ts';
export { letterTo, linkLetter, type Recipient, testLetter } from './letters.ts';
export { mailIsOff } from './mail-is-off.ts';
export { createMailQuotas } from './mail-quotas.ts';
export { findRecipient } from './recipient.ts';
export { sendDigests } from './send-digests.ts';
