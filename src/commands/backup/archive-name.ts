// The names of scheduled backups, which tell when they were begun. Nothing with another name is ever deleted or renamed.

const ENDING = '.tar.gz.age';
/** In the name of a backup without files that the data names. */
const INCOMPLETE = '-incomplete';
const NAME = /^formstead-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z(?:-incomplete)?\.tar\.gz\.age$/;

/** @param at in milliseconds since the epoch */
export const archiveName = (at: number, isComplete: boolean): string =>
  `formstead-${new Date(at).toISOString().replace(/[-:]|\.\d+/g, '')}${isComplete ? '' : INCOMPLETE}${ENDING}`;

export const isIncomplete = (name: string): boolean => name.endsWith(`${INCOMPLETE}${ENDING}`);

/** Returns when a backup of this name was begun, in milliseconds since the epoch; undefined for any other name. */
export function timeOfArchive(name: string): number | undefined {
  const [, year, month, day, hour, minute, second] = NAME.exec(name) ?? [];
  return year === undefined
    ? undefined
    : Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
}
