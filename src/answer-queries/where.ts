import { type AnswerField, type AnswerFilter, parseAnswerFilters } from '#answer-index/index.ts';
import { type FormsDeps, readTimeZone, type Template, type Viewer } from '#form-basics/index.ts';
import { dayIn } from '#kernel/time-zone.ts';
import { knownFields } from './known-fields.ts';

/**
 * Reads the conditions on the answers to fields of a template.
 * @param known the fields that the viewer may know, if they were read already
 * @throws AppError `invalid-parameter` at `where`
 */
export async function readWhere(
  deps: Pick<FormsDeps, 'db' | 'clock' | 'directory'>,
  viewer: Viewer,
  template: Template,
  text: string | undefined,
  known?: ReadonlyMap<string, AnswerField>,
): Promise<readonly AnswerFilter[]> {
  if (text === undefined || text === '') return [];
  const fields = known ?? (await knownFields(deps, viewer, template));
  const timeZone = await readTimeZone(deps.db.reader, template.accountId);
  return parseAnswerFilters(text, fields, dayIn(deps.clock.now(), timeZone));
}
