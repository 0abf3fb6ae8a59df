import { type Static, Type } from 'typebox';
import { Time } from '#http/shapes.ts';
import { MAX_DEVICES } from './subscribe.ts';

export const PushSubscriptionBody = Type.Object(
  {
    endpoint: Type.String({
      minLength: 1,
      maxLength: 2000,
      description: 'The address at the push service of the browser. It is called as it is.',
    }),
    keys: Type.Object(
      {
        p256dh: Type.String({ minLength: 1, maxLength: 200 }),
        auth: Type.String({ minLength: 1, maxLength: 100 }),
      },
      { additionalProperties: false, description: 'As `PushSubscription.toJSON()` has them.' },
    ),
  },
  { title: 'NewPushDevice', additionalProperties: false },
);
export type PushSubscriptionBody = Static<typeof PushSubscriptionBody>;

export const PushDevice = Type.Object(
  {
    id: Type.String({ format: 'uuid' }),
    agent: Type.Optional(Type.String({ description: 'The User-Agent of the browser.' })),
    createdAt: Time(),
    isThisSession: Type.Boolean({ description: 'It was turned on in this session.' }),
  },
  { title: 'PushDevice' },
);
export type PushDevice = Static<typeof PushDevice>;

export const PushState = Type.Object(
  {
    key: Type.Optional(
      Type.String({
        description:
          'The `applicationServerKey` for browsers, as base64url; absent while the installation pushes no news.',
      }),
    ),
    devices: Type.Array(PushDevice, { maxItems: MAX_DEVICES }),
  },
  { title: 'PushState' },
);
export type PushState = Static<typeof PushState>;
