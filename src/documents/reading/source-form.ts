import { type PDF, PdfArray, PdfDict, type PdfObject, PdfRef } from '#documents/pdf.ts';
import { PaperFault } from './paper-fault.ts';

const DEEPEST = 64;
const MOST_FIELDS = 5000;
const MOST_WIDGETS = 20_000;

/** Where each widget is: the page of its annotation, whatever the widget itself says. */
export type PageOfWidget = (ref: PdfRef | null, dict: PdfDict) => number | undefined;

/** What the pages have besides their content. */
export interface Annotations {
  readonly pageOf: PageOfWidget;
  /** How many are no widgets. */
  readonly others: number;
}

/**
 * Reads the annotations of all pages, and makes fields of the widgets that no field of the form leads to: some programs
 * take the form away and leave its fields on the page.
 * @throws PaperFault `many`
 */
export function readAnnotations(pdf: PDF, pages: readonly PdfDict[]): Annotations {
  const byRef = new Map<string, number>();
  const byDict = new Map<PdfDict, number>();
  const roots = new Map<string, PdfRef>();
  let others = 0;
  for (const { page, ref, dict, isWidget } of annotationsOf(pdf, pages)) {
    if (!isWidget) others += 1;
    else byDict.set(dict, page);
    if (!isWidget || !(ref instanceof PdfRef)) continue;
    byRef.set(ref.toString(), page);
    const root = rootOf(pdf, ref, dict);
    roots.set(root.toString(), root);
    if (byRef.size > MOST_WIDGETS) throw new PaperFault('many');
  }
  addRoots(pdf, [...roots.values()]);
  return {
    pageOf: (ref, dict) => (ref ? byRef.get(ref.toString()) : undefined) ?? byDict.get(dict),
    others,
  };
}

function* annotationsOf(pdf: PDF, pages: readonly PdfDict[]) {
  const resolve = pdf.getObject.bind(pdf);
  for (const [page, each] of pages.entries()) {
    const array = each.getArray('Annots', resolve);
    for (let i = 0; array !== undefined && i < array.length; i += 1) {
      const dict = array.at(i, resolve);
      if (!(dict instanceof PdfDict)) continue;
      const isWidget = dict.getName('Subtype', resolve)?.value === 'Widget';
      yield { page, ref: array.at(i), dict, isWidget };
    }
  }
}

/** Returns the fields of the form. @throws PaperFault `many` */
export function formFieldsOf(pdf: PDF) {
  const form = pdf.getForm();
  const fields = form?.getFields() ?? [];
  if (fields.length > MOST_FIELDS) throw new PaperFault('many');
  return { form, fields };
}

function rootOf(pdf: PDF, ref: PdfRef, dict: PdfDict): PdfRef {
  const resolve = pdf.getObject.bind(pdf);
  let [root, node] = [ref, dict];
  for (let level = 0; level < DEEPEST; level += 1) {
    const above = node.getRef('Parent');
    const next = node.getDict('Parent', resolve);
    if (above === undefined || next === undefined) break;
    [root, node] = [above, next];
  }
  return root;
}

function addRoots(pdf: PDF, roots: readonly PdfRef[]): void {
  const resolve = pdf.getObject.bind(pdf);
  const catalog = pdf.getCatalog();
  const form = catalog.getDict('AcroForm', resolve) ?? new PdfDict();
  const fields = form.getArray('Fields', resolve) ?? new PdfArray();
  const known = new Set(fields.toArray().map((each) => refText(each)));
  const missing = roots.filter((root) => !known.has(root.toString()));
  if (missing.length === 0) return;
  fields.push(...missing);
  form.set('Fields', fields);
  catalog.set('AcroForm', form);
}

const refText = (value: PdfObject): string => (value instanceof PdfRef ? value.toString() : '');
