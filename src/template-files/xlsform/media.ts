import type { FormRow } from './read-sheets.ts';

const COLUMNS = {
  'media::image': 'picture',
  'media::big-image': 'picture',
  'media::audio': 'sound',
  'media::video': 'sound',
} as const;

/** Tells each file that a row names, in all its languages. A workbook has only their names. */
export function noteMedia(
  row: FormRow,
  note: (kind: 'picture' | 'sound', file: string) => void,
): void {
  for (const [column, kind] of Object.entries(COLUMNS)) {
    for (const file of new Set(row.texts(column).values())) note(kind, file);
  }
}
