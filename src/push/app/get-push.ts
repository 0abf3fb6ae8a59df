import { appEndpoint } from '#http/app-endpoint.ts';
import type { Endpoint } from '#http/endpoint.ts';
import { PushState } from '#push/push.shapes.ts';
import type { PushDeps } from '#push/push-deps.ts';
import { selectSubscriptions } from '#push/subscriptions.store.ts';
import { toDevice } from '#push/to-device.ts';
import { readVapidKey } from '#push/vapid-key.ts';

/** GET /app/v1/me/push: returns the devices on which the user gets news, and what a browser needs to be one. */
export const getPush = ({ db, seal, pushQueue }: PushDeps): Endpoint =>
  appEndpoint({
    method: 'GET',
    path: '/app/v1/me/push',
    doc: {
      summary: 'List one’s own devices that get news',
      tag: 'Notices',
      responses: { 200: { description: 'The devices, the newest first.', schema: PushState } },
    },
    async handle({ principal }) {
      const { accountId, userId } = principal;
      const devices = await selectSubscriptions(db.reader, accountId, userId);
      const body: PushState = {
        ...(pushQueue.isOn && { key: (await readVapidKey(db, seal)).publicKey }),
        devices: devices.map((each) => toDevice(each, principal)),
      };
      return { status: 200, body };
    },
  });
