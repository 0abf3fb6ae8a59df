import { type Static, Type } from 'typebox';

export const SetUpBody = Type.Object(
  {
    token: Type.String({ description: 'From the link that the first start prints.' }),
    accountName: Type.String({ description: 'Of the organisation.' }),
    userName: Type.String({ description: 'Of the first admin, the break-glass account.' }),
    password: Type.String({ description: 'At least 15 characters.' }),
    timeZone: Type.Optional(
      Type.String({
        description: 'An IANA name: days in forms begin and end there. Left out: UTC.',
      }),
    ),
  },
  { title: 'SetUp' },
);

export const SetUpAnswer = Type.Object(
  {
    accountId: Type.String({ format: 'uuid' }),
    accountCode: Type.String({ description: 'Starts every client id of the account.' }),
    userId: Type.String({ format: 'uuid' }),
    clientId: Type.String(),
    clientSecret: Type.String({ description: 'Shown once.' }),
  },
  { title: 'FirstCredential' },
);
export type SetUpAnswer = Static<typeof SetUpAnswer>;
