// Documents of templates, on the smallest paper.
import { addDocument } from '#documents/index.ts';
import type { FormActor } from '#form-basics/index.ts';
import type { Instance } from './instance.ts';
import { formPdf } from './made-pdf.ts';

const NOTES = { unread: 0, annotations: 0, layers: false, signed: false, scripts: false };

/** Adds a document to the draft of a template. @returns the ids of both */
export async function makeDocument(
  { services }: Pick<Instance, 'services'>,
  by: FormActor,
  templateId: string,
): Promise<string> {
  const pdf = formPdf([]);
  const pages = [{ w: 595, h: 842 }];
  const paper = { original: pdf, base: pdf, content: { pages, found: [], notes: NOTES } };
  const layout = { pages, boxes: [], left: [] };
  const { id } = await services.db.transaction((tx) =>
    addDocument(services, tx, by, templateId, { title: 'Paper', layout, paper }),
  );
  return `${templateId} ${id}`;
}
