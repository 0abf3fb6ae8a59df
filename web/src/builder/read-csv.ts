/** Returns the cells of each record. The separator is the first of comma, semicolon and tab in the first line. */
export function readCsv(text: string): readonly (readonly string[])[] {
  const separator = /[,;\t]/.exec(text.split(/[\r\n]/, 1)[0] ?? '')?.[0] ?? ',';
  const cell = new RegExp(
    `(?:"((?:[^"]|"")*)"|([^${separator}\\r\\n"]*))(${separator}|\\r?\\n|\\r|$)`,
    'y',
  );
  const records: string[][] = [];
  let record: string[] = [];
  while (cell.lastIndex < text.length) {
    const found = cell.exec(text);
    // A quote in the middle of a cell is not CSV: the rest cannot be read.
    if (found === null) break;
    record.push(found[1]?.replaceAll('""', '"') ?? found[2] ?? '');
    if (found[3] !== separator) {
      records.push(record);
      record = [];
    }
  }
  if (record.length > 0) records.push([...record, '']);
  return records;
}
