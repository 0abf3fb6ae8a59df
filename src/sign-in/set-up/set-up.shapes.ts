import { type Static, Type } from 'typebox';

export const SetUpBody = Type.Object(
  {
    token: Type.String({ description: 'The token from the link that the first start prints.' }),
    accountName: Type.String({ description: 'The name of the organisation.' }),
    userName: Type.String({
      description: 'The user name of the first admin, who is a break-glass user.',
    }),
    password: Type.String({ description: 'At least 15 characters.' }),
    timeZone: Type.Optional(
      Type.String({
        description: 'An IANA time zone. The days of forms begin and end in it. If omitted, UTC.',
      }),
    ),
  },
  { title: 'SetUp' },
);

export const SetUpAnswer = Type.Object(
  {
    accountId: Type.String({ format: 'uuid' }),
    accountCode: Type.String({ description: 'The prefix of every client id of the account.' }),
    userId: Type.String({ format: 'uuid' }),
    clientId: Type.String(),
    clientSecret: Type.String({ description: 'Shown once.' }),
  },
  { title: 'FirstCredential' },
);
export type SetUpAnswer = Static<typeof SetUpAnswer>;
