import {
  type AnswerOrder,
  knownFields,
  parseAnswerOrder,
  type TemplateSelection,
} from '#answer-queries/index.ts';
import { csvCellOf } from '#answer-tables/table/table-cell.ts';
import { areOfPeople, checkColumns, tableColumns } from '#answer-tables/table/table-columns.ts';
import { cellsOf, storedForms, tableForms } from '#answer-tables/table/table-rows.ts';
import { xlsxStream } from '#answer-tables/table/xlsx-stream.ts';
import type { Template } from '#form-basics/index.ts';
import { currentCursor, type FormOrder, parseListQuery, toFormItem } from '#form-records/index.ts';
import { type ApiDeps, selectForms } from '#forms/index.ts';
import type { Reply, Request, UserPrincipal } from '#http/endpoint.ts';
import { badParameter } from '#http/v2/parameters.ts';
import { csvLine } from '#kernel/csv.ts';
import { type AskedFormat, MEDIA_TYPES } from './answer-formats.ts';
import { toAnswersItem } from './answers-item.ts';

/** Lines that are sent together. */
const AT_ONCE = 50;
/** The language of the headings. */
export const STREAM_LOCALE = 'en';
const WORDS = {
  status: { draft: 'draft', complete: 'complete' },
  review: {
    'in-review': 'in-review',
    'sent-back': 'sent-back',
    approved: 'approved',
    rejected: 'rejected',
  },
} as const;

type Streamed = AskedFormat & { readonly format: 'ndjson' | 'csv' | 'xlsx' };

/**
 * Returns all forms of a template with their answers as a stream. It holds a few megabytes, whatever the number of
 * forms. Faults of the request and of the first forms have a status of their own; a later one breaks the stream off.
 */
export async function streamAnswers(
  deps: ApiDeps,
  request: Request<UserPrincipal>,
  template: Template,
  asked: Streamed,
): Promise<Reply> {
  const { principal } = request;
  const query = parseListQuery(request.query, true);
  if (query.changedSince !== undefined) {
    throw badParameter('changedSince', 'use it on GET /v2/formz, which covers all templates.');
  }
  const fields = await knownFields(deps, principal, template);
  checkColumns(fields, asked.columns);
  // Read before the forms, so that every change from now on comes after this cursor.
  const cursor = await currentCursor(deps, principal);
  const order =
    query.answerSort === undefined
      ? [streamedOrder(request.query, query.order)]
      : parseAnswerOrder(query.answerSort, fields);
  const selection = {
    ...(await selectForms(deps, principal, template, query)),
    templateId: template.id,
  };
  const columns = tableColumns(fields, asked.columns, STREAM_LOCALE);
  const body: AsyncIterable<string | Uint8Array> = {
    ndjson: () => ndjson(deps, selection, order),
    csv: () => csv(deps, selection, order, columns),
    xlsx: () => xlsx(deps, selection, order, columns),
  }[asked.format]();
  return {
    status: 200,
    headers: {
      'content-type': MEDIA_TYPES[asked.format],
      'x-change-cursor': cursor,
      'cache-control': 'private, no-store',
      ...(asked.format !== 'ndjson' && {
        'content-disposition': `attachment; filename="answers.${asked.format}"`,
      }),
    },
    body: await begun(body),
  };
}

/** Streams have no order by due dates: a request without an order gets that of all other streams. */
function streamedOrder(sent: URLSearchParams, { key, direction }: FormOrder): AnswerOrder[number] {
  if (key !== 'dueDate') return { column: key, direction };
  if ([...sent.keys()].every((name) => name.toLowerCase() !== 'sort')) {
    return { column: 'lastUpdateDate', direction: 'asc' };
  }
  throw badParameter(
    'sort',
    'a stream is not sorted by dueDate. Ask for JSON, or sort it yourself.',
  );
}

type Columns = ReturnType<typeof tableColumns>;

async function* ndjson(
  deps: ApiDeps,
  selection: TemplateSelection,
  order: AnswerOrder,
): AsyncIterable<string> {
  const base = deps.publicUrl();
  for await (const { row, stored } of storedForms(deps, selection, order)) {
    yield `${JSON.stringify(toAnswersItem(toFormItem(row, base), stored))}\n`;
  }
}

async function* csv(
  deps: ApiDeps,
  selection: TemplateSelection,
  order: AnswerOrder,
  columns: Columns,
): AsyncIterable<string> {
  const reading = { locale: STREAM_LOCALE, hasPeople: areOfPeople(columns) } as const;
  let lines = [csvLine(columns.map(({ head }) => head))];
  for await (const form of tableForms(deps, selection, order, reading)) {
    lines.push(csvLine(cellsOf(columns, form, WORDS).map(csvCellOf)));
    if (lines.length < AT_ONCE) continue;
    yield lines.join('');
    lines = [];
  }
  yield lines.join('');
}

function xlsx(
  deps: ApiDeps,
  selection: TemplateSelection,
  order: AnswerOrder,
  columns: Columns,
): AsyncIterable<Uint8Array> {
  const reading = { locale: STREAM_LOCALE, hasPeople: areOfPeople(columns) } as const;
  async function* rows() {
    for await (const form of tableForms(deps, selection, order, reading)) {
      yield cellsOf(columns, form, WORDS);
    }
  }
  const base = deps.publicUrl();
  return xlsxStream(rows(), {
    name: 'Forms',
    heads: columns.map(({ head }) => head),
    linkTo: (file) => `${base}/v2/formz/${file}`,
    now: new Date(deps.clock.now()),
  });
}

/** Reads the first piece, so that what fails at once is answered as an error. */
async function begun<T>(pieces: AsyncIterable<T>): Promise<AsyncIterable<T>> {
  const source = pieces[Symbol.asyncIterator]();
  const first = await source.next();
  async function* all(): AsyncIterable<T> {
    try {
      for (let next = first; next.done !== true; next = await source.next()) yield next.value;
    } finally {
      await source.return?.();
    }
  }
  return all();
}
