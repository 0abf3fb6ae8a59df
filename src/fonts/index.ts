// The fonts that an organisation uploads for its PDFs: TTF or OTF, checked in a process of their own.
export { addFont, removeFont } from './change-fonts.ts';
export { Font, FontList } from './font.shapes.ts';
export { createFontChecks, FONT_TYPES, type FontChecks, MAX_FONT_BYTES } from './font-checks.ts';
export { listFonts, readFont } from './fonts.store.ts';
export { toFontItem } from './to-font-item.ts';
