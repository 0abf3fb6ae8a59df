/** An organisation's own paper: PDFs that are uploaded to a template, and drawn on with the answers of its forms. */
export {
  addDocument,
  changeDocument,
  type DocumentWritesDeps,
  noDocument,
  removeDocument,
  removeDocumentsOf,
  replacePaper,
} from './change-documents.ts';
export { faultsOfDocuments } from './check-documents.ts';
export { describeDocument } from './describe-document.ts';
export {
  DOCUMENT_QUERY,
  DocumentBody,
  DocumentDetail,
  DocumentList,
  ReplacedDocument,
} from './document.shapes.ts';
export {
  copyDocuments,
  documentsDiffer,
  findDocument,
  listDocuments,
  publishDocuments,
  readDocuments,
  type StoredDocument,
} from './documents.store.ts';
export { createDocumentPress, type DocumentPress } from './drawing/document-press.ts';
export type { AnnexEntry, DrawnDocument, FilledDocument } from './drawing/filled-document.ts';
export { findPaper, readPaperFile } from './papers.store.ts';
export { createPapers, MAX_PAPER_BYTES, type Papers, type ReadPaper } from './papers.ts';
export { numberFields, proposeLayout } from './propose-layout.ts';
