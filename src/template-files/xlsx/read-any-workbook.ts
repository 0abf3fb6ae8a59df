import { ImportRefused } from '#template-files/refusal.ts';
import { readWorkbook, type Workbook } from './read-workbook.ts';

/** The first bytes of a file that holds others, as Excel wrote them until 2003 and encrypted ones are today ([MS-CFB] 2.2). */
const COMPOUND = Buffer.from('d0cf11e0a1b11ae1', 'hex');
/** The name of the encrypted workbook in such a file ([MS-OFFCRYPTO] 2.3.4.4). */
const ENCRYPTED = Buffer.from('EncryptedPackage', 'utf16le');

/** Opens a workbook of Excel; undefined for any other file. @throws ImportRefused */
export async function readAnyWorkbook(bytes: Buffer): Promise<Workbook | undefined> {
  if (bytes.subarray(0, 2).toString('latin1') === 'PK') return readWorkbook(bytes);
  if (!bytes.subarray(0, COMPOUND.length).equals(COMPOUND)) return undefined;
  if (bytes.includes(ENCRYPTED) || hasPassword(bytes)) {
    throw new ImportRefused({ reason: 'import-protected' });
  }
  // Loading its library takes longer than reading most workbooks.
  const { readOldWorkbook } = await import('./read-old-workbook.ts');
  return readOldWorkbook(bytes);
}

/** The beginning of the records of an old workbook ([MS-XLS] 2.4.21). */
const FIRST = Buffer.from('0908100000060500', 'hex');
/** The record of an encrypted one ([MS-XLS] 2.4.117), which comes before everything that is encrypted. */
const FILE_PASS = 0x2f;
const MOST_RECORDS = 4;

function hasPassword(bytes: Buffer): boolean {
  let at = bytes.indexOf(FIRST);
  for (let i = 0; i < MOST_RECORDS && at >= 0 && at + 4 <= bytes.length; i += 1) {
    if (bytes.readUInt16LE(at) === FILE_PASS) return true;
    at += 4 + bytes.readUInt16LE(at + 2);
  }
  return false;
}
