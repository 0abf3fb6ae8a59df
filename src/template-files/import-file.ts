import { AppError } from '#kernel/errors.ts';
import { reportOnDefinition } from '#questionnaires/definition/check-definition.ts';
import type { DefinitionFault, LocatedText } from '#questionnaires/definition/filter-definition.ts';
import type { FormEngine } from '#questionnaires/engine/engine-types.ts';
import { checkPattern } from '#questionnaires/naming/check-name-pattern.ts';
import { nameFields } from '#questionnaires/naming/name-fields.ts';
import type { ImportReader } from './import-reader.ts';
import { Notes } from './notes.ts';
import type { ImportedFile } from './read-file.ts';
import { nameAt, withoutParts } from './settle-definition.ts';

interface Reading {
  readonly accountId: string;
  readonly imports: Pick<ImportReader, 'read'>;
  readonly engine: Pick<FormEngine, 'inspect'>;
}

/**
 * Reads an imported file, without the expressions that the engine cannot parse, and without a naming pattern that does
 * not fit to the fields that are left.
 * @throws AppError `import-refused`, and those of the engine and of the source
 */
export async function readImport(
  { accountId, imports, engine }: Reading,
  source: AsyncIterable<Uint8Array>,
): Promise<ImportedFile> {
  return withPattern(await withExpressions(await imports.read(accountId, source), engine));
}

async function withExpressions(
  file: ImportedFile,
  engine: Reading['engine'],
): Promise<ImportedFile> {
  const expressions: readonly LocatedText[] = reportOnDefinition(file.definition).expressions;
  const unread = expressions.length === 0 ? [] : await engine.inspect(expressions);
  if (unread.length === 0) return file;
  const notes = new Notes(file.notes, file.noteCount);
  for (const fault of unread) {
    const name = nameAt(file.definition, fault.at);
    notes.addFault(wholeOf(fault), name === undefined ? {} : { name });
  }
  const definition = withoutParts(file.definition, unread.map(wholeOf));
  return { ...file, definition, notes: notes.list, noteCount: notes.count };
}

/** Leaves out a naming pattern with placeholders that are unknown. */
function withPattern(file: ImportedFile): ImportedFile {
  const { namePattern, ...rest } = file;
  if (namePattern === undefined) return file;
  const fields = nameFields(file.definition).map(({ name }) => name);
  try {
    checkPattern(namePattern, fields);
    return file;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const notes = new Notes(file.notes, file.noteCount);
    notes.add('namePattern', {}, { pattern: namePattern });
    return { ...rest, notes: notes.list, noteCount: notes.count };
  }
}

/** A calculated value without its calculation, and a rule without its expression, are left out as a whole. */
const wholeOf = (fault: DefinitionFault): DefinitionFault =>
  fault.at.endsWith('.expression')
    ? { ...fault, at: fault.at.slice(0, -'.expression'.length) }
    : fault;
