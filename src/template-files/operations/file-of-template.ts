import type { Viewer } from '#form-basics/index.ts';
import { fileListsOf } from '#template-files/match-lists.ts';
import { type TemplateFile, templateFileOf } from '#template-files/template-file.ts';
import { requireTemplateRight, type TemplatesDeps } from '#templates/index.ts';
import type { ImportsDeps } from './import-request.ts';

/** Returns a template as a file, with its rules for those who may see them. @throws AppError `not-found` */
export async function fileOfTemplate(
  { db, directory, fileRules }: TemplatesDeps & Pick<ImportsDeps, 'fileRules'>,
  viewer: Viewer,
  id: string,
): Promise<TemplateFile> {
  const template = await requireTemplateRight(db.reader, directory, viewer, id, 'manage');
  const lists = await fileListsOf({ directory }, db.reader, viewer, template.draftDefinition);
  return templateFileOf(template, lists, await fileRules.of(db.reader, viewer, id));
}
