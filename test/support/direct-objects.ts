// Objects that a test makes by the domain, because no JSON body makes them.
import { makeEndedMapping } from './ended-mapping.ts';
import { makeFont } from './fonts.ts';
import { insertDevice } from './inserted-device.ts';
import { insertNotice } from './inserted-notice.ts';
import { insertSchedule } from './inserted-schedule.ts';
import type { Instance } from './instance.ts';
import { insertPasskey } from './passkeys.ts';

const KINDS = ['ended-mapping', 'font', 'notice', 'passkey', 'schedule', 'device'] as const;
export type DirectKind = (typeof KINDS)[number];

export const isDirect = (kind: string | undefined): kind is DirectKind =>
  KINDS.some((each) => each === kind);

/** Makes an object in an account, that of the instance and of its admin unless others are given. @returns its id */
export const makeDirectly = (
  kind: DirectKind,
  instance: Instance,
  { accountId, userId }: Pick<Instance['account'], 'accountId' | 'userId'> = instance.account,
): Promise<string> => {
  if (kind === 'font') return makeFont(instance, accountId);
  if (kind === 'ended-mapping') return makeEndedMapping(instance, accountId);
  if (kind === 'passkey') return insertPasskey(instance, accountId, userId);
  if (kind === 'device') return insertDevice(instance, accountId, userId);
  if (kind === 'schedule') return insertSchedule(instance, accountId, userId);
  return insertNotice(instance, accountId, userId);
};

/** Makes one of each kind. @returns their ids */
export async function makeAllDirectly(
  instance: Instance,
  owner: Pick<Instance['account'], 'accountId' | 'userId'>,
): Promise<Readonly<Record<DirectKind, string>>> {
  const make = (kind: DirectKind) => makeDirectly(kind, instance, owner);
  return {
    'ended-mapping': await make('ended-mapping'),
    font: await make('font'),
    notice: await make('notice'),
    passkey: await make('passkey'),
    schedule: await make('schedule'),
    device: await make('device'),
  };
}
