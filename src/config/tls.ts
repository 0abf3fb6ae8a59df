import type { Network } from '#kernel/addresses.ts';
import { ACME_REFERENCE, type AcmeSettings, readAcme } from './acme.ts';
import { networks } from './networks.ts';
import { shown, text } from './setting.ts';
import type { SettingReference } from './setting-reference.ts';
import type { Source } from './source.ts';

/** Where the certificate comes from: a local authority, given files, ACME, or a proxy that terminates HTTPS. */
export type TlsSettings =
  | { readonly mode: 'local' }
  | { readonly mode: 'files'; readonly certFile: string; readonly keyFile: string }
  | { readonly mode: 'acme'; readonly acme: AcmeSettings }
  | { readonly mode: 'proxy'; readonly trustedProxies: readonly Network[] };

const certFile = text(
  {
    name: 'FORMSTEAD_TLS_CERT_FILE',
    default: 'unset: a local certificate authority, made at first start in DATA_DIR/tls',
    secret: false,
    description:
      'The TLS certificate in PEM format: the server certificate first, then the intermediate certificates. Formstead reads the file again when it changes. Needs FORMSTEAD_TLS_KEY_FILE.',
    example: '/etc/formstead/fullchain.pem',
  },
  undefined,
);

const keyFile = text(
  {
    name: 'FORMSTEAD_TLS_KEY_FILE',
    default: 'unset',
    secret: false,
    description: 'The private key of the certificate in PEM format, without a passphrase.',
    example: '/etc/formstead/privkey.pem',
  },
  undefined,
);

const trustedProxies = networks(
  {
    name: 'FORMSTEAD_TRUSTED_PROXIES',
    default: 'unset: the service speaks HTTPS itself',
    secret: false,
    description:
      'The addresses of your proxies, as a CIDR list. It turns on proxy mode: Formstead serves plain HTTP, but only to these addresses, and only requests that reached them over HTTPS (X-Forwarded-Proto).',
    example: '127.0.0.1,10.0.0.0/24',
  },
  {
    of: 'your proxies',
    tooWide: 'trusts strangers: any of them could claim to be any client over HTTPS.',
    mistaken(part) {
      if (/^(?:true|yes|on|all|\*)$/i.test(part)) return `${shown(part)} would trust everybody.`;
      return /^\d+$/.test(part)
        ? `${shown(part)} is a number of hops, which an attacker can fake.`
        : undefined;
    },
  },
);

const FILES = [certFile.reference, keyFile.reference];
export const TLS_REFERENCE = [...FILES, ...ACME_REFERENCE, trustedProxies.reference];

export function readTls(source: Source): TlsSettings {
  const cert = certFile.read(source);
  const key = keyFile.read(source);
  const proxies = trustedProxies.read(source);
  const acme = readAcme(source);
  if (source.isGiven(trustedProxies.reference)) {
    for (const reference of [...FILES, ...ACME_REFERENCE]) refuseBesideProxies(source, reference);
    return { mode: 'proxy', trustedProxies: proxies ?? [] };
  }
  if (acme) {
    for (const reference of FILES) refuseBesideAcme(source, reference);
    return { mode: 'acme', acme };
  }
  if (cert !== undefined && key !== undefined) {
    return { mode: 'files', certFile: cert, keyFile: key };
  }
  requireBoth(source);
  return { mode: 'local' };
}

function refuseBesideProxies(source: Source, reference: SettingReference): void {
  if (!source.isGiven(reference)) return;
  source.complain({
    name: reference.name,
    problem: `It is set, and so is ${trustedProxies.reference.name}: in proxy mode the proxy has the certificate.`,
    fix: 'Unset one of the two.',
  });
}

function refuseBesideAcme(source: Source, reference: SettingReference): void {
  if (!source.isGiven(reference)) return;
  const problem = 'It is set, and so is FORMSTEAD_ACME_DIRECTORY: there is one certificate.';
  source.complain({ name: reference.name, problem, fix: 'Unset one of the two.' });
}

function requireBoth(source: Source): void {
  const given = [certFile, keyFile].filter(({ reference }) => source.isGiven(reference));
  const missing = [certFile, keyFile].find(({ reference }) => !source.isGiven(reference));
  if (given.length !== 1 || !missing || !given[0]) return;
  source.complain({
    name: missing.reference.name,
    problem: `It is not set, and ${given[0].reference.name} is: a certificate and its key go together.`,
    fix: `Name the other file of the pair, for instance ${missing.reference.example}.`,
  });
}
