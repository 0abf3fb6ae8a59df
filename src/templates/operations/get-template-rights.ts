import type { FormsDeps } from '#form-basics/index.ts';
import { operation } from '#http/operation.ts';
import { lacksRight, requireTemplate } from '#templates/find-template.ts';
import { describeRights } from './describe-rights.ts';
import { TemplateRights } from './rights.shapes.ts';

/** GET /templates/:id/rights: returns who may do what with a template. */
export const getTemplateRights = ({ db, directory }: FormsDeps) =>
  operation({
    method: 'GET',
    path: '/templates/:id/rights',
    right: 'templates',
    role: 'designer',
    etag: 'content',
    doc: {
      summary: 'List the rights on a template',
      tag: 'Templates',
      description: 'For those who manage the template, and for admins. At most 1,000 entries.',
      responses: {
        200: { description: 'All rights that were given.', schema: TemplateRights },
        304: 'not modified',
        403: { description: 'The user does not manage the template and is no admin.' },
        404: { description: 'There is no template with this id that the user may see.' },
      },
    },
    async handle({ principal, params }) {
      const found = await requireTemplate(db.reader, directory, principal, params.id);
      const { template, rights } = found;
      if (!rights.manage && principal.role !== 'admin') throw lacksRight('manage');
      return {
        status: 200,
        body: await describeRights(db.reader, principal.accountId, template.id),
      };
    },
  });
