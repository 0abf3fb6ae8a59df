/** Of a line that has no name of its own and is wholly controlled: the place is what it is. */
export const keyOfPlace = (index: number): string => `place ${index}`;
