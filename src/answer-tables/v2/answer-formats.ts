import { Type } from 'typebox';
import { XLSX_TYPE } from '#answer-tables/table/xlsx-workbook.ts';
import type { Request } from '#http/endpoint.ts';
import { badParameter, readParameters } from '#http/v2/parameters.ts';
import { PAGE_PARAMETERS } from '#http/v2/v2-reply.ts';

/** The formats of a list of answers. All but JSON contain the whole list, and are streamed. */
export type AnswerFormat = 'json' | 'ndjson' | 'csv' | 'xlsx';

export const MEDIA_TYPES: Readonly<Record<Exclude<AnswerFormat, 'json'>, string>> = {
  ndjson: 'application/x-ndjson',
  csv: 'text/csv; charset=utf-8',
  xlsx: XLSX_TYPE,
};

const FORMATS: ReadonlyMap<string, AnswerFormat> = new Map([
  ['application/x-ndjson', 'ndjson'],
  ['application/ndjson', 'ndjson'],
  ['text/csv', 'csv'],
  [XLSX_TYPE, 'xlsx'],
]);

export const FORMAT_PARAMETERS = {
  format: Type.Optional(
    Type.Union(
      [Type.Literal('json'), Type.Literal('ndjson'), Type.Literal('csv'), Type.Literal('xlsx')],
      {
        description:
          'Instead of an Accept header of application/json, application/x-ndjson, text/csv or the type of XLSX. All but json contain the whole list, not a page: `pageSize` has no effect on them, and `pageNumber` and `after` are refused.',
      },
    ),
  ),
  columns: Type.Optional(
    Type.String({
      description:
        'Of csv and xlsx: ids of fields outside of tables, `id`, `number`, `name`, `status` and `lastUpdateDate`, with commas in between. If omitted, all of these. `createdBy`, `assignedTo`, `createdDate`, `dueDate`, `completedDate`, `completedOnDeviceDate`, `assignmentId` and `review` are there only if they are named.',
    }),
  ),
};

const QUERY = Type.Object({ ...PAGE_PARAMETERS, ...FORMAT_PARAMETERS });

export interface AskedFormat {
  readonly format: AnswerFormat;
  readonly columns: string | undefined;
}

/**
 * Returns the format that a request asks for by `format`, else by an Accept header that names one of them.
 * @throws AppError `invalid-parameter`
 */
export function formatOf({ query, headers }: Pick<Request, 'query' | 'headers'>): AskedFormat {
  const asked = readParameters(QUERY, query);
  const { format = acceptedFormat(headers['accept']), columns } = asked;
  const pages = (['pageNumber', 'after'] as const).find((name) => asked[name] !== undefined);
  if (format !== 'json' && pages !== undefined) {
    throw badParameter(pages, `${format} contains the whole list. Leave this out.`, {
      reason: 'conflict',
    });
  }
  return { format, columns };
}

/** The first type of the header that is one of ours decides; JSON for all others. */
function acceptedFormat(accept = ''): AnswerFormat {
  const types = accept.split(',').map((range) => (range.split(';')[0] ?? '').trim().toLowerCase());
  const named = types.find((type) => type === 'application/json' || FORMATS.has(type)) ?? '';
  return FORMATS.get(named) ?? 'json';
}
