import type { Network } from '#kernel/addresses.ts';
import { networks } from './networks.ts';
import { type Secret, secret } from './secret.ts';
import { choice, onOff, type Parsed, setting } from './setting.ts';
import type { Source } from './source.ts';

export interface SecuritySettings {
  /** 32 bytes that wrap the stored keys; undefined: created and kept in the data directory. */
  readonly masterKey: Secret<Uint8Array> | undefined;
  /** Whether HTTP Basic authentication is available in this deployment. */
  readonly basic: boolean;
  /** When Basic authentication ends, in milliseconds since the epoch; undefined: no end is set. */
  readonly basicSunset: number | undefined;
  /** What happens to a credential that was sent over plain HTTP. */
  readonly exposedCredentials: 'mark' | 'revoke';
  /** Networks that may be called in addition to the public internet. */
  readonly outboundNetworks: readonly Network[];
}

const FIX = 'Give 32 random bytes in base64, for instance from: openssl rand -base64 32';

function parseMasterKey(text: string): Parsed<Secret<Uint8Array>> {
  if (!/^[A-Za-z0-9+/_-]{43}=?$/.test(text)) {
    return { problem: 'It is not 32 bytes in base64 or base64url.', fix: FIX };
  }
  const bytes = Buffer.from(text, 'base64');
  // Refuses a placeholder copied from an example, which would protect nothing.
  if (bytes.every((byte) => byte === bytes[0])) {
    return { problem: 'It is a single byte repeated, which is easy to guess.', fix: FIX };
  }
  return { value: secret(bytes) };
}

const masterKey = setting<Secret<Uint8Array> | undefined>(
  {
    name: 'FORMSTEAD_MASTER_KEY',
    default: 'made at first start and kept in the data directory',
    secret: true,
    description:
      'The key that wraps the stored signing and encryption keys: 32 bytes in base64 or base64url. PostgreSQL requires it, with the same value on every node. Without it, the stored keys cannot be read. Keep a copy apart from the backups.',
    example: 'the output of openssl rand -base64 32',
  },
  parseMasterKey,
  undefined,
);

const basic = onOff(
  {
    name: 'FORMSTEAD_BASIC',
    default: 'on',
    secret: false,
    description: 'Whether Formstead accepts HTTP Basic authentication (deprecated): on or off.',
    example: 'off',
  },
  true,
);

const exposedCredentials = choice(
  {
    name: 'FORMSTEAD_EXPOSED_CREDENTIALS',
    default: 'mark',
    secret: false,
    description:
      'What Formstead does with a client secret, provisioning token or access token that a client sent over plain HTTP, where others could read it. mark writes an audit event and shows the secret as exposed. revoke also revokes it immediately. Formstead sees such requests only behind a proxy.',
    example: 'revoke',
  },
  ['mark', 'revoke'],
  'mark',
);

const basicSunset = setting<number | undefined>(
  {
    name: 'FORMSTEAD_BASIC_SUNSET',
    default: 'unset: no end is announced',
    secret: false,
    description:
      'The day on which HTTP Basic authentication ends, at midnight UTC. Until then, every answer to a request with Basic announces the day in the header Sunset (RFC 8594).',
    example: '2027-06-30',
  },
  (text) => {
    const time = Date.parse(`${text}T00:00:00Z`);
    return /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(time)
      ? { value: time }
      : { problem: 'It is not a day.', fix: 'Give year, month and day, for instance 2027-06-30.' };
  },
  undefined,
);

const outboundNetworks = networks(
  {
    name: 'FORMSTEAD_OUTBOUND_NETWORKS',
    default: 'none: only the public internet is called',
    secret: false,
    description:
      'Private networks that the service may call, for example to fetch the key set of an internal identity provider. A CIDR list. Otherwise Formstead calls registered addresses only if they are public. Note that admins of organisations can then register webhooks in these networks and read the beginning of error answers.',
    example: '10.20.0.0/16',
  },
  {
    of: 'the servers that may be called',
    tooWide: 'opens whole parts of the internet; public addresses may be called anyway.',
  },
);

export const SECURITY_REFERENCE = [
  masterKey.reference,
  basic.reference,
  basicSunset.reference,
  exposedCredentials.reference,
  outboundNetworks.reference,
];

export const readSecurity = (source: Source): SecuritySettings => ({
  masterKey: masterKey.read(source),
  basic: basic.read(source),
  basicSunset: basicSunset.read(source),
  exposedCredentials: exposedCredentials.read(source),
  outboundNetworks: outboundNetworks.read(source) ?? [],
});

/** Reports a missing key with PostgreSQL, where each node would otherwise create its own. */
export function requireMasterKey(source: Source): void {
  if (source.isGiven(masterKey.reference)) return;
  const problem = 'It is not set, and PostgreSQL needs it: every node must use the same key.';
  source.complain({ name: masterKey.reference.name, problem, fix: `${FIX}.` });
}
