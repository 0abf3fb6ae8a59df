/**
 * Like `Promise.all`, but the error is that of the first one in the list that fails, whichever failed first in time: what
 * runs at the same time then fails as it would one after another.
 */
export async function allInOrder<const T extends readonly unknown[]>(
  promises: T,
): Promise<{ -readonly [K in keyof T]: Awaited<T[K]> }> {
  await Promise.allSettled(promises);
  return await Promise.all(promises);
}
