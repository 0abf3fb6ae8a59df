import { type Static, Type } from 'typebox';
import { RoleShape, Time } from '#http/shapes.ts';
import { CALL_FAILURES } from '#outbound/call-failure.ts';

const State = Type.Union(
  [Type.Literal('on'), Type.Literal('paused'), Type.Literal('disconnected')],
  {
    description:
      '`paused`: SCIM answers 503, and identity providers retry later. `disconnected`: SCIM answers 403.',
  },
);

const GUARD = {
  enabled: Type.Boolean(),
  sharePercent: Type.Integer({
    minimum: 1,
    maximum: 100,
    description:
      'The share of all users that may be deactivated or deleted within the period, in percent.',
  }),
  minimum: Type.Integer({
    minimum: 1,
    maximum: 100_000,
    description:
      'The number of users that may always be deactivated or deleted. Users created within the same period do not count.',
  }),
  windowMinutes: Type.Integer({ minimum: 1, maximum: 1440 }),
};

const Guard = Type.Object(GUARD, { title: 'ProvisioningGuard', additionalProperties: false });

const RULES = {
  keepsOmittedMembers: Type.Boolean({
    description: 'A PUT of a group without `members` keeps them; otherwise it removes them.',
  }),
  managersByName: Type.Boolean({
    description: 'A manager is also found by user name and email address.',
  }),
  restoresByExternalId: Type.Boolean({
    description:
      'Creating a user over SCIM restores the inactive user with the same `externalId`, even if another credential provisioned that user, or user name and work address differ. Otherwise the credential must be the same, and the user name or a work address too.',
  }),
};

export const Provisioning = Type.Object(
  {
    state: State,
    reason: Type.Optional(Type.Union([Type.Literal('admin'), Type.Literal('guard')])),
    changedAt: Type.Optional(Time()),
    changedBy: Type.Optional(
      Type.Object({ id: Type.String(), userName: Type.Optional(Type.String()) }),
    ),
    baseUrl: Type.String({ description: 'The SCIM base URL for the identity provider.' }),
    tokenUrl: Type.String(),
    guard: Guard,
    guardOffUntil: Type.Optional(Time('The safeguard is off until then.')),
    retentionDays: Type.Integer({
      description: 'How long requests are kept in the provisioning log.',
    }),
    logCutAt: Type.Optional(
      Time(
        'Requests up to then were deleted earlier than `retentionDays` says, because the provisioning log reached its size limit.',
      ),
    ),
    ...RULES,
    health: Type.Object({
      lastSuccessAt: Type.Optional(Time()),
      lastFailureAt: Type.Optional(Time()),
      lastFailureId: Type.Optional(Type.String({ description: 'In the provisioning log.' })),
      lastFailureStatus: Type.Optional(Type.Integer()),
      lastFailure: Type.Optional(Type.String({ description: 'In English.' })),
      last24h: Type.Object({
        ok: Type.Integer(),
        refused: Type.Integer(),
        failed: Type.Integer(),
      }),
      unproven24h: Type.Object(
        {
          count: Type.Integer(),
          lastAt: Type.Optional(Time()),
          lastIp: Type.Optional(Type.String()),
        },
        {
          description:
            'The number of requests without valid credentials in the last 24 hours, rounded to full hours. Nothing else is stored about them.',
        },
      ),
    }),
    warnings: Type.Array(
      Type.Object({
        kind: Type.Union([
          Type.Literal('acting-user-inactive'),
          Type.Literal('credential-expires'),
        ]),
        text: Type.String(),
        credentialId: Type.String(),
        credentialName: Type.String(),
        endsAt: Type.Optional(
          Time('The end of a token that expires soon. Left out if it has expired.'),
        ),
        userId: Type.Optional(Type.String()),
        userName: Type.Optional(Type.String()),
      }),
    ),
  },
  { title: 'Provisioning' },
);
export type Provisioning = Static<typeof Provisioning>;

export const ProvisioningStateBody = Type.Object(
  {
    state: State,
    allowLargeChange: Type.Optional(
      Type.Boolean({
        description:
          'With `on`: turns the safeguard off for one period, so that a large change can finish.',
      }),
    ),
  },
  { title: 'ProvisioningStateChange', additionalProperties: false },
);

