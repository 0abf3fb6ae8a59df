// The rows of the survey sheet as a tree of groups, repeats and questions.
import { ImportRefused } from '#template-files/refusal.ts';
import type { FormRow } from './read-sheets.ts';

export interface SurveyItem {
  readonly kind: 'group' | 'repeat' | 'question';
  /** The type in lower case without its argument, such as `select_one`. */
  readonly type: string;
  /** The list of choices of a select. */
  readonly list: string;
  readonly hasOther: boolean;
  readonly row: FormRow;
  /** The name of the field, if it is not that of the file. */
  readonly ownName?: string;
  /** The name in the file. */
  readonly spelled: string;
  readonly parent: SurveyItem | undefined;
  /** The repeats around it, the outermost first. */
  readonly sections: readonly SurveyItem[];
  readonly children: SurveyItem[];
}

/** The most groups and repeats around a question: a definition may nest ten levels. */
const MAX_DEPTH = 8;

/** Spellings of older tools. */
const TYPES: ReadonlyMap<string, string> = new Map([
  ['string', 'text'],
  ['int', 'integer'],
  ['photo', 'image'],
  ['datetime', 'datetime'],
  ['date time', 'datetime'],
  ['location', 'geopoint'],
  ['gps', 'geopoint'],
  ['trigger', 'acknowledge'],
  ['number of days in last month', 'integer'],
  ['csv-external', 'select_one_from_file'],
  ['xml-external', 'select_one_from_file'],
]);

const SELECT =
  /^(?:add )?(select[ _]one|select[ _]multiple|select1|select|rank|select all that apply)(?: prompt using)?(?: from)?\s+(\S+)\s*(or[ _](?:specify[ _])?other)?$/i;

interface Kind {
  readonly type: string;
  readonly list: string;
  readonly hasOther: boolean;
}

function readType(spelled: string): Kind {
  const text = spelled.trim().replaceAll(/\s+/g, ' ');
  const [, select, list = '', other] = SELECT.exec(text) ?? [];
  if (select !== undefined) {
    const word = select.toLowerCase().replace(' ', '_');
    const type = ['select', 'select_all that apply'].includes(word) ? 'select_multiple' : word;
    return { type: type === 'select1' ? 'select_one' : type, list, hasOther: other !== undefined };
  }
  const [first = '', ...rest] = text.toLowerCase().split(' ');
  const hasArgument = /^select_(?:one|multiple)_/.test(first);
  const type = TYPES.get(text.toLowerCase()) ?? (hasArgument ? first : [first, ...rest].join(' '));
  return { type, list: '', hasOther: false };
}

const BEGIN = /^begin[ _](.+)$/;
const END = /^end[ _].+$/;
const IS_OFF = /^(?:yes|true(?:\(\))?|1)$/i;

/** Builds the tree. @throws ImportRefused when a group is closed that is not open, is left open, or nests too deeply */
export function readTree(rows: readonly FormRow[]): readonly SurveyItem[] {
  const top: SurveyItem[] = [];
  const open: SurveyItem[] = [];
  for (const row of rows) {
    if (row.get('type') === '' || IS_OFF.test(row.get('disabled'))) continue;
    const kind = readType(row.get('type'));
    if (END.test(kind.type)) {
      if (open.pop() === undefined) throw unbalanced(row);
      continue;
    }
    const parent = open.at(-1);
    const item = itemOf(row, kind, parent);
    (parent?.children ?? top).push(item);
    if (item.kind !== 'question') open.push(item);
    if (open.length > MAX_DEPTH) throw unbalanced(row);
  }
  const [left] = open;
  if (left !== undefined) throw unbalanced(left.row);
  return top;
}

function itemOf(row: FormRow, kind: Kind, parent: SurveyItem | undefined): SurveyItem {
  const [, container] = BEGIN.exec(kind.type) ?? [];
  return {
    ...kind,
    kind: container === undefined ? 'question' : kindOf(container),
    type: container ?? kind.type,
    row,
    spelled: row.get('name'),
    parent,
    sections: sectionsIn(parent),
    children: [],
  };
}

const kindOf = (container: string): 'group' | 'repeat' =>
  /^(?:repeat|looped group)/.test(container) ? 'repeat' : 'group';

export function sectionsIn(parent: SurveyItem | undefined): readonly SurveyItem[] {
  if (parent === undefined) return [];
  return parent.kind === 'repeat' ? [...parent.sections, parent] : parent.sections;
}

const unbalanced = ({ row }: FormRow): ImportRefused =>
  new ImportRefused({ reason: 'import-groups', row });

/** Returns all items, each before its children. */
export function itemsIn(top: readonly SurveyItem[]): readonly SurveyItem[] {
  const found: SurveyItem[] = [];
  const walk = (items: readonly SurveyItem[]): void => {
    for (const item of items) {
      found.push(item);
      walk(item.children);
    }
  };
  walk(top);
  return found;
}
