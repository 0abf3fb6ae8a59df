import { formPdf } from '../made-pdf.ts';
import type { Recorder } from './recorder.ts';

/** The paper of a template: it stays with the template, so that forms can be printed on it. */
export async function recordDocument({ call }: Recorder, id: string): Promise<void> {
  const made = await call('POST /v2/templates/{id}/documents', 201, {
    ids: { id },
    query: '?title=Inspection+sheet',
    body: formPdf(['site', 'level']),
    headers: { 'content-type': 'application/pdf' },
  });
  const of = { ids: { id, documentId: String(made.at('id')) } };
  await call('GET /v2/templates/{id}/documents', 200, { ids: { id } });
  await call('GET /v2/templates/{id}/documents/{documentId}', 200, of);
  const body = { title: 'Sheet of an inspection' };
  await call('PUT /v2/templates/{id}/documents/{documentId}', 200, { ...of, body });
  await call('GET /v2/templates/{id}/documents/{documentId}/paper', 200, of);
  await call('GET /v2/templates/{id}/documents/{documentId}/original', 200, of);
  await call('PUT /v2/templates/{id}/documents/{documentId}/original', 200, {
    ...of,
    body: formPdf(['site', 'level', 'sky']),
    headers: { 'content-type': 'application/pdf' },
  });
  const more = await call('POST /v2/templates/{id}/documents', 201, {
    ids: { id },
    query: '?title=Mistake',
    body: formPdf(['site']),
    headers: { 'content-type': 'application/pdf' },
  });
  const gone = { ids: { id, documentId: String(more.at('id')) } };
  await call('DELETE /v2/templates/{id}/documents/{documentId}', 204, gone);
}
