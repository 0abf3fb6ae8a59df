import { integer } from './setting.ts';
import type { Source } from './source.ts';

/** Requests a minute. */
export interface LimitSettings {
  readonly tokenPerClient: number;
  readonly tokenPerAddress: number;
  readonly apiPerCredential: number;
  readonly scimPerAccount: number;
}

const MAX = 10_000_000;

const tokenPerClient = integer(
  {
    name: 'FORMSTEAD_LIMIT_TOKEN_PER_CLIENT',
    default: '30',
    secret: false,
    description: 'Token requests a minute for one client id.',
    example: '60',
  },
  { min: 1, max: MAX, fallback: 30 },
);

const tokenPerAddress = integer(
  {
    name: 'FORMSTEAD_LIMIT_TOKEN_PER_ADDRESS',
    default: '60',
    secret: false,
    description: 'Token requests a minute from one address (one /64 network with IPv6).',
    example: '120',
  },
  { min: 1, max: MAX, fallback: 60 },
);

const apiPerCredential = integer(
  {
    name: 'FORMSTEAD_LIMIT_API',
    default: '600',
    secret: false,
    description: 'API requests a minute with one credential.',
    example: '1200',
  },
  { min: 1, max: MAX, fallback: 600 },
);

const scimPerAccount = integer(
  {
    name: 'FORMSTEAD_LIMIT_SCIM',
    default: '3000',
    secret: false,
    description:
      'SCIM requests a minute for one account. At least 1500: Microsoft Entra demands 25 a second.',
    example: '6000',
  },
  { min: 1500, max: MAX, fallback: 3000 },
);

export const LIMITS_REFERENCE = [
  tokenPerClient,
  tokenPerAddress,
  apiPerCredential,
  scimPerAccount,
].map(({ reference }) => reference);

export const readLimits = (source: Source): LimitSettings => ({
  tokenPerClient: tokenPerClient.read(source),
  tokenPerAddress: tokenPerAddress.read(source),
  apiPerCredential: apiPerCredential.read(source),
  scimPerAccount: scimPerAccount.read(source),
});
