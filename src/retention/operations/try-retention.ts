import { operation } from '#http/operation.ts';
import { readTerms } from '#retention/read-terms.ts';
import { RetentionTermsBody, RetentionTrial } from '#retention/retention.shapes.ts';
import { countDueForms, findRule } from '#retention/retention.store.ts';
import { cutoffOf } from '#retention/retention.ts';
import type { RetentionDeps } from '#retention/retention-deps.ts';
import { checkTerms, isSame } from '#retention/set-retention.ts';
import { requireTemplateRight } from '#templates/index.ts';

/** POST /templates/:id/retention/trial: counts the forms that terms would affect today, and changes nothing. */
export const tryRetention = ({ db, directory, clock }: RetentionDeps) =>
  operation({
    method: 'POST',
    path: '/templates/:id/retention/trial',
    right: 'templates',
    role: 'designer',
    etag: 'none',
    body: RetentionTermsBody,
    doc: {
      summary: 'Count the forms that terms would affect',
      tag: 'Templates',
      responses: {
        200: { description: 'The number of forms. Nothing was changed.', schema: RetentionTrial },
        403: 'template not managed',
        404: 'no template',
        422: { description: '`invalid-retention`, at `days` or at a field.' },
      },
    },
    async handle({ principal, params, body }) {
      const { accountId } = principal;
      const template = await requireTemplateRight(
        db.reader,
        directory,
        principal,
        params.id,
        'manage',
      );
      const where = { accountId, templateId: template.id };
      const wanted = readTerms(body);
      if (wanted === undefined) return { status: 200, body: { count: 0 } };
      const terms = await checkTerms(db.reader, where, wanted);
      const now = clock.now();
      const rule = await findRule(db.reader, accountId, template.id);
      // Other terms than the saved ones also reach the forms that have been blanked.
      const setAt = rule && isSame(rule, terms) ? rule.setAt : now;
      const counted = { ...terms, ...where, setAt };
      const count = await countDueForms(db.reader, counted, cutoffOf(terms, now));
      return { status: 200, body: { count } satisfies RetentionTrial };
    },
  });
