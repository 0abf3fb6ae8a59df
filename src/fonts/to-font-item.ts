import type { Font } from './font.shapes.ts';
import type { StoredFont } from './fonts.store.ts';

/** Returns a font as the web app shows it. */
export const toFontItem = ({ createdAt, ...font }: StoredFont): Font => ({
  ...font,
  createdAt: new Date(createdAt).toISOString(),
});
