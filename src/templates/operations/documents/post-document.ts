import {
  addDocument,
  DOCUMENT_QUERY,
  DocumentDetail,
  MAX_PAPER_BYTES,
  proposeLayout,
} from '#documents/index.ts';
import { actorOfCall } from '#form-basics/index.ts';
import { fileBody, NO_BYTES } from '#http/byte-body.ts';
import { doorOf, operation } from '#http/operation.ts';
import { outsideDefinition } from '#questionnaires/definition/office.ts';
import { localeOf } from '#questionnaires/reading/questions.ts';
import { requireTemplateRight } from '#templates/find-template.ts';
import { changingDocuments, type DocumentsDeps, described } from './document-drafts.ts';

const { maxBodyBytes, bodyTooLarge } = fileBody('document', MAX_PAPER_BYTES);

/** POST /templates/:id/documents: makes a PDF the paper of a template. */
export const postDocument = (deps: DocumentsDeps) =>
  operation({
    method: 'POST',
    path: '/templates/:id/documents',
    right: 'templates',
    role: 'designer',
    file: { mediaTypes: ['application/pdf'], maxBodyBytes, bodyTooLarge },
    query: DOCUMENT_QUERY,
    doc: {
      summary: 'Add a document to a template',
      tag: 'Templates',
      description:
        'A PDF of at most 20 MiB and 200 pages. Its fields become boxes where they are named or labelled like a question; scripts, links, comments and values in it are dropped. The document belongs to the draft until the template is published.',
      responses: {
        201: {
          description: 'The document.',
          schema: DocumentDetail,
          headers: { Location: 'Its address.' },
        },
        400: { description: 'The template has 20 documents already (`most-items`).' },
        403: 'template not managed',
        404: 'no template',
        409: 'template archived',
        413: { description: 'The PDF is larger than 20 MiB.' },
        422: { description: '`unreadable-pdf`, at `document`, with a reason.' },
        507: 'files full',
      },
    },
    async handle(call) {
      const by = actorOfCall(call);
      const { db, directory, papers } = deps;
      // Reading a PDF takes a while, and not for those who may not change the template.
      const { id } = await requireTemplateRight(db.reader, directory, by, call.params.id, 'manage');
      const paper = await papers.read(by.accountId, call.bytes ?? NO_BYTES);
      const { title } = call.query;
      const body = await changingDocuments(deps, by, id, async (tx, template) => {
        const definition = outsideDefinition(template.draftDefinition);
        const layout = proposeLayout(paper.content, definition, localeOf(definition));
        const made = await addDocument(deps, tx, by, id, { title, layout, paper });
        return described(tx, template, made);
      });
      const headers = { location: `${doorOf(call)}/templates/${id}/documents/${body.id}` };
      return { status: 201, headers, body: body satisfies DocumentDetail };
    },
  });
