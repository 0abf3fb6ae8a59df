import { toFileName } from '#attachments/index.ts';

const MOST = 100;

/** Returns a file name made from a text: any letters, but no characters with a special meaning for a system. */
export const safeName = (text: string): string =>
  toFileName(
    text
      .replaceAll(/[/\\:*?"<>|]/g, '_')
      .slice(0, MOST)
      .toWellFormed(),
  );
