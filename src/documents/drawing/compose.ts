// Puts a document together: the paper, what is drawn on it, and the pages of the annex.
import { PDF } from '#documents/pdf.ts';
import type { FilledDocument } from './filled-document.ts';

interface Parts {
  readonly base: Uint8Array;
  readonly overlay: { readonly bytes: Uint8Array; readonly pages: readonly number[] };
  /** A PDF whose pages come last. */
  readonly annex: Uint8Array | undefined;
}

/** Returns the finished PDF. @throws Error if the base has other pages than its layout says */
export async function compose(
  { base, overlay, annex }: Parts,
  { title, locale, layout }: Pick<FilledDocument, 'title' | 'locale' | 'layout'>,
): Promise<Uint8Array> {
  const pdf = await PDF.load(base);
  if (pdf.getPageCount() !== layout.pages.length) throw new Error('the base has other pages');
  const over = overlay.pages.length > 0 ? await PDF.load(overlay.bytes) : undefined;
  for (const [i, at] of overlay.pages.entries()) {
    const page = pdf.getPage(at);
    if (page && over) page.drawPage(await pdf.embedPage(over, i));
  }
  if (annex !== undefined) {
    const more = await PDF.load(annex);
    await pdf.copyPagesFrom(more, [...Array(more.getPageCount()).keys()]);
  }
  pdf.setTitle(title, { showInWindowTitleBar: true });
  pdf.setLanguage(locale);
  pdf.setProducer('Formstead');
  pdf.setCreator('Formstead');
  return pdf.save();
}
