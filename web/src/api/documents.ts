// The documents of templates: an organisation's own paper.
import { queryOptions } from '@tanstack/react-query';
import type { DocumentBody, DocumentDetail, ReplacedDocument } from '#templates/app-types.ts';
import { call, get, withQuery } from './client.ts';
import { queryClient } from './query-client.ts';
import { templateQuery } from './template-queries.ts';
import { TEMPLATES } from './templates.ts';

export const documentQuery = (templateId: string, id: string) =>
  queryOptions({
    queryKey: ['documents', `templates/${templateId}`, id],
    queryFn: () => get<DocumentDetail>(documentUrl(templateId, id)),
    gcTime: 0,
  });

export const documentUrl = (templateId: string, id: string): string =>
  `${TEMPLATES}/${templateId}/documents/${id}`;

export const addDocument = (templateId: string, title: string, file: Blob) =>
  changed(
    templateId,
    call<DocumentDetail>(
      'POST',
      withQuery(`${TEMPLATES}/${templateId}/documents`, { title }),
      file,
    ),
  );

export const changeDocument = (
  templateId: string,
  { id, revision }: Pick<DocumentDetail, 'id' | 'revision'>,
  body: DocumentBody,
) =>
  changed(
    templateId,
    call<DocumentDetail>('PUT', documentUrl(templateId, id), body, { 'if-match': `"${revision}"` }),
  );

export const replacePdf = (templateId: string, id: string, file: Blob) =>
  changed(
    templateId,
    call<ReplacedDocument>('PUT', `${documentUrl(templateId, id)}/original`, file),
  );

export const removeDocument = (templateId: string, id: string) =>
  changed(templateId, call('DELETE', documentUrl(templateId, id)));

/** Whether there is something to publish may be another matter now. */
async function changed<T>(templateId: string, answer: Promise<T>): Promise<T> {
  const result = await answer;
  await queryClient.invalidateQueries({ queryKey: ['documents', `templates/${templateId}`] });
  await queryClient.invalidateQueries({ queryKey: templateQuery(templateId).queryKey });
  return result;
}
