import { type Static, Type } from 'typebox';
import { Next, PAGE_QUERY } from '#http/app/list.shapes.ts';
import { Time } from '#http/shapes.ts';

const text = (description: string) =>
  Type.Optional(Type.String({ minLength: 1, maxLength: 512, description }));

export const AUDIT_QUERY = Type.Object(
  {
    action: text('A whole action (user.create) or its beginning (user.).'),
    userId: text('Only what this user did, or credentials acting as the user.'),
    credentialId: text('Only what this credential did.'),
    targetType: text('Only what was done to things of this type, for instance Group.'),
    targetId: text('Only what was done to this one.'),
    result: Type.Optional(Type.Union([Type.Literal('ok'), Type.Literal('refused')])),
    ip: text('Only what came from this address.'),
    from: text('Only from this time on: a date or a time, UTC unless it says otherwise.'),
    to: text('Only before this time.'),
    ...PAGE_QUERY,
  },
  { additionalProperties: false },
);

const Named = (description: string) =>
  Type.Optional(
    Type.Object(
      {
        id: Type.String(),
        name: Type.Optional(Type.String({ description: 'Left out: it is gone.' })),
      },
      { description },
    ),
  );

export const AuditEntry = Type.Object(
  {
    id: Type.String(),
    at: Time(),
    action: Type.String({ description: 'A noun, a dot, a verb.' }),
    result: Type.Union([Type.Literal('ok'), Type.Literal('refused')]),
    via: Type.Optional(
      Type.String({ description: 'scim, api, web, command-line, set-up or system.' }),
    ),
    user: Named('Who did it, or as whom the credential acted.'),
    credential: Named('The API credential that did it.'),
    ip: Type.Optional(Type.String()),
    target: Type.Optional(
      Type.Object(
        {
          type: Type.String(),
          id: Type.Optional(Type.String()),
          name: Type.Optional(Type.String({ description: 'Of users, groups and credentials.' })),
        },
        { description: 'What it was done to.' },
      ),
    ),
    detail: Type.Unsafe<Readonly<Record<string, unknown>>>(
      Type.Object({}, { additionalProperties: true, description: 'What else there is to say.' }),
    ),
    chain: Type.Optional(
      Type.Object(
        { seq: Type.Integer(), hash: Type.String() },
        { description: 'Its place in the hash chain, some seconds after the event.' },
      ),
    ),
  },
  { title: 'AuditEntry' },
);
export type AuditEntry = Static<typeof AuditEntry>;

export const AuditPage = Type.Object(
  {
    items: Type.Array(AuditEntry),
    next: Next,
    chain: Type.Optional(
      Type.Object(
        {
          linked: Type.Integer({ description: 'Events that have their place.' }),
          waiting: Type.Integer({ description: 'Events that wait for theirs.' }),
          waitingSince: Type.Optional(Time('Of the oldest that waits.')),
        },
        { description: 'With the first page: how far the hash chain goes.' },
      ),
    ),
  },
  { title: 'AuditPage' },
);
export type AuditPage = Static<typeof AuditPage>;
