/**
 * Returns the React key of a line without a name of its own. Its position identifies it, because the line has no state
 * that would move with it.
 */
export const keyOfPlace = (index: number): string => `place ${index}`;
