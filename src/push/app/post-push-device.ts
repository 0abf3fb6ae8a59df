import { actorOf } from '#audit/index.ts';
import { appEndpoint } from '#http/app-endpoint.ts';
import type { Endpoint } from '#http/endpoint.ts';
import { fail } from '#kernel/errors.ts';
import { PushDevice, PushSubscriptionBody } from '#push/push.shapes.ts';
import type { PushDeps } from '#push/push-deps.ts';
import { subscribe } from '#push/subscribe.ts';
import { toDevice } from '#push/to-device.ts';

/** POST /app/v1/me/push: has news pushed to the browser of this session. */
export const postPushDevice = (deps: PushDeps): Endpoint =>
  appEndpoint({
    method: 'POST',
    path: '/app/v1/me/push',
    body: PushSubscriptionBody,
    doc: {
      summary: 'Get news on this device',
      tag: 'Notices',
      description:
        'For the browser of the session, with which it ends. A subscription that this browser had before is replaced.',
      responses: {
        201: { description: 'The device.', schema: PushDevice },
        400: {
          description:
            'The address is no public https address, a key is wrong, or the user has too many devices. `at` names it.',
        },
        409: { description: 'The installation pushes no news.', codes: ['push-off'] },
      },
    },
    async handle(request) {
      const { principal, body } = request;
      const { db, audit, pushQueue } = deps;
      if (!pushQueue.isOn) throw fail('push-off', 'This installation pushes no news.');
      const { endpoint, keys } = body;
      const agent = request.headers['user-agent'];
      const device = await db.transaction(async (tx) => {
        const made = await subscribe(deps, tx, principal, { endpoint, ...keys }, agent);
        await audit.append(tx, actorOf(request, 'web'), {
          action: 'push.turn-on',
          targetType: 'User',
          targetId: principal.userId,
        });
        return made;
      });
      return { status: 201, body: toDevice(device, principal) };
    },
  });
