// The storage of this device for one person. Each person has a database of their own, which no other person's session
// opens.
import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import type { NamedTemplate } from '#web/components/template-name.ts';
import type { Draft, FileState, StoredFile } from './draft.ts';
import type { DraftStore } from './draft-store.ts';
import { eraseLists, eraseWork } from './erasure.ts';
import { keepKindsOf } from './keep-kinds.ts';
import { forgetAllAside, forgetAside } from './unkept.ts';

/** The owner of the drafts. */
export interface Person {
  readonly accountId: string;
  readonly userId: string;
  /** The one form of a visitor: all forms by one public link lie in one database, and each is sent on its own. */
  readonly formId?: string | undefined;
}

/** A version of a template from which new forms are made, also without a network. */
export interface StoredTemplate {
  readonly id: string;
  readonly name: string;
  readonly description?: string | undefined;
  /** The name and the description in further languages. */
  readonly translations?: NamedTemplate['translations'];
  readonly versionNumber: number;
  readonly definition: object;
}

export interface DeviceStore extends DraftStore {
  /** Adds a form; one that exists already stays as it is. */
  add(draft: Draft): Promise<void>;
  addFile(file: StoredFile): Promise<void>;
  removeFile(id: string): Promise<void>;
  /** Removes a draft and its files, whatever has changed in it. */
  drop(formId: string): Promise<void>;
  templates(): Promise<readonly StoredTemplate[]>;
  template(id: string): Promise<StoredTemplate | undefined>;
  putTemplate(template: StoredTemplate): Promise<void>;
  /** Removes all templates but these. */
  keepOnlyTemplates(ids: ReadonlySet<string>): Promise<void>;
  /** Deletes all data of this person. */
  erase(): Promise<void>;
  /** Set where nothing of a form may be written down before it is to be sent. */
  readonly isFleeting?: true;
}

interface Schema extends DBSchema {
  readonly drafts: { readonly key: string; readonly value: Draft };
  readonly files: {
    readonly key: string;
    readonly value: StoredFile;
    readonly indexes: { readonly formId: string };
  };
  readonly templates: { readonly key: string; readonly value: StoredTemplate };
}

const VERSION = 1;
// An acknowledged write is on the disk, so that typed answers survive an empty battery.
const DURABLE = { durability: 'strict' } as const;

const databaseOf = ({ accountId, userId }: Person): string => `formstead/${accountId}/${userId}`;

/** Names what belongs to the person or, for a visitor, to their form: locks, channels and cached data. */
export const nameOf = (person: Person): string =>
  person.formId === undefined ? databaseOf(person) : `${databaseOf(person)}/${person.formId}`;

/** Called after each change, with the form that changed; undefined: any may have. */
export type OnChange = (formId?: string) => void;

/** Opens the person's storage. */
export async function openStore(person: Person, onChange: OnChange): Promise<DeviceStore> {
  const db = await openDB<Schema>(databaseOf(person), VERSION, {
    upgrade(made) {
      made.createObjectStore('drafts', { keyPath: 'formId' });
      made.createObjectStore('files', { keyPath: 'id' }).createIndex('formId', 'formId');
      made.createObjectStore('templates', { keyPath: 'id' });
    },
    blocking(_current, _blocked, { target }) {
      // Another tab deletes the database or opens a newer version of it.
      if (target instanceof IDBDatabase) target.close();
    },
  });
  const templates = templatesIn(db, onChange);
  return {
    ...draftsIn(db, person.userId, onChange),
    ...filesIn(db, onChange),
    ...templates,
    async erase() {
      await eraseLists(person);
      await eraseWork(person);
      forgetAllAside(person.userId);
      await templates.erase();
    },
  };
}

type Database = IDBPDatabase<Schema>;

function draftsIn(db: Database, userId: string, onChange: OnChange) {
  const removeIf = async (formId: string, isIt: (draft: Draft) => boolean): Promise<boolean> => {
    const tx = db.transaction(['drafts', 'files'], 'readwrite', DURABLE);
    const draft = await tx.objectStore('drafts').get(formId);
    const isGoing = draft === undefined || isIt(draft);
    if (isGoing) {
      await tx.objectStore('drafts').delete(formId);
      const files = await tx.objectStore('files').index('formId').getAllKeys(formId);
      await Promise.all(files.map((id) => tx.objectStore('files').delete(id)));
    }
    await tx.done;
    if (isGoing) forgetAside(userId, formId);
    onChange(formId);
    return isGoing;
  };
  return {
    drafts: () => db.getAll('drafts'),
    draft: (formId: string) => db.get('drafts', formId),
    async update(formId: string, change: (draft: Draft) => Draft): Promise<Draft | undefined> {
      const tx = db.transaction('drafts', 'readwrite', DURABLE);
      const draft = await tx.store.get(formId);
      const changed = draft && change(draft);
      const isChanged = changed !== undefined && changed !== draft;
      if (isChanged) await tx.store.put(changed);
      await tx.done;
      if (isChanged) onChange(formId);
      return changed;
    },
    async add(draft: Draft): Promise<void> {
      const tx = db.transaction('drafts', 'readwrite', DURABLE);
      if ((await tx.store.get(draft.formId)) === undefined) await tx.store.put(draft);
      await tx.done;
      onChange(draft.formId);
      keepKindsOf([draft.definition]);
    },
    remove: (formId: string, edits: number) => removeIf(formId, (draft) => draft.edits === edits),
    drop: async (formId: string): Promise<void> => {
      await removeIf(formId, () => true);
    },
  };
}

function filesIn(db: Database, onChange: OnChange) {
  return {
    files: async (formId: string): Promise<readonly FileState[]> =>
      await db.getAllFromIndex('files', 'formId', formId),
    file: (id: string) => db.get('files', id),
    async addFile(file: StoredFile): Promise<void> {
      const tx = db.transaction('files', 'readwrite', DURABLE);
      await tx.store.put(file);
      await tx.done;
      onChange(file.formId);
    },
    async markSent(id: string, isSent: boolean): Promise<void> {
      const tx = db.transaction('files', 'readwrite', DURABLE);
      const file = await tx.store.get(id);
      if (file !== undefined) await tx.store.put({ ...file, isSent });
      await tx.done;
      onChange(file?.formId);
    },
    async removeFile(id: string): Promise<void> {
      const tx = db.transaction('files', 'readwrite');
      const file = await tx.store.get(id);
      await tx.store.delete(id);
      await tx.done;
      onChange(file?.formId);
    },
  };
}

function templatesIn(db: Database, onChange: OnChange) {
  return {
    templates: () => db.getAll('templates'),
    template: (id: string) => db.get('templates', id),
    async putTemplate(template: StoredTemplate): Promise<void> {
      await db.put('templates', template);
      keepKindsOf([template.definition]);
    },
    async keepOnlyTemplates(ids: ReadonlySet<string>): Promise<void> {
      const tx = db.transaction('templates', 'readwrite');
      const gone = (await tx.store.getAllKeys()).filter((id) => !ids.has(id));
      await Promise.all(gone.map((id) => tx.store.delete(id)));
      await tx.done;
    },
    async erase(): Promise<void> {
      const tx = db.transaction(['drafts', 'files', 'templates'], 'readwrite', DURABLE);
      await Promise.all([
        tx.objectStore('drafts').clear(),
        tx.objectStore('files').clear(),
        tx.objectStore('templates').clear(),
      ]);
      await tx.done;
      onChange();
    },
  };
}
