import { readLogo, readTemplateBrand, readTemplateLogo, SHADE_OF, shadesOf } from '#brand/index.ts';
import type { Reader } from '#db/database.ts';
import { listFonts, readFont } from '#fonts/index.ts';
import type { PdfDocument } from './pdf-document.ts';

interface About {
  readonly accountId: string;
  /** Undefined for a template that is not stored yet. */
  readonly templateId: string | undefined;
  /** What `{number}` and `{date}` of headers and footers stand for. */
  readonly number: string;
  readonly date: string;
}

/** Returns what a PDF looks like: the template's own brand, else that of the organisation. */
export async function pdfBrand(
  db: Reader,
  { accountId, templateId, number, date }: About,
): Promise<Pick<PdfDocument, 'logo' | 'fonts' | 'layout'>> {
  const fonts = await listFonts(db, accountId);
  const organisation = await readLogo(db, accountId);
  if (templateId === undefined) return { fonts, logo: organisation };
  const { accent, header, footer, pageSize, columns } = await readTemplateBrand(
    db,
    accountId,
    templateId,
  );
  // Replaced at once, so that a number or date with braces is not read again.
  const lineOf = (text: string | undefined) =>
    text?.replaceAll(/\{(number|date)\}/g, (_, name) => (name === 'number' ? number : date));
  return {
    fonts,
    logo: (await readTemplateLogo(db, accountId, templateId)) ?? organisation,
    layout: {
      pageSize,
      columns,
      accent: accent && shadesOf(accent)[SHADE_OF.light.link],
      header: lineOf(header),
      footer: lineOf(footer),
    },
  };
}

/** Returns the files of the fonts that a PDF of an account may use. */
export const fontsOf =
  (db: Reader, accountId: string) =>
  (id: string): Promise<Uint8Array | undefined> =>
    readFont(db, accountId, id);
