// The one place that imports the library for PDFs, which is young: another one could take its place here. It reads
// untrusted files, so only programs in a process of their own use this file.
export {
  type FormField,
  PDF,
  PdfArray,
  PdfDict,
  PdfName,
  PdfNumber,
  type PdfObject,
  PdfRef,
  PdfStream,
  PdfString,
} from '@libpdf/core';
