import { Type } from 'typebox';
import { fittingForms, MAX_PAGE_LENGTH, readFormAnswers } from '#answer-queries/index.ts';
import { requireTemplateOfForms, TEMPLATE_LIST_QUERY, toFormItem } from '#form-records/index.ts';
import { type ApiDeps, replyWithForms } from '#forms/index.ts';
import { type Endpoint, endpoint } from '#http/endpoint.ts';
import { PAGE_HEADERS } from '#http/v2/v2-reply.ts';
import { FORMAT_PARAMETERS, formatOf } from './answer-formats.ts';
import { FormWithAnswers, toAnswersItem } from './answers-item.ts';
import { streamAnswers } from './stream-answers.ts';

/** GET /v2/templates/:id/answers: returns the forms of one template with their answers, page by page. */
export const listAnswers = (deps: ApiDeps): Endpoint =>
  endpoint({
    method: 'GET',
    path: '/v2/templates/:id/answers',
    protocol: 'problem',
    limit: 'api',
    access: { right: 'forms.read' },
    doc: {
      summary: 'List the answers of a template',
      tag: 'Templates',
      description: `The forms of GET /v2/templates/{id}/formz, with the same parameters, each with its stored answers. Values that a draft calculates are not stored before it is complete. A page ends early when its answers have more than ${MAX_PAGE_LENGTH} characters; \`next\` continues there.`,
      query: Type.Object({ ...TEMPLATE_LIST_QUERY.properties, ...FORMAT_PARAMETERS }),
      responses: {
        200: {
          description:
            'A bare array. The other formats have the same forms: NDJSON one object per line, CSV and XLSX one row per form.',
          schema: Type.Array(FormWithAnswers),
          headers: {
            ...PAGE_HEADERS,
            'X-Change-Cursor':
              'Of NDJSON, CSV and XLSX: send it as changedSince to GET /v2/formz, to read what changes from now on.',
          },
        },
        304: 'not modified',
        400: 'wrong parameter',
        404: 'no template to use by the acting user',
      },
    },
    async handle(request) {
      const { principal, params } = request;
      const template = await requireTemplateOfForms(deps, principal, params.id);
      const { format, columns } = formatOf(request);
      if (format !== 'json') return streamAnswers(deps, request, template, { format, columns });
      return replyWithForms(deps, request, {
        template,
        path: 'answers',
        fitting: (rows) => fittingForms(deps.db.reader, principal.accountId, rows),
        async toItems(rows, base) {
          const stored = await readFormAnswers(deps.db.reader, principal.accountId, rows);
          return rows.flatMap((row) => {
            const form = stored.get(row.id);
            // A form that was purged after the page was read has none.
            return form ? [toAnswersItem(toFormItem(row, base), form)] : [];
          });
        },
      });
    },
  });