export const ProvisioningSettingsBody = Type.Object(
  {
    guard: Type.Optional(
      Type.Partial(Type.Object(GUARD, { additionalProperties: false }), {
        description: 'The safeguard. Members that are left out stay as they are.',
      }),
    ),
    retentionDays: Type.Optional(Type.Integer({ minimum: 1, maximum: 366 })),
    keepsOmittedMembers: Type.Optional(RULES.keepsOmittedMembers),
    managersByName: Type.Optional(RULES.managersByName),
    restoresByExternalId: Type.Optional(RULES.restoresByExternalId),
  },
  { title: 'ProvisioningSettings', additionalProperties: false },
);

const RoleMapping = Type.Object(
  { groupId: Type.String({ maxLength: 200 }), groupName: Type.String(), role: RoleShape },
  { title: 'RoleMapping' },
);

const EndedRoleMapping = Type.Object(
  {
    groupId: Type.String({ description: 'The id of the deleted group.' }),
    groupName: Type.String({ description: 'The name of the group when it was deleted.' }),
    role: RoleShape,
    endedAt: Time(),
    credentialName: Type.Optional(
      Type.String({
        description: 'The credential that deleted the group. Left out if a person deleted it.',
      }),
    ),
    people: Type.Integer({ description: 'The number of people who lost a role.' }),
    newGroupId: Type.Optional(
      Type.String({
        description:
          'A group with the same name that gives no role. Add it to the mappings to give the mapping back.',
      }),
    ),
  },
  { title: 'EndedRoleMapping' },
);

export const RoleMappingList = Type.Object(
  {
    items: Type.Array(RoleMapping),
    ended: Type.Array(EndedRoleMapping, {
      description:
        'Mappings that ended because their group was deleted: the latest 200, until a group with the same name is mapped or an admin dismisses them.',
    }),
  },
  { title: 'RoleMappingList' },
);
export type RoleMappingList = Static<typeof RoleMappingList>;

const GroupRole = Type.Object(
  { groupId: Type.String({ maxLength: 200 }), role: RoleShape },
  { additionalProperties: false },
);

export const RoleMappingsBody = Type.Object(
  {
    items: Type.Array(GroupRole, { maxItems: 200 }),
    from: Type.Optional(
      Type.Array(GroupRole, {
        maxItems: 200,
        description:
          'The mappings that were read before, in any order. If others are stored by now, nothing is changed and the answer is 412.',
      }),
    ),
  },
  { title: 'RoleMappings', additionalProperties: false },
);

export const ConnectionTestBody = Type.Object(
  {
    token: Type.Optional(
      Type.String({ maxLength: 2048, description: 'A provisioning token or an access token.' }),
    ),
    clientId: Type.Optional(Type.String({ maxLength: 200 })),
    clientSecret: Type.Optional(Type.String({ maxLength: 1024 })),
  },
  {
    title: 'ConnectionTestRequest',
    additionalProperties: false,
    description: 'Either `token`, or `clientId` and `clientSecret`. Formstead does not store them.',
  },
);

const StepFault = Type.Union(
  [
    Type.Literal('no-answer'),
    Type.Literal('credential-refused'),
    Type.Literal('not-allowed'),
    Type.Literal('refused'),
    Type.Literal('unexpected'),
  ],
  { description: 'Why the step failed, for programs. Left out if it succeeded.' },
);
export type StepFault = Static<typeof StepFault>;

const Step = Type.Object(
  {
    name: Type.String(),
    request: Type.String({ description: 'Method and path.' }),
    status: Type.Optional(Type.Integer({ description: 'Left out if there was no answer.' })),
    ok: Type.Boolean(),
    ms: Type.Integer(),
    explanation: Type.String({ description: 'What the result means and what to do, in English.' }),
    fault: Type.Optional(StepFault),
    failure: Type.Optional(
      Type.Enum(CALL_FAILURES, { description: 'Why there was no answer, for programs.' }),
    ),
    code: Type.Optional(
      Type.String({ description: 'The code of the error that Formstead answered.' }),
    ),
    said: Type.Optional(
      Type.String({
        description:
          'The error text of the answer, in English; for `no-answer` the technical reason.',
      }),
    ),
  },
  { title: 'ConnectionTestStep' },
);

export const ConnectionTest = Type.Object(
  { ok: Type.Boolean(), steps: Type.Array(Step) },
  { title: 'ConnectionTest' },
);
export type ConnectionTest = Static<typeof ConnectionTest>;
export type ConnectionTestStep = Static<typeof Step>;
