import { describeCorrections } from '#corrections/describe-corrections.ts';
import { findCorrection, requireStoredForm } from '#form-records/index.ts';
import type { AppFormsDeps } from '#forms/index.ts';
import { operation } from '#http/operation.ts';
import { fail } from '#kernel/errors.ts';
import { AppCorrectionItem, CORRECTION_QUERY } from './correction.shapes.ts';

/** GET /forms/:id/corrections/:correction: returns one correction with its whole answers. */
export const getFormCorrection = (deps: AppFormsDeps) =>
  operation({
    method: 'GET',
    path: '/forms/:id/corrections/:correction',
    apiPath: '/formz/:id/corrections/:correction',
    right: 'forms.read',
    query: CORRECTION_QUERY,
    etag: 'content',
    doc: {
      summary: 'Read one correction of a form',
      tag: 'Forms',
      responses: {
        200: { description: 'The correction.', schema: AppCorrectionItem },
        304: 'not modified',
        404: {
          description:
            'There is no form with this id that the user may see, or it has no such correction.',
        },
        503: 'too many form checks',
      },
    },
    async handle({ principal, params, query }) {
      const { db, directory } = deps;
      const { locale } = query;
      const form = await requireStoredForm(db.reader, directory, principal, params.id);
      const found = await findCorrection(db.reader, form, params.correction);
      const [told] = await describeCorrections(deps, form, found ? [found] : [], { locale });
      if (told) return { status: 200, body: told satisfies AppCorrectionItem };
      throw fail('not-found', 'The form has no correction with this id.', { at: 'correction' });
    },
  });
