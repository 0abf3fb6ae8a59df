// Reads a table as RFC 4180 defines it.

/** Returns the records, each a list of cells. */
export function readCsv(text: string): readonly (readonly string[])[] {
  const records: string[][] = [];
  const cells = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n|$)/gy;
  let record: string[] = [];
  while (cells.lastIndex < text.length) {
    const found = cells.exec(text);
    if (found === null) throw new Error(`Not CSV: ${text.slice(0, 200)}`);
    const [, quoted, bare = '', end] = found;
    record.push(quoted === undefined ? bare : quoted.replaceAll('""', '"'));
    if (end === ',') continue;
    records.push(record);
    record = [];
  }
  return records;
}
