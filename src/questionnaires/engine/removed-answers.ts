import { isObject, type JsonObject, type JsonValue, member } from '#kernel/json.ts';
import { MAX_REMOVED, type RemovedAnswer } from './engine-types.ts';

/** Returns the answers that were given and not kept, with their paths. */
export function removedBetween(
  given: JsonObject,
  kept: JsonObject,
  hidden: readonly string[],
): readonly RemovedAnswer[] {
  const isHidden = hiddenIn(hidden);
  const paths: string[] = [];
  for (const [name, value] of Object.entries(given))
    lookInto(paths, name, value, member(kept, name));
  return paths.slice(0, MAX_REMOVED).map((at) => ({
    at,
    field: fieldOf(at),
    why: isHidden(at) ? 'hidden' : 'not-offered',
  }));
}

function lookInto(
  paths: string[],
  at: string,
  given: JsonValue,
  kept: JsonValue | undefined,
): void {
  if (isNothing(given)) return;
  if (kept === undefined) paths.push(at);
  else if (isObject(given) && isObject(kept)) {
    for (const [name, value] of Object.entries(given)) {
      lookInto(paths, `${at}.${name}`, value, member(kept, name));
    }
  } else if (isArray(given) && isArray(kept)) lookIntoList(paths, at, given, kept);
}

/** Compares rows by number. A list of choices is reported when one of its choices was removed. */
function lookIntoList(
  paths: string[],
  at: string,
  given: readonly JsonValue[],
  kept: readonly JsonValue[],
): void {
  if (given.some((each) => isObject(each))) {
    for (const [i, row] of given.entries()) lookInto(paths, `${at}[${i}]`, row, kept[i]);
  } else if (given.some((each) => !kept.includes(each))) paths.push(at);
}

/**
 * Returns a function that tells whether a path is one of these or inside of one. A comment is hidden with its answer.
 */
export function hiddenIn(hidden: readonly string[]): (at: string) => boolean {
  const paths = new Set(hidden);
  return (at) => {
    const parts = at.split(/(?=[.[])/);
    return parts.some((_, i) => {
      const path = parts.slice(0, i + 1).join('');
      return paths.has(path) || paths.has(path.replace(/-Comment$/, ''));
    });
  };
}

const fieldOf = (at: string): string => at.replace(/[.[].*$/s, '').replace(/-Comment$/, '');

const isNothing = (value: JsonValue): boolean =>
  value === null ||
  value === '' ||
  (typeof value === 'object' && Object.values(value).every((each) => isNothing(each)));

const isArray = (value: JsonValue): value is readonly JsonValue[] => Array.isArray(value);
