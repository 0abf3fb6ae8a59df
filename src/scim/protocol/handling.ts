import { invalidPath } from './scim-error.ts';

/** What a client prefers to happen to what is not understood (RFC 7240 §4.4). */
export type Preference = 'lenient' | 'strict';

const MAX_NAMES = 100;
const MAX_NAME = 200;

/** How one body is read: the preference of its client, and what was passed over so far. */
export class Handling {
  readonly strict: boolean;
  readonly #names = new Set<string>();
  #count = 0;

  constructor(preference: Preference = 'lenient') {
    this.strict = preference === 'strict';
  }

  /** Attributes that no schema knows, each time that one is named. */
  get count(): number {
    return this.#count;
  }

  /** Names and URNs that no schema knows: at most 100, each once, fit to be stored. */
  get names(): readonly string[] {
    return [...this.#names];
  }

  passOver(attribute: string): void {
    this.#count += 1;
    this.passOverSchema(attribute);
  }

  passOverSchema(urn: string): void {
    if (this.#names.size >= MAX_NAMES) return;
    this.#names.add(urn.slice(0, MAX_NAME).toWellFormed().replaceAll('\0', '\ufffd'));
  }
}

/**
 * Runs what reads one operation of a PATCH.
 * @throws ScimError 400 invalidPath when it names an attribute that no schema knows and the client is strict
 */
export function requireKnown<T>(handling: Handling, read: () => T): T {
  const { count } = handling;
  const result = read();
  // A strict client hears of the first operation, so the last name is one of that operation.
  if (!handling.strict || handling.count === count) return result;
  throw invalidPath(
    `${handling.names.at(-1)} is an attribute that no schema of this type knows. Leave it out, or send the request without Prefer: handling=strict.`,
  );
}
