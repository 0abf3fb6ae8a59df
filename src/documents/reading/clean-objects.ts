import { constants, inflateSync } from 'node:zlib';
import {
  type PDF,
  PdfArray,
  PdfDict,
  PdfName,
  type PdfObject,
  PdfRef,
  PdfStream,
} from '#documents/pdf.ts';
import { PaperFault } from './paper-fault.ts';

/** What one stream, and all of them together, may have once they are unpacked. */
const MOST_BYTES = 32 * 1_048_576;
const MOST_BYTES_IN_ALL = 128 * 1_048_576;
const MOST_PIXELS = 40_000_000;
const MOST_FILTERS = 2;
const MOST_OBJECTS = 500_000;

/** What does something, tells of somebody, or leads out of the file. */
const FORBIDDEN: readonly string[] = [
  ...['AA', 'AF', 'AcroForm', 'Annots', 'EmbeddedFiles', 'EF', 'JS', 'JavaScript', 'Launch'],
  ...['LastModified', 'Metadata', 'Names', 'OpenAction', 'PieceInfo', 'SubmitForm', 'StructParent'],
  ...['StructParents', 'Thumb', 'URI', 'Usage', 'XFA'],
];
/** The same of streams alone: elsewhere, these may be names of fonts or pictures. */
const FORBIDDEN_IN_STREAMS: readonly string[] = [
  ...['Alternates', 'F', 'FDecodeParms', 'FFilter', 'OPI', 'PS', 'Ref'],
];
/** Maps of names that a page gives to what it uses, whatever they are; of them, those that only resources have. */
const NAME_MAPS: readonly string[] = ['CharProcs', 'Colorants'];
const RESOURCE_MAPS: readonly string[] = [
  ...['ColorSpace', 'ExtGState', 'Font', 'Pattern', 'Properties', 'Shading', 'XObject'],
];
/** Filters of pictures: what they unpack to is bounded by the size of the picture. */
const PICTURE_FILTERS: readonly string[] = [
  ...['DCTDecode', 'DCT', 'JPXDecode', 'CCITTFaxDecode', 'CCF', 'JBIG2Decode'],
];
const FLATE: readonly string[] = ['FlateDecode', 'Fl'];
const OTHERS: readonly string[] = [
  ...['LZWDecode', 'LZW', 'ASCII85Decode', 'A85', 'ASCIIHexDecode', 'AHx', 'RunLengthDecode', 'RL'],
];

/**
 * Takes everything forbidden out of what the base uses, and unpacks each stream within bounds: one that expands to
 * gigabytes would stop the browser of everybody who looks at the page.
 * @throws PaperFault `heavy`, `damaged`
 */
export function cleanObjects(base: PDF): void {
  const seen = new Set<PdfObject>();
  const waiting: (readonly [PdfObject, Role])[] = [[base.getCatalog(), 'plain']];
  let bytes = 0;
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const [value, role] = next;
    const object = value instanceof PdfRef ? base.getObject(value) : value;
    if (object === null || seen.has(object)) continue;
    const inside = membersOf(object, role);
    if (inside === undefined) continue;
    seen.add(object);
    if (seen.size > MOST_OBJECTS) throw new PaperFault('heavy');
    if (object instanceof PdfStream) bytes += unpackedBytes(base, object);
    if (bytes > MOST_BYTES_IN_ALL) throw new PaperFault('heavy');
    waiting.push(...inside);
  }
}

/** Returns what is in an array, or in a dictionary once what is forbidden is out of it; undefined for anything else. */
function membersOf(
  object: PdfObject,
  role: Role,
): readonly (readonly [PdfObject, Role])[] | undefined {
  if (object instanceof PdfArray) return object.toArray().map((each) => [each, 'plain'] as const);
  if (!(object instanceof PdfDict)) return undefined;
  if (role !== 'names') strip(object);
  return [...object].map(([{ value: key }, each]) => [each, roleOf(role, key)] as const);
}

/** What the keys of a dictionary are: names that the file made up, kinds of resources, or words of the format. */
type Role = 'names' | 'resources' | 'plain';

function roleOf(above: Role, key: string): Role {
  if (above === 'names') return 'plain';
  if (above === 'resources' && RESOURCE_MAPS.includes(key)) return 'names';
  if (NAME_MAPS.includes(key)) return 'names';
  return key === 'Resources' ? 'resources' : 'plain';
}

function strip(dict: PdfDict): void {
  for (const key of FORBIDDEN) dict.delete(key);
  if (!(dict instanceof PdfStream)) return;
  for (const key of FORBIDDEN_IN_STREAMS) dict.delete(key);
  // A program for printers, which some of them still run.
  if (dict.getName('Subtype')?.value === 'PS') dict.setData(new Uint8Array());
}

/** Returns how many bytes a stream has once its filters are undone, but for those of pictures. */
function unpackedBytes(base: PDF, stream: PdfStream): number {
  const resolve = base.getObject.bind(base);
  const pixels =
    (stream.getNumber('Width', resolve)?.value ?? 0) *
    (stream.getNumber('Height', resolve)?.value ?? 0);
  if (pixels > MOST_PIXELS) throw new PaperFault('heavy');
  const filters = filtersOf(base, stream);
  if (filters.length > MOST_FILTERS) throw new PaperFault('heavy');
  const packed = filters.filter((each) => !PICTURE_FILTERS.includes(each));
  if (packed.every((each) => FLATE.includes(each))) return inflated(stream.data, packed.length);
  if (!packed.every((each) => FLATE.includes(each) || OTHERS.includes(each))) {
    throw new PaperFault('damaged');
  }
  // Rare and old. Memory and time of the process bound them.
  if (packed.length < filters.length) return stream.data.length;
  const { length } = decoded(stream);
  if (length > MOST_BYTES) throw new PaperFault('heavy');
  return length;
}

function filtersOf(base: PDF, stream: PdfStream): readonly string[] {
  const resolve = base.getObject.bind(base);
  const value = stream.get('Filter', resolve);
  if (value instanceof PdfName) return [value.value];
  if (!(value instanceof PdfArray)) return [];
  return value.toArray().map((_, i) => {
    const each = value.at(i, resolve);
    return each instanceof PdfName ? each.value : '';
  });
}

function inflated(data: Uint8Array, times: number): number {
  let bytes = data;
  for (let time = 0; time < times; time += 1) {
    try {
      bytes = inflateSync(bytes, {
        maxOutputLength: MOST_BYTES,
        finishFlush: constants.Z_SYNC_FLUSH,
      });
    } catch (error) {
      if (error instanceof RangeError) throw new PaperFault('heavy');
      // A stream that is damaged at its end is shown by readers as far as it goes.
      return bytes.length;
    }
  }
  return bytes.length;
}

function decoded(stream: PdfStream): Uint8Array {
  try {
    return stream.getDecodedData();
  } catch {
    throw new PaperFault('damaged');
  }
}
