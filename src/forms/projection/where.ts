import type { Viewer } from '#forms/form.ts';
import type { FormsDeps } from '#forms/forms-deps.ts';
import type { Template } from '#forms/template.ts';
import { readTimeZone } from '#forms/time-zone.store.ts';
import { dayIn } from '#kernel/time-zone.ts';
import type { AnswerField } from './answer-fields.ts';
import { type AnswerFilter, parseAnswerFilters } from './answer-filter.ts';
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
