import type { DefinitionFault } from '#questionnaires/definition/check-definition.ts';

// What an import changed or left out, for the report. Pages translate a note by its kind.

export interface ImportNote {
  /** `left-out`: missing in the template. `changed`: there, but not as in the file. */
  readonly level: 'left-out' | 'changed';
  readonly kind: string;
  /** The sheet, and the row as spreadsheets number them; undefined for other files. */
  readonly sheet?: string;
  readonly row?: number;
  /** The name of the field, as the file spells it. */
  readonly name?: string;
  /** Filled into the text. */
  readonly values?: Readonly<Record<string, string | number>>;
  /** In English. */
  readonly text: string;
  /** The fault of the part that was left out. */
  readonly fault?: DefinitionFault;
}

/** The most notes of a report. */
const MAX_NOTES = 500;

/** The texts of all kinds, with the values in double braces. */
export const NOTES = {
  unknownType: ['left-out', 'Formstead has no field for the type {{type}}.'],
  media: ['left-out', 'Audio and video files cannot be attached to forms.'],
  metadata: ['left-out', 'Formstead records who fills in a form, and when, without a field.'],
  fileList: ['left-out', 'Choices in a separate file are not in the workbook.'],
  missingList: ['left-out', 'There is no list of choices named {{list}}.'],
  noName: ['left-out', 'This row has no name.'],
  hiddenField: ['left-out', 'A hidden field without a value has no use in Formstead.'],
  noteText: ['left-out', 'The note has no text.'],
  column: ['left-out', 'Formstead does not use the column {{column}}.'],
  sheet: ['left-out', 'Formstead does not use this sheet.'],
  setting: ['left-out', 'Formstead does not use the setting {{setting}}.'],
  language: ['left-out', 'Formstead does not know the language {{language}}.'],
  unreadableExpression: ['left-out', '{{column}} cannot be read: {{expression}}'],
  unknownFunction: ['left-out', '{{column}} uses {{what}}, which Formstead does not have.'],
  unknownName: ['left-out', '{{column}} refers to {{what}}, which is not in the template.'],
  repeatedName: [
    'left-out',
    '{{column}} refers to {{what}}, which is in another repeating section.',
  ],
  tooLong: ['left-out', '{{column}} is longer than {{what}} characters.'],
  pattern: ['left-out', '{{column}} has a regular expression. Formstead does not check those.'],
  dateNumber: ['left-out', '{{column}} calculates with a date as with a number.'],
  missingChoice: [
    'changed',
    '{{column}} compares {{name}} with {{value}}, which is not one of its choices. That part is never true.',
  ],
  emptyEntries: [
    'changed',
    'In {{column}}, {{what}} skips entries without an answer. In ODK there is no result then.',
  ],
  countFilled: ['changed', 'In {{column}}, {{what}} counts only entries with an answer.'],
  unasked: ['left-out', 'Nobody answers this row, so {{column}} is not checked.'],
  recalculated: ['changed', 'Once people change the answer, it is no longer calculated.'],
  noMessage: [
    'changed',
    'The constraint has no message. People read “This value is not allowed.” until you write one.',
  ],
  widerPattern: [
    'changed',
    'Instead of {{pattern}}, letters of every alphabet are allowed, in upper and lower case.',
  ],
  shownReference: [
    'left-out',
    '{{column}} shows … instead of the answer to {{what}}, which cannot be shown there.',
  ],
  repeatCount: [
    'changed',
    'Entries are added as the answer says. Filled ones stay when it becomes smaller, and people can add and remove entries.',
  ],
  loop: ['changed', 'The questions of the loop are there once for each choice of {{list}}.'],
  picture: [
    'left-out',
    'The workbook contains only the name of the picture {{file}}. Formstead shows pictures in instruction texts: add it there.',
  ],
  sound: ['left-out', 'Formstead does not play sounds and videos such as {{file}}.'],
  parameter: ['left-out', 'Formstead does not use the parameter {{parameter}}.'],
  formulaError: ['left-out', 'The cell in {{column}} shows {{value}}, because its formula failed.'],
  unfitDefault: ['left-out', 'The default value {{value}} is not a valid answer.'],
  sameChoice: ['left-out', 'The list {{list}} has the choice {{value}} twice.'],
  tableList: [
    'changed',
    'The questions of this table are single ones: they differ in more than their label, or other fields name one of them.',
  ],
  emptyGroup: ['left-out', 'Nothing is left in this group.'],
  part: ['left-out', '{{problem}}'],
  namePattern: [
    'left-out',
    'The naming pattern {{pattern}} has a placeholder that this Formstead does not know.',
  ],
  list: ['left-out', 'There is no list for {{list}}. Choose one in the field.'],
  member: ['left-out', 'This version of Formstead does not know {{member}}.'],
  rule: ['changed', 'The rule {{rule}} is off. Check what it names, then turn it on.'],
  rulesLeft: ['left-out', 'The number of rules that this Formstead cannot read: {{count}}.'],
  listMade: ['changed', 'The {{count}} choices of {{list}} became a shared list.'],
  listOther: [
    'left-out',
    'People can only choose rows of a shared list, so the choice “other” is left out.',
  ],
  listFilter: [
    'left-out',
    'A shared list can only be filtered by one column that equals one answer. The filter {{expression}} is left out.',
  ],
  listLanguages: [
    'left-out',
    'A shared list has one language. The choices of {{list}} are in the default language of the form.',
  ],
  listRow: ['left-out', 'The choice {{value}} is too long for a row of a shared list.'],
  listRoom: [
    'left-out',
    'Your organisation has {{limit}} shared lists and can have no more, so {{list}} did not become one. Delete a list and import again, or choose a list in the field.',
  ],
  changedForm: [
    'changed',
    'Somebody changed the sheets, so they were read as an XLSForm. What XLSForms lack is left out.',
  ],
  noDefault: ['left-out', 'A field of this kind has no default value and no calculation.'],
  listColumn: ['changed', 'The list {{list}} has no column {{column}}, which the field uses.'],
  malformedText: [
    'changed',
    'Characters that are damaged or invisible were replaced or removed, because they cannot be stored.',
  ],
  renamed: ['changed', 'The field is now named {{to}}.'],
  range: ['changed', 'The slider becomes a number field with the same limits.'],
  approximateDate: ['changed', 'The field asks for a whole date.'],
  formatting: ['changed', 'Formstead shows the text without its formatting.'],
  appearance: ['changed', 'Formstead does not use the appearance {{appearance}}.'],
} as const satisfies Readonly<Record<string, readonly [ImportNote['level'], string]>>;

