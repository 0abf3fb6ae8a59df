import type { FormsDeps } from '#form-basics/index.ts';
import { appEndpoint } from '#http/app-endpoint.ts';
import type { Endpoint } from '#http/endpoint.ts';
import { lacksRight, requireTemplate } from '#templates/find-template.ts';
import { effectsOfPublishing } from '#templates/publishing-effects.ts';
import { selectFormCount } from '#templates/template-detail.store.ts';
import { PublishingEffectsShape } from './publishing-effects.shapes.ts';

/** GET /app/v1/templates/:id/publishing-effects: returns what publishing the draft changes for others. */
export const getPublishingEffects = ({ db, directory }: FormsDeps): Endpoint =>
  appEndpoint({
    method: 'GET',
    path: '/app/v1/templates/:id/publishing-effects',
    role: 'designer',
    doc: {
      summary: 'Read the effects of publishing a template',
      tag: 'Templates',
      description:
        'Counts what is made from the next version, and what names a field that it no longer has. Names the rules that use a changed field.',
      responses: {
        200: { description: 'The counts.', schema: PublishingEffectsShape },
        403: 'template not managed',
        404: 'no template',
        422: 'wrong definition',
      },
    },
    async handle({ principal, params }) {
      const { accountId } = principal;
      const found = await requireTemplate(db.reader, directory, principal, params.id);
      if (!found.rights.manage) throw lacksRight('manage');
      const count = await selectFormCount(db.reader, accountId, found.template.id);
      const { rules, ...effects } = await effectsOfPublishing(db.reader, accountId, found, count);
      const body = { ...effects, ...(rules && { rules }) };
      return { status: 200, body };
    },
  });
