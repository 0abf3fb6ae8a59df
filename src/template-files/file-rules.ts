// The rules of an exported template. What they do is not known here: the domain of rules is passed in.
import type { Reader, Tx } from '#db/database.ts';
import type { FormActor, Viewer } from '#form-basics/index.ts';
import type { JsonObject, JsonValue } from '#kernel/json.ts';
import type { NamedList } from './match-lists.ts';
import { Notes } from './notes.ts';
import type { ImportedFile } from './read-file.ts';

export interface FileRules {
  /** Returns the rules of a template as a file has them; none for somebody who may not see them. */
  of(db: Reader, viewer: Viewer, templateId: string): Promise<readonly JsonObject[]>;
  /** Returns the names of those that can be read, in their order. */
  namesOf(given: readonly JsonValue[]): readonly string[];
  /**
   * Creates those that can be read, turned off.
   * @param lists the ids of the lists that take the place of those in the file
   */
  create(
    tx: Tx,
    by: FormActor,
    templateId: string,
    given: readonly JsonValue[],
    lists: ReadonlyMap<string, string>,
  ): Promise<void>;
}

/** Returns the file with notes of its rules: they are off, and what cannot be read is left out. */
export function withRuleNotes(file: ImportedFile, fileRules: FileRules): ImportedFile {
  const { rules = [] } = file;
  const names = fileRules.namesOf(rules);
  const notes = new Notes(file.notes, file.noteCount);
  for (const rule of names) notes.add('rule', {}, { rule });
  const left = rules.length - names.length;
  if (left > 0) notes.add('rulesLeft', {}, { count: left });
  return { ...file, notes: notes.list, noteCount: notes.count };
}

/** Returns which list here takes the place of which one in the file. */
export const listsHere = (named: readonly NamedList[]): ReadonlyMap<string, string> =>
  new Map(named.flatMap(({ id, here }) => (here === undefined ? [] : [[id, here.id] as const])));
