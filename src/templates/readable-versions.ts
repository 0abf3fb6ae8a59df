import type { Database } from '#db/database.ts';
import type { Locale } from '#kernel/locale.ts';
import { type ReadableDefinition, readable } from '#questionnaires/reading/read-answers.ts';
import { findVersion } from './template.store.ts';

/** The number of versions in memory. A template may have any number of versions, of 2 MiB each. */
const KEPT = 4;

/** Returns a function that reads versions by id, and has the last few of them in memory. */
export function rememberFew<V>(read: (id: string) => Promise<V>): (id: string) => Promise<V> {
  const kept = new Map<string, V>();
  return async (id) => {
    const known = kept.get(id);
    if (known !== undefined) return known;
    const version = await read(id);
    for (const oldest of kept.keys().take(kept.size < KEPT ? 0 : 1)) kept.delete(oldest);
    kept.set(id, version);
    return version;
  };
}

/** A version as answers are read by it. */
export interface ReadableVersion {
  readonly readable: ReadableDefinition;
  /** The ids of the fields by name. */
  readonly fieldIds: ReadonlyMap<string, string>;
}

/** @param locale the language of the texts; undefined: that of each version */
export const readableVersions = (
  db: Database,
  accountId: string,
  locale: Locale | undefined,
): ((id: string) => Promise<ReadableVersion>) =>
  rememberFew(async (id) => {
    const version = await findVersion(db.reader, accountId, id);
    return {
      readable: readable(version?.definition ?? {}, locale),
      fieldIds: new Map(version?.fields.map((field) => [field.name, field.id])),
    };
  });
