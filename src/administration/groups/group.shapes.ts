import { type Static, Type } from 'typebox';
import { OriginShape } from '#administration/list.shapes.ts';
import { ReviewedTemplatesShape } from '#administration/reviewed-templates.shapes.ts';
import { Next, PAGE_QUERY, pageOf } from '#http/app/list.shapes.ts';
import { RoleShape, Time } from '#http/shapes.ts';

const item = {
  id: Type.String(),
  displayName: Type.String(),
  origin: OriginShape,
  externalId: Type.Optional(Type.String()),
  memberCount: Type.Integer({
    description: 'The number of direct members. 1000 means 1000 or more.',
  }),
};

export const ListedGroup = Type.Object(item, { title: 'ListedGroup' });
export type ListedGroup = Static<typeof ListedGroup>;

export const GroupList = Type.Object(
  {
    items: Type.Array(ListedGroup),
    next: Next,
    total: Type.Optional(Type.Integer({ description: 'Only sent without filters.' })),
  },
  { title: 'GroupList' },
);
export type GroupList = Static<typeof GroupList>;

export const GROUP_QUERY = Type.Object(
  {
    q: Type.Optional(
      Type.String({ maxLength: 200, description: 'The start of the name, in any letter case.' }),
    ),
    origin: Type.Optional(OriginShape),
    namesakes: Type.Optional(
      Type.Boolean({
        description:
          'With `true`, only those whose name differs from that of another one in white space alone.',
      }),
    ),
    ...PAGE_QUERY,
  },
  { additionalProperties: false },
);

export const GroupDetail = Type.Object(
  {
    ...item,
    createdAt: Time(),
    updatedAt: Time(),
    version: Type.Integer(),
    /** The highest role that this group, or a group that contains it, gives its members. */
    role: Type.Optional(RoleShape),
    reviews: ReviewedTemplatesShape,
    series: Type.Integer({
      minimum: 0,
      description:
        'How many series assign to the group; at most 1,000. They assign nothing once it is deleted.',
    }),
    locked: Type.Array(Type.Union([Type.Literal('displayName'), Type.Literal('members')]), {
      description: 'The fields that only the identity provider can change.',
    }),
  },
  { title: 'GroupDetail' },
);
export type GroupDetail = Static<typeof GroupDetail>;

const upToThousand = (description: string) =>
  Type.Integer({ minimum: 0, description: `${description} At most 1,000 are counted.` });

export const GroupConsequences = Type.Object(
  {
    templates: upToThousand('Templates on which the group has rights, which its members lose.'),
    assignments: upToThousand(
      'Assigned to the group as a whole and not begun. Nobody can begin them.',
    ),
    views: upToThousand('Saved views that are shared with the group.'),
    dashboards: upToThousand('Dashboards that are shared with the group.'),
    personFields: upToThousand(
      'Templates with a field that offers the members of the group, and then nobody. Only the newest 1,000 templates are looked at.',
    ),
  },
  { title: 'GroupConsequences' },
);
export type GroupConsequences = Static<typeof GroupConsequences>;

export const GroupMember = Type.Object(
  {
    id: Type.String(),
    type: Type.Union([Type.Literal('User'), Type.Literal('Group')]),
    display: Type.String({ description: 'The display name, or the user name if there is none.' }),
  },
  { title: 'GroupMember' },
);
export type GroupMember = Static<typeof GroupMember>;

export const GroupMemberList = pageOf(GroupMember, 'GroupMemberList');
export type GroupMemberList = Static<typeof GroupMemberList>;

export const MEMBER_QUERY = Type.Object(PAGE_QUERY, { additionalProperties: false });

export const GroupBody = Type.Object(
  { displayName: Type.String({ minLength: 1, maxLength: 512 }) },
  { title: 'GroupNaming', additionalProperties: false },
);

const Ids = Type.Optional(Type.Array(Type.String({ maxLength: 200 }), { maxItems: 1000 }));

export const MembershipBody = Type.Object(
  { add: Ids, remove: Ids },
  {
    title: 'MembershipChange',
    additionalProperties: false,
    description:
      'Ids of users and groups. Existing members to add and missing members to remove are ignored.',
  },
);
