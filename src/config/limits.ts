import { integer, onOff, type Setting } from './setting.ts';
import type { Source } from './source.ts';

/** Requests per minute, unless a comment says otherwise. */
export interface LimitSettings {
  readonly tokenPerClient: number;
  readonly tokenPerAddress: number;
  readonly introspectionPerAddress: number;
  readonly signInPerAddress: number;
  readonly linksPerAddress: number;
  /** Forms sent by public links in ten minutes: from one address, and by one link. */
  readonly linkSendsPerAddress: number;
  readonly linkSendsPerLink: number;
  /** Files that one address uploads by public links in ten minutes. */
  readonly linkUploadsPerAddress: number;
  /** Percent of what a link may send in ten minutes, and upload in a day, that one site may use. */
  readonly linkSiteShare: number;
  readonly publicPerAddress: number;
  readonly unauthorisedPerAddress: number;
  readonly apiPerCredential: number;
  readonly scimPerAccount: number;
  /** Concurrent requests of one caller. */
  readonly concurrentPerCaller: number;
  readonly legacyHeaders: boolean;
  readonly failures: FailureSettings;
}

/** Limits of failed authentications. */
export interface FailureSettings {
  /** Wrong passwords from one address until the address has to wait. */
  readonly passwordsPerAddress: number;
  /** Wrong passwords for one user from one address until a delay applies. */
  readonly passwordsBeforeWaiting: number;
  /** Consecutive wrong passwords for one user until signing in by password is suspended. */
  readonly passwordsBeforeSuspension: number;
  /** Failed authentications of API clients from one address until the address has to wait. */
  readonly clientsPerAddress: number;
  /** How long failures of an address count, and the longest wait, in minutes. */
  readonly minutes: number;
}

const MAX = 10_000_000;

function count(
  name: string,
  description: string,
  range: { readonly fallback: number; readonly min?: number; readonly max?: number },
): Setting<number> {
  const { fallback, min = 1, max = MAX } = range;
  const reference = {
    name: `FORMSTEAD_LIMIT_${name}`,
    default: String(fallback),
    secret: false,
    description,
    example: String(Math.min(max, fallback * 2)),
  };
  return integer(reference, { min, max, fallback });
}

