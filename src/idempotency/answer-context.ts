/** Returns the context that a result is sealed for. */
export const resultContext = (accountId: string, id: string): string =>
  `idempotent ${accountId} ${id}`;
