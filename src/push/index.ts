/**
 * Web push: the browsers that people let news be pushed to, the messages that wait for them, and how they are sent. It
 * knows ids of notices, and not what they say.
 */
import type { Endpoint } from '#http/endpoint.ts';
import { deletePushDevice } from './app/delete-push-device.ts';
import { getPush } from './app/get-push.ts';
import { postPushDevice } from './app/post-push-device.ts';
import type { PushDeps } from './push-deps.ts';

export { createPushQueue, type PushedNotice, type PushQueue } from './push-queue.ts';
export { createPushSender, type PushSender } from './push-sender.ts';
export { moveSubscriptions, sealedSubscriptions } from './subscriptions.store.ts';
export { sealedPushKey } from './vapid-key.ts';

export const pushEndpoints = (deps: PushDeps): readonly Endpoint[] => [
  getPush(deps),
  postPushDevice(deps),
  deletePushDevice(deps),
];
