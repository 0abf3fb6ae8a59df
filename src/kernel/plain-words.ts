/** Characters that break a line or are invisible, including those that change the direction of text. */
const UNSEEN = /[\p{Cc}\p{Zl}\p{Zp}]+/gu;
const INVISIBLE = /[\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff]/gu;
/** Each character that browsers treat as the dot of a domain name (UTS #46 §4), if a name could follow it. */
const DOT = /[.\u2024\u3002\ufe52\uff0e\uff61](?=[\p{L}\p{M}\u200c\u200d])/gu;
const SCHEME = /(?<=\p{L})[:\uff1a](?=[^\s])/gu;
const AT = /\s*[@\ufe6b\uff20]\s*/gu;
const MAX_LENGTH = 120;

/**
 * Returns text that a user entered for a mail to somebody else, as one line in which no mail program finds a link or an
 * address: readers trust a mail from Formstead. `evil.example` becomes `evil. example`; numbers and times stay.
 */
export function plainWords(text: string): string {
  const words = text
    .replaceAll(UNSEEN, ' ')
    .replaceAll(INVISIBLE, '')
    .replaceAll(DOT, '. ')
    .replaceAll(SCHEME, ': ')
    .replaceAll(AT, ' @ ')
    .trim();
  return words.length > MAX_LENGTH
    ? `${words.slice(0, MAX_LENGTH - 1).toWellFormed()}…`
    : words.toWellFormed();
}
