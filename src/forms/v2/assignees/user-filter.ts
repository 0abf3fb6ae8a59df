import { badParameter } from '#http/v2/parameters.ts';
import { fold, isStorable } from '#kernel/text.ts';

/** What a list of users is narrowed to; texts are folded. All of it holds. */
export interface UserFilter {
  readonly userName?: string;
  readonly email?: string;
  readonly active?: boolean;
}

const FIELDS = ['username', 'email', 'active'] as const;
const TERM = /([A-Za-z]+)\s+eq\s+("(?:[^"\\]|\\.)*"|'[^']*'|[^\s"']+)(\s+and\s+|$)/y;
const MAX_LENGTH = 1000;

/**
 * Parses a filter such as `email eq "ada@example.org" and active eq true`: as in /v2/formz, names in any letter case,
 * operators in lower case. Texts may stand in quotes.
 * @throws AppError `invalid-parameter`
 */
export function parseUserFilter(text: string | undefined): UserFilter {
  if (text === undefined) return {};
  const terms = termsOf(text);
  const [userName, email, active] = FIELDS.map((field) => terms.get(field));
  if (active !== undefined && active !== 'true' && active !== 'false') throw wrong(0);
  return {
    ...(userName !== undefined && { userName: fold(userName) }),
    ...(email !== undefined && { email: fold(email) }),
    ...(active !== undefined && { active: active === 'true' }),
  };
}

/** Returns the wanted values by field, in lower case. @throws AppError `invalid-parameter`. */
function termsOf(given: string): ReadonlyMap<string, string> {
  const text = given.trim();
  if (text.length > MAX_LENGTH || !isStorable(text)) throw wrong(0);
  const found = new Map<string, string>();
  for (let at = 0, isOver = false; !isOver; ) {
    TERM.lastIndex = at;
    const [term = '', name = '', value = '', join = ''] = TERM.exec(text) ?? [];
    const field = FIELDS.find((each) => each === name.toLowerCase());
    if (field === undefined || found.has(field)) throw wrong(at);
    found.set(field, unquoted(value));
    at += term.length;
    isOver = join === '';
  }
  return found;
}

function unquoted(text: string): string {
  if (text.startsWith("'")) return text.slice(1, -1);
  return text.startsWith('"') ? text.slice(1, -1).replaceAll(/\\(.)/g, '$1') : text;
}

const wrong = (position: number) =>
  badParameter(
    'filter',
    `position ${position}: send terms such as username eq "ada", email eq "ada@example.org" or active eq true, each at most once, joined by and.`,
    { reason: 'filter-syntax', position },
  );
