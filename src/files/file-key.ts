const KEY = /^[A-Za-z0-9]{1,64}\/[0-9a-f]{2}\/[0-9a-f-]{36}$/;

/** Returns whether a key has the form of {@link fileKey}, so that it can't be a path to another folder. */
export const isFileKey = (key: string): boolean => KEY.test(key);

/**
 * Returns a key that can't be a path to another folder.
 * @throws Error for a key that Formstead did not make
 */
export function requireKey(key: string): string {
  if (isFileKey(key)) return key;
  throw new Error('a file has a key that was not made here');
}
