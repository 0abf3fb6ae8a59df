// The work that was sent to one person and has not begun, in a database of its own: an earlier version of the app reads
// forms on this device as ever, and knows nothing of it.
import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import type { ListedAssignment } from '#assignments/app-types.ts';
import type { JsonObject } from '#kernel/json.ts';
import { nameOfWork, type Owner } from './erasure.ts';

export interface KeptWork {
  readonly id: string;
  readonly item: ListedAssignment;
  /** What its sender filled in ahead, as far as this version has it. */
  readonly answers: JsonObject;
  readonly versionNumber: number;
}

/** The version of a template that work begins with. */
export interface WorkTemplate {
  readonly id: string;
  readonly versionNumber: number;
  readonly definition: object;
}

interface Schema extends DBSchema {
  readonly work: { readonly key: string; readonly value: KeptWork };
  readonly templates: { readonly key: string; readonly value: WorkTemplate };
}

type Database = IDBPDatabase<Schema>;

/** Does something with the storage, and closes it: nobody waits for a deletion of it. */
async function withWork<T>(person: Owner, act: (db: Database) => Promise<T>): Promise<T> {
  const db = await openDB<Schema>(nameOfWork(person), 1, {
    upgrade(made) {
      made.createObjectStore('work', { keyPath: 'id' });
      made.createObjectStore('templates', { keyPath: 'id' });
    },
    blocking(_current, _blocked, { target }) {
      if (target instanceof IDBDatabase) target.close();
    },
  });
  try {
    return await act(db);
  } finally {
    db.close();
  }
}

export const keptWork = (person: Owner): Promise<readonly KeptWork[]> =>
  withWork(person, (db) => db.getAll('work'));

export const workTemplates = (person: Owner): Promise<readonly WorkTemplate[]> =>
  withWork(person, (db) => db.getAll('templates'));

/** Returns work with its template; undefined unless this device has both. */
export const findWork = (
  person: Owner,
  id: string,
): Promise<{ readonly work: KeptWork; readonly template: WorkTemplate } | undefined> =>
  withWork(person, async (db) => {
    const work = await db.get('work', id);
    const template = work && (await db.get('templates', work.item.template.id));
    return template && template.versionNumber === work.versionNumber
      ? { work, template }
      : undefined;
  });

/** Stores work, with its template if that is new to this device. */
export const storeWork = (
  person: Owner,
  work: KeptWork,
  template: WorkTemplate | undefined,
): Promise<void> =>
  withWork(person, async (db) => {
    const tx = db.transaction(['work', 'templates'], 'readwrite');
    await Promise.all([
      tx.objectStore('work').put(work),
      ...(template ? [tx.objectStore('templates').put(template)] : []),
    ]);
    await tx.done;
  });

/** Removes all work but this, and the templates that only the others had. */
export const keepOnlyWork = (person: Owner, ids: ReadonlySet<string>): Promise<void> =>
  withWork(person, async (db) => {
    const tx = db.transaction(['work', 'templates'], 'readwrite');
    const all = await tx.objectStore('work').getAll();
    const used = new Set(all.filter(({ id }) => ids.has(id)).map(({ item }) => item.template.id));
    const templates = await tx.objectStore('templates').getAllKeys();
    await Promise.all([
      ...all.filter(({ id }) => !ids.has(id)).map(({ id }) => tx.objectStore('work').delete(id)),
      ...templates
        .filter((id) => !used.has(id))
        .map((id) => tx.objectStore('templates').delete(id)),
    ]);
    await tx.done;
  });

/** Removes work that has begun here. */
export const forgetWork = (person: Owner, id: string): Promise<void> =>
  withWork(person, (db) => db.delete('work', id));
