import { isObject, type JsonObject, type JsonValue } from '#kernel/json.ts';

/** The stored values by path. Paths have no row numbers, because those shift when a row is deleted. */
export interface Known {
  readonly values: ReadonlyMap<string, ReadonlySet<string>>;
  /** The number of rows, files or choices. */
  readonly counts: ReadonlyMap<string, number>;
}

export const NOTHING_KNOWN: Known = { values: new Map(), counts: new Map() };

/** Collects the values of stored and of calculated answers. */
export function knownIn(stored: JsonObject, calculated: JsonObject): Known {
  const known = { values: new Map<string, Set<string>>(), counts: new Map<string, number>() };
  addKnown(known, calculated, '');
  addKnown(known, stored, '');
  return known;
}

interface MutableKnown extends Known {
  readonly values: Map<string, Set<string>>;
  readonly counts: Map<string, number>;
}

function addKnown(known: MutableKnown, value: JsonValue, at: string): void {
  // Rows are never compared as a whole, and nested rows would be serialised once for each level.
  if (!isDeep(value)) {
    const values = known.values.get(at) ?? new Set();
    known.values.set(at, values.add(JSON.stringify(value)));
  }
  if (isArray(value)) {
    known.counts.set(at, Math.max(known.counts.get(at) ?? 0, value.length));
    for (const each of value) addKnown(known, each, at);
  } else if (isObject(value)) {
    for (const [name, each] of Object.entries(value)) {
      addKnown(known, each, at === '' ? name : `${at}.${name}`);
    }
  }
}

/** Returns whether a value contains a list or an object. */
const isDeep = (value: JsonValue): boolean =>
  typeof value === 'object' &&
  value !== null &&
  Object.values(value).some((each) => typeof each === 'object' && each !== null);

const isArray = (value: JsonValue): value is readonly JsonValue[] => Array.isArray(value);
