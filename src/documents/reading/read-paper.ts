import { MAX_PAGES } from '#documents/drawing/box.ts';
import { MAX_FOUND, type PaperContent, type PaperReply } from '#documents/paper-messages.ts';
import { PDF, type PdfDict, PdfNumber } from '#documents/pdf.ts';
import { blankFields } from './blank-fields.ts';
import { cleanObjects } from './clean-objects.ts';
import { findFields } from './find-fields.ts';
import { makeBase, settlePage } from './make-base.ts';
import { areaOf, sizeOf } from './page-area.ts';
import { PaperFault } from './paper-fault.ts';
import { formFieldsOf, readAnnotations } from './source-form.ts';

/** Programs put up to so much in front of a PDF, and readers look for its beginning there. */
const HEAD_BYTES = 4096;
const MOST_BASE_BYTES = 40 * 1_048_576;

/**
 * Reads a PDF as the paper of a form: its fields, which propose boxes, and its base. The base has the pages alone: empty,
 * upright, from 0,0, without fields, annotations, scripts or anything else that does something.
 */
export async function readPaper(bytes: Uint8Array): Promise<PaperReply> {
  try {
    return await read(bytes);
  } catch (error) {
    return { fault: error instanceof PaperFault ? error.kind : 'damaged' };
  }
}

async function read(bytes: Uint8Array): Promise<PaperReply> {
  const head = Buffer.from(bytes.subarray(0, HEAD_BYTES)).toString('latin1');
  if (!head.includes('%PDF-')) throw new PaperFault('format');
  const pdf = await PDF.load(bytes, { credentials: '' });
  if (pdf.isEncrypted) {
    if (!pdf.isAuthenticated) throw new PaperFault('password');
    pdf.removeProtection();
  }
  const pages = pagesOf(pdf);
  const areas = pages.map((page) => areaOf(pdf, page));
  const annotations = readAnnotations(pdf, pages);
  const { fields } = formFieldsOf(pdf);
  const { found, unread } = findFields(pdf, fields, areas, annotations.pageOf);
  if (found.length > MAX_FOUND) throw new PaperFault('many');
  requirePaper(pdf, found.length);
  const catalog = pdf.getCatalog();
  const content: PaperContent = {
    pages: areas.map(sizeOf),
    found: [...found],
    notes: {
      unread,
      annotations: annotations.others,
      layers: catalog.has('OCProperties'),
      signed: fields.some((field) => field.type === 'signature' && field.getDict().has('V')),
      scripts: ['OpenAction', 'AA'].some((key) => catalog.has(key)) || hasScripts(pdf),
    },
  };
  for (const [i, page] of pages.entries()) {
    const area = areas[i];
    if (area) settlePage(pdf, page, area);
  }
  blankFields(pdf);
  const made = await makeBase(pdf, areas);
  cleanObjects(made);
  const base = await made.save({ compressStreams: true });
  if (base.length > MOST_BASE_BYTES) throw new PaperFault('heavy');
  const again = await PDF.load(base);
  if (again.getPageCount() !== pages.length) throw new PaperFault('pages');
  return { content, base };
}

/**
 * Returns the pages. The library leaves out those that it can't read, without a word.
 * @throws PaperFault `pages`, `many`
 */
function pagesOf(pdf: PDF): readonly PdfDict[] {
  const resolve = pdf.getObject.bind(pdf);
  const count = pdf.getPageCount();
  const root = pdf.getCatalog().getDict('Pages', resolve);
  const told = root?.get('Count', resolve);
  if (count > MAX_PAGES) throw new PaperFault('many');
  if (count === 0 || !(told instanceof PdfNumber) || told.value !== count) {
    throw new PaperFault('pages');
  }
  return Array.from({ length: count }, (_, i) => {
    const page = pdf.getPage(i);
    // A tree that leads back to itself has a node of the tree for a page.
    if (page === null || page.dict.has('Kids')) throw new PaperFault('pages');
    return page.dict;
  });
}

/** @throws PaperFault `xfa` if the pages are not in the file, but made by a program that only Adobe's readers have */
function requirePaper(pdf: PDF, found: number): void {
  const resolve = pdf.getObject.bind(pdf);
  const catalog = pdf.getCatalog();
  const isXfa = catalog.getDict('AcroForm', resolve)?.has('XFA') ?? false;
  const isMade = catalog.getBool('NeedsRendering', resolve)?.value ?? false;
  if (isXfa && (isMade || found === 0)) throw new PaperFault('xfa');
}

function hasScripts(pdf: PDF): boolean {
  const resolve = pdf.getObject.bind(pdf);
  return pdf.getCatalog().getDict('Names', resolve)?.has('JavaScript') ?? false;
}
