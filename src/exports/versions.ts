import { knownVersions } from '#answer-queries/index.ts';
import { fail } from '#kernel/errors.ts';
import { letOthersIn } from '#kernel/in-turns.ts';
import { questionsOf } from '#questionnaires/reading/questions.ts';
import { type ReadableDefinition, readable } from '#questionnaires/reading/read-answers.ts';
import { findTemplate, findVersion, rememberFew } from '#templates/index.ts';
import { countColumns, type Heading, headingsOf, mergeHeadings } from './columns.ts';
import type { ExportContext } from './context.ts';
import { selectVersionIds } from './list-export-forms.store.ts';

/** The most columns that spreadsheets support. */
const MAX_COLUMNS = 16_384;
/** The most tables: each has its own file, which stays open. */
const MAX_TABLES = 300;

interface ReadVersion {
  readonly number: number;
  readonly definition: ReadableDefinition;
}

/** Returns the version of a template that a form was made from; undefined when it no longer exists. */
export type FindVersion = (id: string) => Promise<ReadVersion | undefined>;

export function versionFinder({ work, job }: ExportContext): FindVersion {
  return rememberFew(async (id) => {
    const version = await findVersion(work.db.reader, job.accountId, id);
    if (!version) return undefined;
    const definition = readable(version.definition, job.options.locale);
    return { number: version.number, definition };
  });
}

/**
 * Returns the headings for the forms of all versions that the owner of the export may know: those of the newest version
 * in its order, then those that only older versions have. Other requests are served between two versions.
 * @throws AppError `export-too-large`.
 */
export async function headingsOfAll(
  { work, job, owner, signal }: ExportContext,
  templateId: string,
  find: FindVersion,
): Promise<readonly Heading[]> {
  const template = await findTemplate(work.db.reader, job.accountId, templateId);
  if (!template) return [];
  const all = await selectVersionIds(work.db.reader, job.accountId, templateId);
  let headings: readonly Heading[] = [];
  for (const id of await knownVersions(work, owner, template, all)) {
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
