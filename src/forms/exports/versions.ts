import { questionsOf } from '#forms/reading/questions.ts';
import { type ReadableDefinition, readable } from '#forms/reading/read-answers.ts';
import { findVersion } from '#forms/template.store.ts';
import { fail } from '#kernel/errors.ts';
import { letOthersIn } from '#kernel/in-turns.ts';
import { countColumns, type Heading, headingsOf, mergeHeadings } from './columns.ts';
import type { ExportContext } from './context.ts';
import { selectVersionIds } from './walk-forms.store.ts';

/** A template may have any number of versions, of 256 KiB each: so many are held at a time. */
const KEPT = 4;
/** What a spreadsheet takes. */
const MAX_COLUMNS = 16_384;
/** Each has a file of its own, which stays open. */
const MAX_TABLES = 300;

interface ReadVersion {
  readonly number: number;
  readonly definition: ReadableDefinition;
}

/** The version of a template that a form was made from; undefined when it is gone. */
export type FindVersion = (id: string) => Promise<ReadVersion | undefined>;

export function versionFinder({ work, job }: ExportContext): FindVersion {
  const kept = new Map<string, ReadVersion>();
  return async (id) => {
    const known = kept.get(id);
    if (known) return known;
    const version = await findVersion(work.db.reader, job.accountId, id);
    if (!version) return undefined;
    const read = {
      number: version.number,
      definition: readable(version.definition, job.options.locale),
    };
    const [oldest] = kept.keys();
    if (oldest !== undefined && kept.size >= KEPT) kept.delete(oldest);
    kept.set(id, read);
    return read;
  };
}

/**
 * What heads the columns for the forms of all versions: the newest version's as they stand, then what only older ones have.
 * Others are let in between two versions.
 * @throws AppError `export-too-large`.
 */
export async function headingsOfAll(
  { work, job, signal }: ExportContext,
  templateId: string,
  find: FindVersion,
): Promise<readonly Heading[]> {
  let headings: readonly Heading[] = [];
  for (const id of await selectVersionIds(work.db.reader, job.accountId, templateId)) {
    signal.throwIfAborted();
    await letOthersIn();
    const version = await find(id);
    if (!version) continue;
    const { definition, locale } = version.definition;
    headings = mergeHeadings(headings, headingsOf(questionsOf(definition, locale)));
    const tables = headings.filter(({ inner }) => inner).length;
    if (countColumns(headings) > MAX_COLUMNS || tables > MAX_TABLES) throw tooWide();
  }
  return headings;
}

const tooWide = () =>
  fail(
    'export-too-large',
    `The versions of the template have more than ${MAX_COLUMNS} questions or ${MAX_TABLES} tables together. Export JSON, which has no columns.`,
  );