export type NoteKind = keyof typeof NOTES;

export interface NotePlace {
  readonly sheet?: string;
  readonly row?: number;
  readonly name?: string;
}

/** Collects the notes of one import, up to a limit. */
export class Notes {
  readonly #found: ImportNote[];
  #count: number;

  /** Continues a list. */
  constructor(found: readonly ImportNote[] = [], count = 0) {
    this.#found = [...found];
    this.#count = count;
  }

  add(
    kind: NoteKind,
    place: NotePlace,
    values: ImportNote['values'] = {},
    fault?: DefinitionFault,
  ): void {
    this.#count += 1;
    if (this.#found.length >= MAX_NOTES) return;
    const [level, pattern] = NOTES[kind];
    const shown = Object.fromEntries(
      Object.entries(values).map(([name, value]) => [
        name,
        typeof value === 'string' ? shorten(value) : value,
      ]),
    );
    const text = pattern.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => `${shown[name] ?? ''}`);
    this.#found.push({
      level,
      kind,
      ...place,
      ...cutName(place),
      values: shown,
      text,
      ...(fault && { fault }),
    });
  }

  /** Adds a fault for which a part of the definition was left out. */
  addFault(fault: DefinitionFault, place: NotePlace): void {
    this.add('part', place, { at: fault.at, problem: fault.text }, fault);
  }

  /** Sorted by position. */
  get list(): readonly ImportNote[] {
    return this.#found.toSorted((a, b) => (a.row ?? 0) - (b.row ?? 0));
  }

  /** How many notes there would be without the limit. */
  get count(): number {
    return this.#count;
  }
}

const cutName = ({ name }: NotePlace) => (name === undefined ? {} : { name: shorten(name) });

const shorten = (text: string): string =>
  text.length > 120 ? `${text.slice(0, 117).toWellFormed()}…` : text;
