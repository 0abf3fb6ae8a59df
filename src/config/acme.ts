import { isIP } from 'node:net';
import { like, type Parsed, setting, shown, text } from './setting.ts';
import type { SettingReference } from './setting-reference.ts';
import type { Source } from './source.ts';

/** A certificate authority that is asked for certificates over ACME (RFC 8555). */
export interface AcmeSettings {
  readonly directoryUrl: string;
  /** Where the authority writes to before a certificate ends. */
  readonly email: string | undefined;
  /** PEM file with the certificates to trust for the authority's own address; undefined: those that Node trusts. */
  readonly caFile: string | undefined;
}

const directoryReference: SettingReference = {
  name: 'FORMSTEAD_ACME_DIRECTORY',
  default: 'unset: no certificate is requested',
  secret: false,
  description:
    "The ACME directory of a certificate authority, such as Let's Encrypt. Formstead requests a certificate for the host of FORMSTEAD_PUBLIC_URL and renews it. By setting it, you agree to the terms of the authority, which must reach Formstead at port 443.",
  example: 'https://acme-v02.api.letsencrypt.org/directory',
};

const directory = setting<string | undefined>(directoryReference, parseDirectory, undefined);

function parseDirectory(value: string): Parsed<string> {
  const url = URL.parse(value);
  if (!url) {
    return {
      problem: `${shown(value)} is not a URL.`,
      fix: `Give one${like(directoryReference)}.`,
    };
  }
  if (url.protocol !== 'https:' || url.username !== '' || url.password !== '') {
    const problem = 'It is not an https URL without user name and password.';
    return { problem, fix: `Give the directory of the authority${like(directoryReference)}.` };
  }
  return { value };
}

const emailReference: SettingReference = {
  name: 'FORMSTEAD_ACME_EMAIL',
  default: 'unset',
  secret: false,
  description: 'The address to which the authority may write about the certificate.',
  example: 'it@example.org',
};

const email = setting<string | undefined>(
  emailReference,
  (value) =>
    /^[^\s<>@",;]{1,64}@[^\s<>@",;]{1,255}$/.test(value)
      ? { value }
      : { problem: 'It is not an email address.', fix: `Give one${like(emailReference)}.` },
  undefined,
);

const caFile = text(
  {
    name: 'FORMSTEAD_ACME_CA_FILE',
    default: 'unset: the authorities that Node trusts',
    secret: false,
    description:
      'The certificates to trust for the address of the directory, in PEM format. Only a private authority needs it.',
    example: '/etc/formstead/acme-ca.pem',
  },
  undefined,
);

export const ACME_REFERENCE = [directoryReference, emailReference, caFile.reference];

/** Returns undefined without a directory. */
export function readAcme(source: Source): AcmeSettings | undefined {
  const settings = { email: email.read(source), caFile: caFile.read(source) };
  const directoryUrl = directory.read(source);
  if (directoryUrl !== undefined) return { directoryUrl, ...settings };
  for (const { name } of [emailReference, caFile.reference].filter(source.isGiven)) {
    if (source.isGiven(directoryReference)) continue;
    const problem = `It is set, and ${directoryReference.name} is not.`;
    source.complain({ name, problem, fix: 'Set both, or neither.' });
  }
  return undefined;
}

/** Reports a fault when the authority could not vouch for the host of a public address (RFC 8738 is not spoken). */
export function requireHostNames(source: Source, origins: readonly (string | undefined)[]): void {
  const hosts = origins.flatMap((origin) => (origin === undefined ? [] : new URL(origin).hostname));
  const isNamed = (host: string): boolean =>
    host.includes('.') && isIP(host) === 0 && !host.startsWith('[');
  if (hosts.length > 0 && hosts.every(isNamed)) return;
  source.complain({
    name: directoryReference.name,
    problem: 'It is set, and the public URL has no host name that an authority can check.',
    fix: 'Set FORMSTEAD_PUBLIC_URL, for instance https://forms.example.org.',
  });
}
