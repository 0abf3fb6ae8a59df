import { Type } from 'typebox';
import { knownFields } from '#answer-queries/index.ts';
import { checkColumns, tableColumns } from '#answer-tables/table/table-columns.ts';
import { schemaOf, TableSchema } from '#answer-tables/table/table-schema.ts';
import { requireTemplateOfForms } from '#form-records/index.ts';
import type { ApiDeps } from '#forms/index.ts';
import { type Endpoint, endpoint } from '#http/endpoint.ts';
import { parseQueryInput } from '#http/input.ts';
import { replyWith } from '#http/v2/v2-reply.ts';
import { FORMAT_PARAMETERS } from './answer-formats.ts';
import { STREAM_LOCALE } from './stream-answers.ts';

const QUERY = Type.Object({ columns: FORMAT_PARAMETERS.columns }, { additionalProperties: false });

/** GET /v2/templates/:id/answers/schema: returns the columns of the answers of a template as CSV, with their types. */
export const getAnswersSchema = (deps: ApiDeps): Endpoint =>
  endpoint({
    method: 'GET',
    path: '/v2/templates/:id/answers/schema',
    protocol: 'problem',
    limit: 'api',
    access: { right: 'forms.read' },
    doc: {
      summary: 'Read the columns of answers',
      tag: 'Templates',
      description:
        'The columns of GET /v2/templates/{id}/answers as CSV with the same `columns`, and the type of each, for programs that load a table. The ids stay when a heading changes.',
      query: QUERY,
      responses: {
        200: { description: 'The columns.', schema: TableSchema },
        304: 'not modified',
        400: 'wrong parameter',
        404: 'no template to use by the acting user',
      },
    },
    async handle(request) {
      const { principal, params } = request;
      const { columns } = parseQueryInput(QUERY, request.query);
      const template = await requireTemplateOfForms(deps, principal, params.id);
      const fields = await knownFields(deps, principal, template);
      checkColumns(fields, columns);
      return replyWith(request, schemaOf(tableColumns(fields, columns, STREAM_LOCALE)));
    },
  });
