import { type FormsDeps, normaliseId, type Template, type Viewer } from '#form-basics/index.ts';
import { fail } from '#kernel/errors.ts';
import { findTemplate, findVisibleTemplate, isListed } from '#templates/index.ts';
import { selectListedForms } from './form-list.store.ts';
import { DEFAULT_ORDER } from './list-query.ts';
import { visibilityOf } from './visibility.ts';

/**
 * Returns a template whose forms somebody may list: one that they see, or of which they see a form, because
 * users keep seeing their forms of a template that they may no longer use.
 * @throws AppError `not-found`
 */
export async function requireTemplateOfForms(
  { db, directory }: Pick<FormsDeps, 'db' | 'directory'>,
  viewer: Viewer,
  given: string,
): Promise<Template> {
  const { accountId } = viewer;
  const found = await findVisibleTemplate(db.reader, directory, viewer, given);
  if (found && isListed(viewer, found)) return found.template;
  const id = normaliseId(given);
  const template = id === undefined ? undefined : await findTemplate(db.reader, accountId, id);
  if (!template) throw noTemplate();
  const selection = {
    accountId,
    visibility: await visibilityOf(db.reader, directory, viewer),
    templateId: template.id,
    order: DEFAULT_ORDER,
    status: undefined,
    namePrefix: undefined,
    filter: undefined,
  };
  const [form] = await selectListedForms(db, selection, { offset: 0 }, 1, 0);
  if (!form) throw noTemplate();
  return template;
}

const noTemplate = () =>
  fail('not-found', 'There is no template with this id that you or the acting user may use.');
