import { Type } from 'typebox';
import { csvCellOf, type TableCell, XLSX_TYPE, xlsxStream } from '#answer-tables/index.ts';
import { ASSIGNMENT_FILTERS, chooseAssignments } from '#assignments/index.ts';
import { workHeads, workRows } from '#exports/work-table.ts';
import { type FormsDeps, readTimeZone } from '#form-basics/index.ts';
import { operation } from '#http/operation.ts';
import { LocaleShape } from '#http/shapes.ts';
import { csvLine } from '#kernel/csv.ts';
import { fail } from '#kernel/errors.ts';

/** The list is held while it is written, so that what moves in it meanwhile is not met twice. */
const MAX_ROWS = 100_000;
/** Lines that are sent together. */
const AT_ONCE = 100;
const BOM = '\uFEFF';

const QUERY = Type.Object(
  {
    ...ASSIGNMENT_FILTERS,
    format: Type.Optional(
      Type.Union([Type.Literal('csv'), Type.Literal('xlsx')], { default: 'csv' }),
    ),
    locale: Type.Optional({
      ...LocaleShape,
      default: 'en',
      description: 'The language of headings and states.',
    }),
    bom: Type.Optional(
      Type.Boolean({ description: 'Of csv: a byte order mark, by which Excel knows UTF-8.' }),
    ),
  },
  { additionalProperties: false },
);

/** GET /assignments/export: the work that a list shows, as a table for people. */
export const exportWork = (deps: FormsDeps) =>
  operation({
    method: 'GET',
    path: '/assignments/export',
    right: 'forms.read',
    query: QUERY,
    etag: 'none',
    doc: {
      summary: 'Export assignments',
      tag: 'Assignments',
      description: [
        'Streams all assignments of a list as CSV or XLSX, the most urgent first: who has what, until when, how late it',
        'is or was, when it was done by the clock of the device and of the server, and why it was declined. Times are in',
        'the time zone of the organisation.',
      ].join('\n'),
      responses: {
        200: {
          description: 'The file.',
          mediaType: '*/*',
          headers: { 'Content-Disposition': 'Suggests a file name.' },
        },
        400: 'wrong parameter',
        422: {
          description: `More than ${MAX_ROWS} match. Narrow the list with filters.`,
          codes: ['export-too-large'],
        },
      },
    },
    async handle({ principal, query }) {
      const { format = 'csv', locale = 'en', bom = false, ...filters } = query;
      const found = await chooseAssignments(deps, principal, filters, MAX_ROWS + 1);
      if (found.length > MAX_ROWS) {
        throw fail(
          'export-too-large',
          `More than ${MAX_ROWS} assignments match. Narrow the list with filters.`,
          { extra: { limit: MAX_ROWS } },
        );
      }
      const timeZone = await readTimeZone(deps.db.reader, principal.accountId);
      const ids = found.map(({ id }) => id);
      const rows = workRows(deps, principal, ids, { locale, timeZone });
      const heads = workHeads(locale);
      return {
        status: 200,
        headers: {
          'content-type': format === 'csv' ? 'text/csv; charset=utf-8' : XLSX_TYPE,
          'content-disposition': `attachment; filename="work.${format}"`,
          'cache-control': 'private, no-store',
        },
        body:
          format === 'csv'
            ? linesOf((bom ? BOM : '') + csvLine(heads), rows)
            : xlsxStream(rows, {
                name: locale === 'de' ? 'Aufgaben' : 'Work',
                heads,
                linkTo: (file) => file,
                now: new Date(deps.clock.now()),
              }),
      };
    },
  });

async function* linesOf(
  head: string,
  rows: AsyncIterable<readonly TableCell[]>,
): AsyncIterable<string> {
  let lines = [head];
  for await (const cells of rows) {
    lines.push(csvLine(cells.map(csvCellOf)));
    if (lines.length < AT_ONCE) continue;
    yield lines.join('');
    lines = [];
  }
  yield lines.join('');
}
