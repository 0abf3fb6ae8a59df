// The process that reads imported files: a workbook that needs too much memory or time ends only this process. It has
// no database, no files and no secrets.
import { listen, send } from '#processes/lone-program.ts';
import type { ImportMessage, ImportOrder } from './import-reader.ts';
import { readFile } from './read-file.ts';
import { readTable } from './read-table.ts';
import { ImportRefused } from './refusal.ts';

const MEMORY_MIB = 512;

const pieces: Uint8Array[] = [];

async function read(as: 'template' | 'table'): Promise<ImportMessage> {
  const bytes = Buffer.concat(pieces.splice(0));
  try {
    return as === 'table' ? { table: await readTable(bytes) } : { file: await readFile(bytes) };
  } catch (error) {
    if (error instanceof ImportRefused) return { refused: error.why };
    return { error: error instanceof Error ? error.message : 'unknown' };
  }
}

listen<ImportOrder>(MEMORY_MIB, (order) => {
  if ('piece' in order) pieces.push(order.piece);
  else void read(order.read).then(send);
});
