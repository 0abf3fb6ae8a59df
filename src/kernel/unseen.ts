import { collapse } from './text.ts';

/** Invisible characters: of control and format, unassigned, ignorable, blank. U+FFFD stands where one was lost. */
const UNSEEN = String.raw`[\p{C}\p{Default_Ignorable_Code_Point}\u2800\ufffd]`;
const HAS_UNSEEN = new RegExp(UNSEEN, 'u');
const EACH_UNSEEN = new RegExp(UNSEEN, 'gu');

/**
 * Returns whether a name is the same to everybody who looks at it. Two people at an identity provider may have names that
 * differ only in invisible characters or in white space, and `collapse` makes one name of both.
 */
export const isPlainName = (name: string): boolean =>
  name !== '' && !HAS_UNSEEN.test(name) && collapse(name) === name;

/** Returns a text with U+FFFD in place of each invisible character, so that it breaks no line and hides nothing. */
export const showUnseen = (text: string): string =>
  text.toWellFormed().replaceAll(EACH_UNSEEN, '\ufffd');
