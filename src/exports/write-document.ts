// Prints a form onto a document of its template: the organisation's own paper.
import { buffer } from 'node:stream/consumers';
import type { Reader } from '#db/database.ts';
import {
  type AnnexEntry,
  type DocumentPress,
  type DrawnDocument,
  type FilledDocument,
  readPaperFile,
  type StoredDocument,
} from '#documents/index.ts';
import { fontsOf, pdfBrand } from './pdf-brand.ts';
import type { PdfFile } from './pdf-document.ts';
import type { ImageSource, Pdfs } from './render-pdf.ts';

export interface DocumentDeps {
  readonly db: { readonly reader: Reader };
  readonly pdfs: Pick<Pdfs, 'render'>;
  readonly documentPress: Pick<DocumentPress, 'render'>;
}

/** What is printed of a form, and on what. */
export interface DocumentAsked
  extends Pick<FilledDocument, 'title' | 'locale' | 'answers' | 'facts'> {
  readonly accountId: string;
  readonly templateId: string;
  readonly document: StoredDocument;
  readonly files: Readonly<Record<string, PdfFile>>;
  readonly images: ImageSource;
  readonly signal: AbortSignal;
}

/**
 * Draws the document. What does not fit on it follows on pages of the standard PDF.
 * @throws ProcessEnded when the drawing takes too much memory or time, and Error when it fails
 */
export async function drawDocument(
  { db: { reader }, pdfs, documentPress }: DocumentDeps,
  { accountId, templateId, document, files, images, signal, ...shown }: DocumentAsked,
): Promise<{ readonly bytes: Uint8Array; readonly drawn: DrawnDocument }> {
  const { title, locale, facts } = shown;
  const fonts = fontsOf(reader, accountId);
  const { number, sent: date } = facts;
  const brand = await pdfBrand(reader, { accountId, templateId, number, date });
  const annex = (entries: readonly AnnexEntry[]): Promise<Uint8Array> =>
    buffer(
      pdfs.render(
        {
          ...{ title, locale, files, ...brand },
          ...{ facts: [], parts: [], foot: title },
          answers: entries.map(({ answer }) => answer),
        },
        { accountId, images, fonts, signal, onMissing: () => undefined },
      ),
    );
  const filled = { ...shown, files, fonts: brand.fonts ?? [], layout: document.layout };
  const base = () => readPaperFile(reader, accountId, document.paperId, 'base');
  const sources = { accountId, images, fonts, base, annex, signal };
  return await documentPress.render(filled, sources);
}
