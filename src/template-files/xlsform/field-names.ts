import { fold } from '#kernel/text.ts';
import type { Notes } from '#template-files/notes.ts';
import type { SurveyItem } from './survey-tree.ts';

const MAX_LENGTH = 100;

/** Names that expressions of the engine understand as something else than a field. */
const RESERVED: ReadonlySet<string> = new Set(
  'locale pageno pagecount item choice row panel prevrow nextrow totalrow prevpanel nextpanel parentpanel rowindex panelindex visiblepanelindex rowvalue rowname rowtitle index no require title'.split(
    ' ',
  ),
);

/**
 * Gives every item a name that is unique in the whole form and allowed in a definition. XLSForms may use a name once in
 * each group, and tell upper from lower case.
 */
export function nameFields(
  items: readonly SurveyItem[],
  notes: Notes,
): ReadonlyMap<SurveyItem, string> {
  const taken = new Set<string>();
  const names = new Map<SurveyItem, string>();
  for (const item of items) {
    const { spelled, kind, row } = item;
    const wanted = allowed(item.ownName || spelled || nameless(item));
    if (wanted === '') continue;
    const name = free(wanted, taken);
    taken.add(fold(name));
    names.set(item, name);
    if (name !== spelled && spelled !== '' && kind === 'question') {
      notes.add('renamed', { sheet: row.sheet, row: row.row, name: spelled }, { to: name });
    }
  }
  return names;
}

/** A question needs a name for its answer; everything else gets one. */
const nameless = ({ kind, type, row }: SurveyItem): string =>
  kind !== 'question' ? `${kind}_${row.row}` : type === 'note' ? `note_${row.row}` : '';

function allowed(spelled: string): string {
  const plain = spelled.replaceAll(/[^\p{L}\p{N}_-]+/gu, '_').slice(0, MAX_LENGTH);
  const isReserved = RESERVED.has(plain.toLowerCase()) || plain in Object.prototype;
  return isReserved ? `${plain}_1` : plain;
}

function free(wanted: string, taken: ReadonlySet<string>): string {
  if (!taken.has(fold(wanted))) return wanted;
  for (let i = 2; ; i += 1) {
    const name = `${wanted}_${i}`;
    if (!taken.has(fold(name))) return name;
  }
}
