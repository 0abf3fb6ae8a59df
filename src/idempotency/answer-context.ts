/** Returns the context that a result is sealed for. */
export const contextOf = (accountId: string, id: string): string => `idempotent ${accountId} ${id}`;
