// The file that a new list was made of, on its way to the screen that uploads its rows.
let brought: { readonly listId: string; readonly file: File } | undefined;

export function bringFile(listId: string, file: File): void {
  brought = { listId, file };
}

/** Returns the file that was brought for this list, once. */
export function takeFile(listId: string): File | undefined {
  const file = brought?.listId === listId ? brought.file : undefined;
  if (file !== undefined) brought = undefined;
  return file;
}
