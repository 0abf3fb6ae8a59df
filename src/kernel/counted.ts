/**
 * Returns a number and its noun: `1 file`, `2 files`.
 * @param many what stands after another number than 1, if it is more than an s at the end: `1 file is`, `2 files are`
 */
export const counted = (count: number | bigint, one: string, many = `${one}s`): string =>
  `${count} ${Number(count) === 1 ? one : many}`;
