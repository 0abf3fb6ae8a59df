import { isArray } from './json.ts';
import { invalidValue } from './scim-error.ts';

/** Raw query parameters: a text, or an array of texts for a repeated one. */
export type Query = Readonly<Record<string, unknown>>;

const MAX_LENGTH = 8_192;

const texts = (query: Query, name: string): readonly string[] => {
  const raw = Object.hasOwn(query, name) ? query[name] : undefined;
  return (isArray(raw) ? raw : [raw]).filter((value) => typeof value === 'string');
};

/**
 * Returns a parameter that may be given once; an empty one counts as absent.
 * @throws ScimError 400 invalidValue when it is repeated, because it is ambiguous
 */
export function oneParameter(query: Query, name: string): string | undefined {
  const [first, second] = texts(query, name);
  if (second !== undefined) throw invalidValue(name, 'is given more than once; give it once.');
  return first === '' ? undefined : first;
}

/**
 * Returns a parameter that is a list, either repeated or separated by commas.
 * @throws ScimError 400 invalidValue when it is longer than 8,192 characters
 */
export function listParameter(query: Query, name: string): readonly string[] {
  const found = texts(query, name);
  if (found.reduce((total, text) => total + text.length, 0) > MAX_LENGTH) {
    throw invalidValue(name, `is longer than ${MAX_LENGTH} characters.`);
  }
  return found
    .flatMap((text) => withoutFilters(text).split(','))
    .map((item) => item.trim())
    .filter((item) => item !== '');
}

/** Reads `attributes=emails[type eq "work"]`, which Microsoft's Postman suite sends, as emails. */
function withoutFilters(text: string): string {
  let result = '';
  let at = 0;
  while (at < text.length) {
    const open = text.indexOf('[', at);
    const close = open === -1 ? -1 : text.indexOf(']', open);
    if (close === -1) return result + text.slice(at);
    result += text.slice(at, open);
    at = close + 1;
  }
  return result;
}
