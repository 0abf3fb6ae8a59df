// Shared lists for tests.
import type { ListColumn } from '#lists/index.ts';

const columns: readonly ListColumn[] = [
  { key: 'code', label: 'Code', type: 'text' },
  { key: 'title', label: 'Title', type: 'text' },
  { key: 'region', label: 'Region', type: 'text' },
  { key: 'area', label: 'Area (m²)', type: 'number' },
  { key: 'checked', label: 'Last check', type: 'date' },
];

/** The columns of a list of sites. */
export const LIST_SHAPE = { columns, keyColumn: 'code', labelColumn: 'title' };

export const ROWS_FILE = Buffer.from(
  'Code,Title,Region,Area (m²),Last check\nD7,Dam 7,North,12.5,\n',
);
