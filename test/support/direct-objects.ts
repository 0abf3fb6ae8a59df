// Objects that a test makes by the domain, because no JSON body makes them.
import { makeEndedMapping } from './ended-mapping.ts';
import { makeFont } from './fonts.ts';
import type { Instance } from './instance.ts';

export type DirectKind = 'ended-mapping' | 'font';

export const isDirect = (kind: string | undefined): kind is DirectKind =>
  kind === 'ended-mapping' || kind === 'font';

/** Makes an object in an account, that of the instance unless another is given. @returns its id */
export const makeDirectly = (
  kind: DirectKind,
  instance: Instance,
  accountId = instance.account.accountId,
): Promise<string> =>
  kind === 'font' ? makeFont(instance, accountId) : makeEndedMapping(instance, accountId);
