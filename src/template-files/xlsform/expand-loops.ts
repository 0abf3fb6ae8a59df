// `begin loop over list`: its questions come once for each choice of a list, with `%(label)s` and `%(name)s` filled in.
import type { Notes } from '#template-files/notes.ts';
import { ImportRefused } from '#template-files/refusal.ts';
import type { FormRow } from './read-sheets.ts';
import { itemsIn, type SurveyItem, sectionsIn } from './survey-tree.ts';

/** The maximum number of rows after all loops are expanded. */
const MAX_ROWS = 5000;

/** Returns the tree with a group for each choice in each loop. @throws ImportRefused when there would be too many rows */
export function expandLoops(
  top: readonly SurveyItem[],
  choices: readonly FormRow[],
  notes: Notes,
): readonly SurveyItem[] {
  let left = MAX_ROWS;
  // A loop within another one is expanded first, and then copied.
  for (const item of itemsIn(top).toReversed()) {
    const [, list] = /loop\s+over\s+(\S+)/i.exec(item.row.get('type')) ?? [];
    if (item.kind !== 'group' || list === undefined) continue;
    const { sheet, row } = item.row;
    const offered = choices.filter((each) => each.get('list_name') === list);
    const kind = offered.length === 0 ? 'missingList' : 'loop';
    notes.add(kind, { sheet, row, name: item.spelled }, { list });
    if (offered.length === 0) continue;
    const inner = item.children.splice(0);
    left -= itemsIn(inner).length * offered.length;
    if (left < 0) throw new ImportRefused({ reason: 'import-rows', limit: MAX_ROWS });
    for (const choice of offered) item.children.push(groupFor(item, inner, choice));
  }
  return top;
}

function groupFor(loop: SurveyItem, inner: readonly SurveyItem[], choice: FormRow): SurveyItem {
  const name = choice.get('name') || choice.get('value');
  const { row } = loop;
  const onlyLabel = (column: string) => (column === 'label' ? choice.texts(column) : NOTHING);
  const group: SurveyItem = {
    ...loop,
    spelled: '',
    ownName: `${loop.spelled}_${name}`,
    row: {
      ...row,
      texts: onlyLabel,
      get: (column) => onlyLabel(column).get('') ?? '',
    },
    parent: loop,
    sections: sectionsIn(loop),
    children: [],
  };
  for (const each of inner) group.children.push(copyInto(group, each, choice, name));
  return group;
}

function copyInto(parent: SurveyItem, item: SurveyItem, choice: FormRow, name: string): SurveyItem {
  const copy: SurveyItem = {
    ...item,
    ownName: item.spelled === '' ? '' : `${item.spelled}_${name}`,
    row: rowFor(item.row, choice, name),
    parent,
    sections: sectionsIn(parent),
    children: [],
  };
  for (const each of item.children) copy.children.push(copyInto(copy, each, choice, name));
  return copy;
}

function rowFor(row: FormRow, choice: FormRow, name: string): FormRow {
  const labels = choice.texts('label');
  const [anyLabel = name] = labels.values();
  const filled = (text: string, language: string) =>
    text
      .replaceAll('%(name)s', () => name)
      .replaceAll('%(label)s', () => labels.get(language) ?? anyLabel);
  const texts = (column: string) =>
    new Map([...row.texts(column)].map(([language, text]) => [language, filled(text, language)]));
  return { ...row, texts, get: (column) => filled(row.get(column), '') };
}

const NOTHING: ReadonlyMap<string, string> = new Map();
