import { type Static, Type } from 'typebox';
import { PAGE_QUERY, pageOf } from '#http/app/list.shapes.ts';
import { Time } from '#http/shapes.ts';

const Outcome = Type.Union([Type.Literal('ok'), Type.Literal('refused'), Type.Literal('failed')], {
  description:
    '`ok`: status below 400. `refused`: 4xx, the request was rejected. `failed`: 5xx, Formstead failed.',
});

const count = Type.Optional(Type.Integer({ minimum: 1 }));
const Notes = Type.Object(
  {
    unknownManagers: count,
    blockedUsers: count,
    restoredUsers: count,
    skippedMembers: count,
    removedMembers: count,
    keptMembers: count,
    changedRoles: count,
    ignoredAttributes: count,
    misspelledParameters: count,
    oldSchemas: count,
    droppedCertificates: count,
  },
  {
    title: 'ProvisioningLogNotes',
    description: 'Side effects of the request, and what is wrong with it, with their number.',
  },
);

const item = {
  id: Type.String(),
  requestId: Type.String(),
  at: Time(),
  ms: Type.Integer({
    description: 'The time from the first byte of the request to the last byte of the answer.',
  }),
  method: Type.String(),
  path: Type.String(),
  status: Type.Integer(),
  outcome: Outcome,
  code: Type.Optional(Type.String({ description: 'Of the error; stable.' })),
  holder: Type.Optional(
    Type.Object(
      {
        id: Type.String(),
        resourceType: Type.Union([Type.Literal('User'), Type.Literal('Group')]),
        name: Type.String({ description: 'userName or displayName.' }),
        active: Type.Optional(Type.Boolean({ description: 'Of a user.' })),
      },
      {
        title: 'ProvisioningLogHolder',
        description:
          'The user or group that has the value which the request asked for. The answer to the identity provider does not name it.',
      },
    ),
  ),
  detail: Type.Optional(
    Type.String({
      description: 'The error text of the answer, or the text of `notes`, in English.',
    }),
  ),
  notes: Type.Optional(Notes),
  resourceType: Type.Optional(Type.String()),
  resourceId: Type.Optional(Type.String()),
  resourceName: Type.Optional(Type.String({ description: 'userName or displayName.' })),
  active: Type.Optional(
    Type.Boolean({ description: 'The value that the request set `active` of a user to.' }),
  ),
  credentialId: Type.Optional(Type.String({ description: 'Left out for HTTP Basic.' })),
  ip: Type.String(),
  agent: Type.Optional(Type.String()),
  dropped: Type.Integer({
    description: 'The number of requests before this one that could not be logged.',
  }),
};

export const LogItem = Type.Object(item, { title: 'ProvisioningLogItem' });
export type LogItem = Static<typeof LogItem>;

export const LogDetail = Type.Object({
  ...item,
  nameBefore: Type.Optional(
    Type.String({ description: 'The userName or displayName before the request changed it.' }),
  ),
  query: Type.Optional(Type.String()),
  requestBody: Type.Optional(Type.String({ description: 'JSON without secrets.' })),
  responseBody: Type.Optional(Type.String()),
  truncated: Type.Boolean({ description: 'Parts of the bodies were not stored.' }),
});
export type LogDetail = Static<typeof LogDetail>;

export const LogPage = pageOf(LogItem, 'ProvisioningLogList');
export type LogPage = Static<typeof LogPage>;

const FILTERS = {
  q: Type.Optional(
    Type.String({
      maxLength: 200,
      description:
        'The start of a userName or displayName in any letter case, also of one before a rename, or a complete id.',
    }),
  ),
  outcome: Type.Optional(Outcome),
  method: Type.Optional(Type.String({ pattern: '^[A-Z]{1,10}$' })),
  resource: Type.Optional(
    Type.String({ maxLength: 50, description: '`User`, `Group`, `Bulk`, …' }),
  ),
  status: Type.Optional(Type.Integer({ minimum: 100, maximum: 599 })),
  credential: Type.Optional(Type.String({ maxLength: 200 })),
  since: Type.Optional(Time('Only requests from this time on.')),
  until: Type.Optional(Time('Only requests before this time.')),
};

export const LogFilters = Type.Object(FILTERS, { additionalProperties: false });
export const LogQuery = Type.Object({ ...FILTERS, ...PAGE_QUERY }, { additionalProperties: false });

export const SeenAttributes = Type.Object({
  items: Type.Array(
    Type.Object({
      resourceType: Type.String(),
      path: Type.String({ description: 'The SCIM path of the attribute.' }),
      seen: Type.Integer({ description: 'The number of times.' }),
      lastSeenAt: Time(),
      stored: Type.Boolean({
        description: 'false: no schema of the account has the attribute, so it was ignored.',
      }),
    }),
  ),
});
export type SeenAttributes = Static<typeof SeenAttributes>;
