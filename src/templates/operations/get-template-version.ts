import { type FormsDeps, timeOf } from '#form-basics/index.ts';
import { operation } from '#http/operation.ts';
import { fail } from '#kernel/errors.ts';
import { requireTemplate } from '#templates/find-template.ts';
import { findVersionNumbered } from '#templates/template.store.ts';
import { TemplateVersionDetail } from '#templates/template-version.shapes.ts';

/**
 * GET /app/v1/templates/:id/versions/:number: returns a version. All users of the template may read the current one,
 * those who manage it also the others.
 */
export const getTemplateVersion = ({ db, directory }: FormsDeps) =>
  operation({
    method: 'GET',
    path: '/templates/:id/versions/:number',
    right: 'forms.read',
    etag: 'content',
    doc: {
      summary: 'Read a published version of a template',
      tag: 'Templates',
      responses: {
        200: { description: 'The version.', schema: TemplateVersionDetail },
        304: 'not modified',
        404: { description: 'There is no such version that the user may see.' },
      },
    },
    async handle({ principal, params }) {
      const { accountId } = principal;
      const found = await requireTemplate(db.reader, directory, principal, params.id);
      const { template, rights } = found;
      const text = params.number;
      const number = /^[1-9]\d{0,8}$/.test(text) ? Number(text) : 0;
      const version = await findVersionNumbered(db.reader, accountId, template.id, number);
      const hidden = !rights.manage && version?.id !== template.currentVersionId;
      if (!version || hidden) throw fail('not-found', 'There is no version with this number.');
      const body: TemplateVersionDetail = {
        number: version.number,
        definition: version.definition,
        fields: version.fields.map((field) => ({ ...field })),
        publishedAt: timeOf(version.publishedAt),
      };
      return { status: 200, body };
    },
  });
