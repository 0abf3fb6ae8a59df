import { invalidPath, ScimError } from './scim-error.ts';

/** What a client prefers for unknown input (RFC 7240 §4.4). */
export type Preference = 'lenient' | 'strict';

const MAX_NAMES = 100;
const MAX_NAME = 200;

/** How one body is read: the client's preference, and the names ignored so far. */
export class Handling {
  readonly strict: boolean;
  readonly #names = new Set<string>();
  #count = 0;
  #droppedCertificates = 0;

  constructor(preference: Preference = 'lenient') {
    this.strict = preference === 'strict';
  }

  /** The number of attributes that no schema knows, counting repetitions. */
  get count(): number {
    return this.#count;
  }

  /** Names and URNs that no schema knows: at most 100 different ones, in a form that can be stored. */
  get names(): readonly string[] {
    return [...this.#names];
  }

  /** The number of values that could not be read as a certificate. */
  get droppedCertificates(): number {
    return this.#droppedCertificates;
  }

  /**
   * Reads a certificate, or drops it: a directory may hold one of another format, and the rest of the user matters
   * more. A strict client gets the error.
   */
  readOrDrop<T>(read: () => T): T | undefined {
    if (this.strict) return read();
    try {
      return read();
    } catch (error) {
      if (!(error instanceof ScimError)) throw error;
      this.#droppedCertificates += 1;
      return undefined;
    }
  }

  ignore(attribute: string): void {
    this.#count += 1;
    this.ignoreSchema(attribute);
  }

  ignoreSchema(urn: string): void {
    if (this.#names.size >= MAX_NAMES) return;
    this.#names.add(urn.slice(0, MAX_NAME).toWellFormed().replaceAll('\0', '\ufffd'));
  }
}

/**
 * Runs the reading of one operation of a PATCH.
 * @throws ScimError 400 invalidPath when it names an attribute that no schema knows and the client is strict
 */
export function requireKnown<T>(handling: Handling, read: () => T): T {
  const { count } = handling;
  const result = read();
  // A strict client gets an error for the first such operation, so the last name belongs to this one.
  if (!handling.strict || handling.count === count) return result;
  throw invalidPath(
    `${handling.names.at(-1)} is an attribute that no schema of this type knows. Leave it out, or send the request without Prefer: handling=strict.`,
  );
}
