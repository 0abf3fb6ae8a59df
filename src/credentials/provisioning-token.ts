import type { Random } from '#kernel/ids.ts';
import { checksum, hashSecret, type MadeSecret, newSecretCore } from './client-secret.ts';

const PREFIX = 'fsp_';
const TOKEN = /^fsp_([a-z0-9]{1,40})_([A-Za-z0-9_-]{43})([0-9A-Za-z]{6})$/;

/** Whether a bearer token means to be a provisioning token; an access token begins otherwise. */
export const isProvisioningToken = (token: string): boolean => token.startsWith(PREFIX);

/** `fsp_`, the account's code, `_`, 256 random bits, and the checksum of code and bits. */
export function makeProvisioningToken(random: Random, accountCode: string): MadeSecret {
  const { core, hint } = newSecretCore(random);
  const text = `${PREFIX}${accountCode}_${core}${checksum(`${accountCode}_${core}`)}`;
  return { text, hash: hashSecret(text), hint };
}

/** Where to look a token up. */
export interface NamedToken {
  readonly accountCode: string;
  readonly hash: string;
}

/** Undefined for text that was never one, which no storage is asked about. */
export function readProvisioningToken(token: string): NamedToken | undefined {
  const [, accountCode = '', core = '', sum] = TOKEN.exec(token) ?? [];
  if (sum !== checksum(`${accountCode}_${core}`)) return undefined;
  return { accountCode, hash: hashSecret(token) };
}
