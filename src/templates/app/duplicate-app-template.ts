import { actorIn } from '#form-basics/index.ts';
import { appEndpoint } from '#http/app-endpoint.ts';
import type { Endpoint } from '#http/endpoint.ts';
import type { DuplicateDeps } from '#templates/templates-deps.ts';
import { TemplateCopyBody, TemplateDetail } from './template.shapes.ts';
import { describeWritten } from './template-detail.ts';

/** POST /app/v1/templates/:id/duplicate: creates a draft with the fields and settings of a template. */
export const duplicateAppTemplate = ({
  db,
  directory,
  forms,
  copyAlong,
}: DuplicateDeps): Endpoint =>
  appEndpoint({
    method: 'POST',
    path: '/app/v1/templates/:id/duplicate',
    role: 'designer',
    body: TemplateCopyBody,
    doc: {
      summary: 'Duplicate a template',
      tag: 'Templates',
      description:
        'Copies the draft, the settings, the brand, and the rules, which are turned off. Forms and versions are not copied.',
      responses: {
        201: { description: 'The copy, as a draft.', schema: TemplateDetail },
        403: 'template not managed',
        404: 'no template',
      },
    },
    async handle(request) {
      const by = actorIn(request);
      const { id } = request.params;
      const { name } = request.body;
      const body = await db.transaction(async (tx) => {
        const made = await forms.duplicateTemplate(tx, by, id, name);
        await copyAlong(tx, by, id, made.id);
        return describeWritten(tx, directory, by, made);
      });
      return { status: 201, body };
    },
  });
