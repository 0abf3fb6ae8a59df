import type { Random } from '#kernel/ids.ts';
import { checksum, hashSecret, type MadeSecret, newSecretCore } from './client-secret.ts';

const PREFIX = 'fsp_';
const TOKEN = /^fsp_([a-z0-9]{1,40})_([A-Za-z0-9_-]{43})([0-9A-Za-z]{6})$/;

/** Tells whether a bearer token is meant to be a provisioning token; an access token begins otherwise. */
export const isProvisioningToken = (token: string): boolean => token.startsWith(PREFIX);

/** Makes a token: `fsp_`, the account's code, `_`, 256 random bits, and the checksum of code and bits. */
export function makeProvisioningToken(random: Random, accountCode: string): MadeSecret {
  const { core, hint } = newSecretCore(random);
  const text = `${PREFIX}${accountCode}_${core}${checksum(`${accountCode}_${core}`)}`;
  return { text, hash: hashSecret(text), hint };
}

/** The account code and the hash by which a token is looked up. */
export interface NamedToken {
  readonly accountCode: string;
  readonly hash: string;
}

/** Returns undefined for text that cannot be a token, so that the storage is not asked about it. */
export function readProvisioningToken(token: string): NamedToken | undefined {
  const [, accountCode = '', core = '', sum] = TOKEN.exec(token) ?? [];
  if (sum !== checksum(`${accountCode}_${core}`)) return undefined;
  return { accountCode, hash: hashSecret(token) };
}
