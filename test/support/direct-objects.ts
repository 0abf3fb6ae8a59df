// Objects that a test makes by the domain, because no JSON body makes them.
import { makeEndedMapping } from './ended-mapping.ts';
import { makeFont } from './fonts.ts';
import { insertNotice } from './inserted-notice.ts';
import type { Instance } from './instance.ts';

const KINDS = ['ended-mapping', 'font', 'notice'] as const;
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
  return insertNotice(instance, accountId, userId);
};
