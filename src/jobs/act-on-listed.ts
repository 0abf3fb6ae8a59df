export interface Page {
  readonly skipped: number;
  readonly limit: number;
}

const AT_ONCE = 100;

/**
 * Acts on all items of a list until it has none. Acting on an item takes it off the list, unless it failed.
 * @param list its items in a total order
 * @returns the errors of those that failed
 */
export async function actOnListed<T>(
  list: (page: Page) => Promise<readonly T[]>,
  act: (item: T) => Promise<unknown>,
): Promise<readonly unknown[]> {
  const failures: unknown[] = [];
  for (;;) {
    // What failed stays first in its list, so it is skipped.
    const items = await list({ skipped: failures.length, limit: AT_ONCE });
    for (const each of items) {
      await act(each).catch((error: unknown) => failures.push(error));
    }
    if (items.length < AT_ONCE) return failures;
  }
}
