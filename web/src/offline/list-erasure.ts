// The storage of lists by name, for the code that deletes it and must not load what reads it.

/** The owner of the rows. */
export interface Owner {
  readonly accountId: string;
  readonly userId: string;
}

export const nameOfLists = ({ accountId, userId }: Owner): string =>
  `formstead/${accountId}/${userId}/lists`;

/** Deletes all lists of this person. */
export function eraseLists(person: Owner): Promise<void> {
  return new Promise((resolve) => {
    const deleting = indexedDB.deleteDatabase(nameOfLists(person));
    deleting.onsuccess = () => resolve();
    // Another tab still reads: it closes the storage in a moment, and then it is deleted.
    deleting.onblocked = () => resolve();
    deleting.onerror = () => resolve();
  });
}
