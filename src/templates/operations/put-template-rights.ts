import { actorOfCall } from '#form-basics/index.ts';
import { operation } from '#http/operation.ts';
import type { TemplatesDeps } from '#templates/templates-deps.ts';
import { describeRights } from './describe-rights.ts';
import { RightsBody, TemplateRights } from './rights.shapes.ts';

/** PUT /templates/:id/rights/:subject: gives a user, a group or a role rights on a template. */
export const putTemplateRights = ({ db, forms }: TemplatesDeps) =>
  operation({
    method: 'PUT',
    path: '/templates/:id/rights/:subject',
    right: 'templates',
    role: 'designer',
    body: RightsBody,
    doc: {
      summary: 'Give rights on a template',
      tag: 'Templates',
      description:
        'Replaces the rights that the subject had. `subject` is the id of a user or group, `everyone`, or `designers`, which means designers and admins.',
      responses: {
        200: { description: 'All rights on the template.', schema: TemplateRights },
        403: 'template not managed',
        404: 'no template',
        400: { description: 'There is no such subject, or no right was given.' },
      },
    },
    async handle(call) {
      const { id, subject } = call.params;
      const by = actorOfCall(call);
      const body = await db.transaction(async (tx) => {
        const template = await forms.giveRights(tx, by, id, subject, call.body);
        return describeRights(tx, by.accountId, template.id);
      });
      return { status: 200, body };
    },
  });