const tokenPerClient = count('TOKEN_PER_CLIENT', 'Token requests per minute for one client id.', {
  fallback: 30,
});
const tokenPerAddress = count(
  'TOKEN_PER_ADDRESS',
  'Token requests per minute from one address (with IPv6: one /64 network).',
  { fallback: 600 },
);
const introspectionPerAddress = count(
  'INTROSPECTION',
  'Introspections and revocations of tokens per minute from one address.',
  { fallback: 600 },
);
const signInPerAddress = count(
  'SIGN_IN',
  'Sign-in and set-up requests per minute from one address.',
  { fallback: 600 },
);
const publicPerAddress = count(
  'PUBLIC',
  'Requests per minute from one address to pages, their files and other public paths, on one node. Health checks are counted separately, with the same limit.',
  { fallback: 6000 },
);
const linksPerAddress = count(
  'LINKS',
  'Public links that one address (with IPv6: one /64 network) opens per minute.',
  { fallback: 60 },
);
const linkSendsPerAddress = count(
  'LINK_SENDS_PER_ADDRESS',
  'Forms that one address sends by public links within 10 minutes. Raise it if many people share an address, for example at an event.',
  { fallback: 10 },
);
const linkSendsPerLink = count(
  'LINK_SENDS',
  'Forms that all addresses together send by one public link within 10 minutes. Only forms with a valid proof of work count, if the link asks for one. A quarter is kept for sites that have sent none or few.',
  { fallback: 600 },
);
const linkUploadsPerAddress = count(
  'LINK_UPLOADS_PER_ADDRESS',
  'Files that one address uploads by public links within 10 minutes. Raise it if many people share an address.',
  { fallback: 60 },
);
const linkSiteShare = count(
  'LINK_SITE_SHARE',
  'Percent of `FORMSTEAD_LIMIT_LINK_SENDS`, and of what a link may upload per day, that one site may use (an IPv4 /24 or an IPv6 /48 network). A site may always send `FORMSTEAD_LIMIT_LINK_SENDS_PER_ADDRESS` forms. Raise it if most people share a site, for example at an event.',
  { fallback: 25, max: 100 },
);
const unauthorisedPerAddress = count(
  'UNAUTHORISED',
  'Answers with status 401 per minute to one address, on one node. Above this limit, recently accepted credentials continue to work. Formstead checks other credentials at the same rate, spread over the minute.',
  { fallback: 600 },
);
const apiPerCredential = count('API', 'API requests per minute with one credential.', {
  fallback: 600,
});
const scimPerAccount = count(
  'SCIM',
  'SCIM requests per minute for one account, of callers who may provision. Set at least 1800, because Microsoft Entra requires 25 per second.',
  { fallback: 3000, min: 1800 },
);
const concurrentPerCaller = count(
  'CONCURRENT',
  'Concurrent requests with one credential, on one node.',
  { fallback: 256, min: 4 },
);
const legacyHeaders = onOff(
  {
    name: 'FORMSTEAD_LIMIT_LEGACY_HEADERS',
    default: 'off',
    secret: false,
    description:
      'Whether to also send `X-RateLimit-Limit`, `-Remaining` and `-Reset`, for clients that need these older headers: on or off.',
    example: 'on',
  },
  false,
);
const passwordsPerAddress = count(
  'PASSWORD_FAILURES_PER_ADDRESS',
  'Wrong passwords from one address within `FORMSTEAD_LIMIT_FAILURE_MINUTES`. After that, the address must wait until the end of this period.',
  { fallback: 30 },
);
const passwordsBeforeWaiting = count(
  'PASSWORD_FAILURES_PER_USER_AND_ADDRESS',
  'Wrong passwords for one user from one address before waiting times begin. The first one is a second, and each further wrong password doubles it.',
  { fallback: 5, max: 100 },
);
const passwordsBeforeSuspension = count(
  'PASSWORD_FAILURES_PER_USER',
  'Consecutive wrong passwords for one user, from all addresses, until sign-in by password is suspended. At most 100 (NIST SP 800-63B).',
  { fallback: 100, max: 100 },
);
const clientsPerAddress = count(
  'CLIENT_FAILURES_PER_ADDRESS',
  'Wrong client secrets and assertions from one address within the same period. After that, the address must wait. Clients that authenticated from this address before are not affected.',
  { fallback: 30 },
);
const minutes = count(
  'FAILURE_MINUTES',
  'How long failures of an address count, and the maximum waiting time after failures for one user, in minutes.',
  { fallback: 15, max: 1440 },
);

export const LIMITS_REFERENCE = [
  tokenPerClient,
  tokenPerAddress,
  introspectionPerAddress,
  signInPerAddress,
  linksPerAddress,
  linkSendsPerAddress,
  linkSendsPerLink,
  linkUploadsPerAddress,
  linkSiteShare,
  publicPerAddress,
  unauthorisedPerAddress,
  apiPerCredential,
  scimPerAccount,
  concurrentPerCaller,
  legacyHeaders,
  passwordsPerAddress,
  passwordsBeforeWaiting,
  passwordsBeforeSuspension,
  clientsPerAddress,
  minutes,
].map(({ reference }) => reference);

export const readLimits = (source: Source): LimitSettings => ({
  tokenPerClient: tokenPerClient.read(source),
  tokenPerAddress: tokenPerAddress.read(source),
  introspectionPerAddress: introspectionPerAddress.read(source),
  signInPerAddress: signInPerAddress.read(source),
  linksPerAddress: linksPerAddress.read(source),
  linkSendsPerAddress: linkSendsPerAddress.read(source),
  linkSendsPerLink: linkSendsPerLink.read(source),
  linkUploadsPerAddress: linkUploadsPerAddress.read(source),
  linkSiteShare: linkSiteShare.read(source),
  publicPerAddress: publicPerAddress.read(source),
  unauthorisedPerAddress: unauthorisedPerAddress.read(source),
  apiPerCredential: apiPerCredential.read(source),
  scimPerAccount: scimPerAccount.read(source),
  concurrentPerCaller: concurrentPerCaller.read(source),
  legacyHeaders: legacyHeaders.read(source),
  failures: {
    passwordsPerAddress: passwordsPerAddress.read(source),
    passwordsBeforeWaiting: passwordsBeforeWaiting.read(source),
    passwordsBeforeSuspension: passwordsBeforeSuspension.read(source),
    clientsPerAddress: clientsPerAddress.read(source),
    minutes: minutes.read(source),
  },
});
