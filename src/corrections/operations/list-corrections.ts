import { describeCorrections } from '#corrections/describe-corrections.ts';
import { listCorrections, requireStoredForm } from '#form-records/index.ts';
import type { AppFormsDeps } from '#forms/index.ts';
import { type ListContext, openCursor, sealCursor } from '#http/app/list-page.ts';
import { operation } from '#http/operation.ts';
import { AppCorrectionList, CORRECTIONS_QUERY } from './correction.shapes.ts';

/** The most characters of an answer in the list. */
const LONGEST = 200;
const DEFAULT_LIMIT = 20;

/** GET /forms/:id/corrections: lists what was corrected in the table of answers. */
export const listFormCorrections = (deps: AppFormsDeps) =>
  operation({
    method: 'GET',
    path: '/forms/:id/corrections',
    apiPath: '/formz/:id/corrections',
    right: 'forms.read',
    query: CORRECTIONS_QUERY,
    etag: 'content',
    doc: {
      summary: 'List the corrections of a form',
      tag: 'Forms',
      description: [
        'For people who may see the form. Long answers are cut; each correction by itself has',
        'them whole. What a retention rule or a completion has removed from the form is not listed.',
      ].join('\n'),
      responses: {
        200: { description: 'The newest first.', schema: AppCorrectionList },
        304: 'not modified',
        404: 'no form seen',
        503: 'too many form checks',
      },
    },
    async handle({ principal, params, query: input }) {
      const { db, directory, seal } = deps;
      const { limit = DEFAULT_LIMIT, cursor, locale } = input;
      const form = await requireStoredForm(db.reader, directory, principal, params.id);
      const { accountId, id } = form;
      const context: ListContext = { list: 'corrections', accountId, terms: [id] };
      const [before] = openCursor(seal, context, cursor) ?? [];
      const { page, hasMore } = await listCorrections(db.reader, form, { before, limit });
      const told = await describeCorrections(deps, form, page, { locale, longest: LONGEST });
      const last = hasMore ? page.at(-1) : undefined;
      const body = {
        items: told.map((each) => ({ ...each })),
        ...(last && { next: sealCursor(seal, context, [last.id]) }),
      };
      return { status: 200, body: body satisfies AppCorrectionList };
    },
  });
