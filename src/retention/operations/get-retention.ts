import { operation } from '#http/operation.ts';
import { describeRetention } from '#retention/describe-retention.ts';
import { RetentionDetail } from '#retention/retention.shapes.ts';
import type { RetentionDeps } from '#retention/retention-deps.ts';
import { requireTemplateRight } from '#templates/index.ts';

/** GET /templates/:id/retention: returns how long the forms of a template are kept. */
export const getRetention = ({ db, directory, clock }: RetentionDeps) =>
  operation({
    method: 'GET',
    path: '/templates/:id/retention',
    right: 'templates',
    role: 'designer',
    etag: 'content',
    doc: {
      summary: 'Read how long forms are kept',
      tag: 'Templates',
      responses: {
        200: { description: 'The rule, and what it does next.', schema: RetentionDetail },
        304: 'not modified',
        403: 'template not managed',
        404: 'no template',
      },
    },
    async handle({ principal, params }) {
      const { id } = await requireTemplateRight(
        db.reader,
        directory,
        principal,
        params.id,
        'manage',
      );
      const where = { accountId: principal.accountId, templateId: id };
      return { status: 200, body: await describeRetention(db.reader, where, clock.now()) };
    },
  });
