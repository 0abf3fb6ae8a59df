import { actorIn } from '#form-basics/index.ts';
import { appEndpoint } from '#http/app-endpoint.ts';
import type { Endpoint } from '#http/endpoint.ts';
import type { TemplatesDeps } from '#templates/templates-deps.ts';

/** DELETE /app/v1/templates/:id/rights/:subject: withdraws all rights of a user, a group or a role on a template. */
export const deleteTemplateRights = ({ db, forms }: TemplatesDeps): Endpoint =>
  appEndpoint({
    method: 'DELETE',
    path: '/app/v1/templates/:id/rights/:subject',
    role: 'designer',
    doc: {
      summary: 'Withdraw rights on a template',
      tag: 'Templates',
      description:
        'Forms stay visible to their creators and assignees. A user who withdraws their own rights needs somebody else to get them back; an admin can always take them.',
      responses: {
        204: { description: 'The subject has no rights on the template any more.' },
        403: 'template not managed',
        404: { description: 'There is no such template, or the subject has no rights on it.' },
      },
    },
    async handle(request) {
      const { id, subject } = request.params;
      const by = actorIn(request);
      await db.transaction((tx) => forms.withdrawRights(tx, by, id, subject));
      return { status: 204 };
    },
  });
