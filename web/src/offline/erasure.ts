// What lies beside the forms of a person on this device, by name, for the code that deletes it and must not load what
// reads it.

/** The owner of the data. */
export interface Owner {
  readonly accountId: string;
  readonly userId: string;
}

const nameOf = ({ accountId, userId }: Owner, what: string): string =>
  `formstead/${accountId}/${userId}/${what}`;

export const nameOfLists = (person: Owner): string => nameOf(person, 'lists');
export const nameOfWork = (person: Owner): string => nameOf(person, 'work');

/** Deletes all lists of this person. */
export const eraseLists = (person: Owner): Promise<void> => erase(nameOfLists(person));

/** Deletes the work of this person that has not begun. */
export const eraseWork = (person: Owner): Promise<void> => erase(nameOfWork(person));

function erase(name: string): Promise<void> {
  return new Promise((resolve) => {
    const deleting = indexedDB.deleteDatabase(name);
    deleting.onsuccess = () => resolve();
    // Another tab still reads: it closes the storage in a moment, and then it is deleted.
    deleting.onblocked = () => resolve();
    deleting.onerror = () => resolve();
  });
}
