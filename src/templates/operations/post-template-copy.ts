import { actorOfCall } from '#form-basics/index.ts';
import { operation } from '#http/operation.ts';
import { TemplateCopyBody, TemplateDetail } from '#templates/template.shapes.ts';
import { describeWritten } from '#templates/template-detail.ts';
import type { DuplicateDeps } from '#templates/templates-deps.ts';

/** POST /templates/:id/duplicate: creates a draft with the fields and settings of a template. */
export const postTemplateCopy = ({ directory, forms, copyAlong, idempotency }: DuplicateDeps) =>
  operation({
    method: 'POST',
    path: '/templates/:id/duplicate',
    right: 'templates',
    role: 'designer',
    body: TemplateCopyBody,
    etag: 'none',
    doc: {
      summary: 'Duplicate a template',
      tag: 'Templates',
      description:
        'Copies the draft, the settings, the brand, and the rules, which are turned off. Forms and versions are not copied.',
      idempotent: true,
      responses: {
        201: { description: 'The copy, as a draft.', schema: TemplateDetail },
        403: 'template not managed',
        404: 'no template',
      },
    },
    async handle(call) {
      const by = actorOfCall(call);
      const { id } = call.params;
      const { name } = call.body;
      const target = `POST /v2/templates/${id}/duplicate`;
      const body = await idempotency.once(call.api, target, async (tx) => {
        const made = await forms.duplicateTemplate(tx, by, id, name);
        await copyAlong(tx, by, id, made.id);
        return describeWritten(tx, directory, by, made);
      });
      return { status: 201, body };
    },
  });
