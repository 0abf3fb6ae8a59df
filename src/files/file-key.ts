const KEY = /^[A-Za-z0-9]{1,64}\/[0-9a-f]{2}\/[0-9a-f-]{36}$/;

/** Whether a key has the form of those made here, so that it can be no path elsewhere. */
export const isFileKey = (key: string): boolean => KEY.test(key);

/** The key, once it can be no path elsewhere. @throws Error for a key that we did not make. */
export function requireKey(key: string): string {
  if (isFileKey(key)) return key;
  throw new Error('a file has a key that was not made here');
}
