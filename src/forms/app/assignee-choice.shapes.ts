import { type Static, Type } from 'typebox';
import { Next, PAGE_QUERY } from '#http/app/list.shapes.ts';

export const AssigneeChoices = Type.Object(
  {
    items: Type.Array(
      Type.Object({
        id: Type.String(),
        type: Type.Union([Type.Literal('User'), Type.Literal('Group')]),
        name: Type.String(),
        detail: Type.Optional(
          Type.String({ description: 'The user name, where it is another one.' }),
        ),
      }),
    ),
    next: Next,
  },
  { title: 'AssigneeChoices' },
);
export type AssigneeChoices = Static<typeof AssigneeChoices>;

export const ASSIGNEE_QUERY = Type.Object(
  {
    q: Type.Optional(
      Type.String({ maxLength: 200, description: 'The start of the name, in any letter case.' }),
    ),
    type: Type.Optional(
      Type.Union([Type.Literal('User'), Type.Literal('Group')], {
        description: 'Only this type. If omitted, both.',
      }),
    ),
    id: Type.Optional(Type.String({ description: 'Only the group or active user with this id.' })),
    template: Type.Optional(
      Type.String({
        description:
          'Only people whom an answer of a form of this template may name. Those whose name begins with `q` come first, and there are no further pages.',
      }),
    ),
    group: Type.Optional(
      Type.String({
        description:
          'Only members of this group, nested ones included, which a field of the template asks for. Without it, `q` needs two characters.',
      }),
    ),
    ...PAGE_QUERY,
  },
  { additionalProperties: false },
);
