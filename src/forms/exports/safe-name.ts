import { toFileName } from '#forms/attachments/file-name.ts';

const MOST = 100;

/** What a file may be called after something: any letters, nothing that a system gives a meaning to. */
export const safeName = (text: string): string =>
  toFileName(
    text
      .replaceAll(/[/\\:*?"<>|]/g, '_')
      .slice(0, MOST)
      .toWellFormed(),
  );
