import { type Static, Type } from 'typebox';
import { Seen } from '#templates/seen.shapes.ts';

const RIGHTS = {
  fill: Type.Boolean({ description: 'Create forms from the published template.' }),
  see: Seen,
  edit: Type.Boolean({ description: 'Change, reopen, delete and restore the forms seen.' }),
  assign: Type.Boolean({ description: 'Assign drafts, and create forms for others.' }),
  review: Type.Boolean({
    description: 'Decide on the forms in review that are seen, also where others are asked.',
  }),
  manage: Type.Boolean({
    description:
      'Change, publish and archive the template, and give rights. Only designers and admins can use it.',
  }),
};

export const RightsBody = Type.Object(
  { ...RIGHTS, review: Type.Optional({ ...RIGHTS.review, default: false }) },
  { additionalProperties: false, title: 'TemplateRightsInput' },
);

export const TemplateRights = Type.Object(
  {
    items: Type.Array(
      Type.Object({
        subject: Type.String({
          description:
            'The id of a user or group, `everyone`, or `designers`: designers and admins.',
        }),
        type: Type.Union([Type.Literal('User'), Type.Literal('Group'), Type.Literal('Role')]),
        name: Type.Optional(
          Type.String({ description: 'Left out for roles, and for what was deleted.' }),
        ),
        ...RIGHTS,
      }),
      { maxItems: 1000, description: 'Roles, then groups, then users; each by name, then by id.' },
    ),
  },
  { title: 'TemplateRightsList' },
);
export type TemplateRights = Static<typeof TemplateRights>;
