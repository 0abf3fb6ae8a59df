// Reads a file that somebody imports: an XLSForm, or a template that another Formstead exported.

import type { JsonObject, JsonValue } from '#kernel/json.ts';
import { DEFINITION_LIMITS } from '#questionnaires/definition/definition-limits.ts';
import type { DefinitionFault } from '#questionnaires/definition/filter-definition.ts';
import type { FileList } from './file-list.ts';
import type { ImportNote, Notes } from './notes.ts';
import { ImportRefused, type RefusedFile } from './refusal.ts';
import { settleDefinition } from './settle-definition.ts';
import { readTemplateFile } from './template-file.ts';
import { convertXlsForm } from './xlsform/convert-xlsform.ts';
import { ownTemplate } from './xlsform/own-sheet.ts';
import { readAnyWorkbook } from './xlsx/read-any-workbook.ts';
import type { Workbook } from './xlsx/read-workbook.ts';

export type ImportKind = 'xlsform' | 'template';

/** What a file becomes. */
export interface ImportedFile {
  readonly kind: ImportKind;
  readonly name?: string;
  readonly description?: string;
  /** Not yet checked: a field that it names may be left out. */
  readonly namePattern?: string;
  /** Can be published, apart from expressions that only the engine can read. */
  readonly definition: JsonObject;
  /** What the file says about the lists that its fields name. */
  readonly lists?: readonly FileList[];
  /** Not yet checked. */
  readonly rules?: readonly JsonValue[];
  readonly notes: readonly ImportNote[];
  /** The number of notes, which may be larger than the list. */
  readonly noteCount: number;
}

/** Reads a file. @throws ImportRefused when nothing of it can be used */
export async function readFile(bytes: Buffer): Promise<ImportedFile> {
  const workbook = await readAnyWorkbook(bytes);
  if (workbook === undefined) return readOwn(bytes);
  const own = ownTemplate(workbook);
  if (own !== undefined && own !== 'changed') return readOwn(own);
  // The sheets are read once more, because reading counts their rows.
  const again = own === undefined ? workbook : await readAnyWorkbook(bytes);
  return readXlsForm(again ?? workbook, own === 'changed');
}

function readOwn(bytes: Buffer): ImportedFile {
  const { notes, definition, ...own } = readTemplateFile(bytes);
  const settled = settle(definition, notes, (name) => (name === undefined ? {} : { name }));
  return { kind: 'template', ...own, ...settled };
}

function readXlsForm(workbook: Workbook, isChanged: boolean): ImportedFile {
  const { name, definition, lists, notes, rowOf } = convertXlsForm(workbook);
  if (isChanged) notes.add('changedForm', {});
  const settled = settle(definition, notes, (field) => {
    const row = rowOf.get(field ?? '');
    if (row === undefined) return field === undefined ? {} : { name: field };
    return { sheet: row.sheet, row: row.row, name: row.get('name') };
  });
  return {
    kind: 'xlsform',
    ...(name !== undefined && { name: name.slice(0, MAX_NAME) }),
    ...(lists.length > 0 && { lists }),
    ...settled,
  };
}

function settle(
  definition: JsonObject,
  notes: Notes,
  placeOf: (name: string | undefined) => Partial<Pick<ImportNote, 'sheet' | 'row' | 'name'>>,
): Pick<ImportedFile, 'definition' | 'notes' | 'noteCount'> {
  const settled = settleDefinition(definition, (fault, name) => {
    const isType = fault.kind === 'typeNotAllowed' && fault.at.endsWith('.type');
    if (isType) return notes.add('unknownType', placeOf(name), typeIn(fault));
    if (fault.kind !== 'unknownChoice') return notes.addFault(fault, placeOf(name));
    const column = fault.at.slice(fault.at.lastIndexOf('.') + 1);
    return notes.add('missingChoice', placeOf(name), { column, ...fault.values });
  });
  if (settled.definition === undefined) throw new ImportRefused(refusalOf(settled.refused));
  return { definition: settled.definition, notes: notes.list, noteCount: notes.count };
}

/** Returns the type of a question without the quotes of the fault. */
const typeIn = ({ values }: DefinitionFault) => ({
  type: String(values?.['type']).replaceAll('"', ''),
});

/** The longest name of a template, in characters. */
const MAX_NAME = 200;

const refusalOf = (faults: readonly { readonly kind?: string }[]): RefusedFile =>
  faults.some(({ kind }) => kind === 'tooLarge')
    ? { reason: 'import-definition', limit: DEFINITION_LIMITS.bytes }
    : { reason: 'import-damaged', part: 'definition' };
