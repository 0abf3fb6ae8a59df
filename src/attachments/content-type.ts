import { Buffer } from 'node:buffer';

/** The number of bytes at the start of a file from which its type is checked. */
export const SNIFFED_BYTES = 4096;

const at = (offset: number, bytes: string) => (head: Buffer) =>
  head.subarray(offset, offset + bytes.length).equals(Buffer.from(bytes, 'latin1'));

const isHeif = (head: Buffer): boolean =>
  at(4, 'ftyp')(head) && /^(?:hei[cxms]|hev[cxms]|mif1|msf1)$/.test(head.toString('latin1', 8, 12));

/** Office Open XML: a zip of parts. The names of its first parts tell which of the three formats it is. */
const isOffice = (folder: string) => (head: Buffer) =>
  at(0, 'PK\x03\x04')(head) &&
  [folder, '[Content_Types].xml', '_rels/', 'docProps/'].some((name) => head.includes(name));

/** OpenDocument 1.3 part 2 §3.3: the media type is at the start of the zip. */
const isOpenDocument = (type: string) => (head: Buffer) =>
  at(0, 'PK\x03\x04')(head) && at(30, `mimetype${type}`)(head);

const isOldOffice = at(0, '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1');

/** Markup that a browser would execute if it took the file for HTML or SVG. */
const MARKUP = /^\s*<(?:!doctype|!--|\?xml|html|head|body|script|svg|iframe|style|meta|link|math)/i;

const isText = (head: Buffer): boolean =>
  !head.includes(0) && !MARKUP.test(head.toString('utf8').replace(/^\uFEFF/, ''));

const ODF = 'application/vnd.oasis.opendocument';
const OOXML = 'application/vnd.openxmlformats-officedocument';

/** The allowed media types, each with the check of its first bytes. */
const TYPES: ReadonlyMap<string, (head: Buffer) => boolean> = new Map([
  ['image/jpeg', at(0, '\xff\xd8\xff')],
  ['image/png', at(0, '\x89PNG\r\n\x1a\n')],
  ['image/webp', (head: Buffer) => at(0, 'RIFF')(head) && at(8, 'WEBP')(head)],
  ['image/gif', (head: Buffer) => at(0, 'GIF87a')(head) || at(0, 'GIF89a')(head)],
  ['image/heic', isHeif],
  ['application/pdf', at(0, '%PDF-')],
  ['text/plain', isText],
  ['text/csv', isText],
  [`${OOXML}.wordprocessingml.document`, isOffice('word/')],
  [`${OOXML}.spreadsheetml.sheet`, isOffice('xl/')],
  [`${OOXML}.presentationml.presentation`, isOffice('ppt/')],
  [`${ODF}.text`, isOpenDocument(`${ODF}.text`)],
  [`${ODF}.spreadsheet`, isOpenDocument(`${ODF}.spreadsheet`)],
  [`${ODF}.presentation`, isOpenDocument(`${ODF}.presentation`)],
  ['application/msword', isOldOffice],
  ['application/vnd.ms-excel', isOldOffice],
  ['application/vnd.ms-powerpoint', isOldOffice],
]);

/** File extensions by media type. The first one is appended to names with another extension. */
const ENDINGS: ReadonlyMap<string, readonly string[]> = new Map([
  ['image/jpeg', ['jpg', 'jpeg', 'jpe', 'jfif']],
  ['image/png', ['png']],
  ['image/webp', ['webp']],
  ['image/gif', ['gif']],
  ['image/heic', ['heic', 'heif']],
  ['application/pdf', ['pdf']],
  ['text/plain', ['txt', 'text', 'log', 'md']],
  ['text/csv', ['csv', 'txt']],
  [`${OOXML}.wordprocessingml.document`, ['docx']],
  [`${OOXML}.spreadsheetml.sheet`, ['xlsx']],
  [`${OOXML}.presentationml.presentation`, ['pptx']],
  [`${ODF}.text`, ['odt']],
  [`${ODF}.spreadsheet`, ['ods']],
  [`${ODF}.presentation`, ['odp']],
  ['application/msword', ['doc', 'dot']],
  ['application/vnd.ms-excel', ['xls', 'xlt']],
  ['application/vnd.ms-powerpoint', ['ppt', 'pps']],
]);

/** Returns a name that no system runs as another type: `report.pdf.bat` becomes `report.pdf.bat.pdf`. */
export function nameOfType(name: string, type: string): string {
  const endings = ENDINGS.get(type) ?? [];
  const [ending] = endings;
  const own = /\.([^.]*)$/.exec(name)?.[1]?.trim().toLowerCase();
  if (own === undefined || ending === undefined || endings.includes(own)) return name;
  return `${name}.${ending}`;
}

export const ATTACHMENT_TYPES: readonly string[] = [...TYPES.keys()];

/** Returns whether the bytes start as the type requires. Names and headers are never trusted. */
export const isOfType = (type: string, head: Buffer): boolean => TYPES.get(type)?.(head) ?? false;

/** Returns whether the type is text, which must contain no zero bytes up to its end. */
export const isTextType = (type: string): boolean => type.startsWith('text/');

/** Returns whether browsers show the file in the page; all others are downloaded. */
export const isImage = (type: string): boolean => type.startsWith('image/');
