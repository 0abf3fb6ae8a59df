import { actorOfCall } from '#form-basics/index.ts';
import { operation } from '#http/operation.ts';
import type { TemplatesDeps } from '#templates/templates-deps.ts';

/** DELETE /templates/:id/rights/:subject: withdraws all rights of a user, a group or a role on a template. */
export const deleteTemplateRights = ({ db, forms }: TemplatesDeps) =>
  operation({
    method: 'DELETE',
    path: '/templates/:id/rights/:subject',
    right: 'templates',
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
    async handle(call) {
      const { id, subject } = call.params;
      const by = actorOfCall(call);
      await db.transaction((tx) => forms.withdrawRights(tx, by, id, subject));
      return { status: 204 };
    },
  });
