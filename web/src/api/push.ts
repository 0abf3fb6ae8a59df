// The devices on which the person gets news, and this browser among them.
import { queryOptions } from '@tanstack/react-query';
import type { PushDevice, PushState } from '#push/app-types.ts';
import { call, get } from './client.ts';
import { queryClient } from './query-client.ts';

const OWN = '/app/v1/me/push';

export const pushQuery = queryOptions({ queryKey: [OWN], queryFn: () => get<PushState>(OWN) });

/** Whether this browser can be pushed to. On an iPhone, only an installed app can. */
export const canPush = (): boolean =>
  'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;

/** Asks the person for the permission, and has news pushed to this browser. @returns false if they refuse */
export async function turnOnPush(key: string): Promise<boolean> {
  if ((await Notification.requestPermission()) !== 'granted') return false;
  const { pushManager } = await navigator.serviceWorker.ready;
  // One that was made with another key can't be used, and stands in the way of a new one.
  await (await pushManager.getSubscription())?.unsubscribe();
  const subscription = await pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: key,
  });
  const { endpoint, keys } = subscription.toJSON();
  const body = { endpoint, keys: { p256dh: keys?.['p256dh'], auth: keys?.['auth'] } };
  await changed(call<PushDevice>('POST', OWN, body));
  return true;
}

/** @param isThis the device is this browser, which then forgets its subscription too */
export async function turnOffPush(id: string, isThis: boolean): Promise<void> {
  await changed(call('DELETE', `${OWN}/${id}`));
  if (!isThis || !canPush()) return;
  const registration = await navigator.serviceWorker.getRegistration();
  await (await registration?.pushManager.getSubscription())?.unsubscribe();
}

async function changed<T>(request: Promise<T>): Promise<T> {
  const answer = await request;
  await queryClient.invalidateQueries(pushQuery);
  return answer;
}
