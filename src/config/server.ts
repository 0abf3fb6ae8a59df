import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { origin } from './origin.ts';
import { integer, like, setting, shown, text } from './setting.ts';
import type { SettingReference } from './setting-reference.ts';
import type { Source } from './source.ts';
import { SERVICE_LINKS_FIX } from './unknown.ts';

/** Where the service keeps its files, where it listens, and its public addresses. */
export interface ServerSettings {
  /** An absolute path. */
  readonly dataDir: string;
  readonly host: string;
  /** 0: any free port. */
  readonly port: number;
  /** `https://host[:port]`; undefined: {@link resolvePublicUrl} derives it from the port. */
  readonly publicUrl: string | undefined;
  readonly authUrl: string | undefined;
  /** How long a server continues to serve after it was told to stop. */
  readonly drainSeconds: number;
}

const dataDir = text(
  {
    name: 'FORMSTEAD_DATA_DIR',
    default: './data',
    secret: false,
    description:
      'The directory for all data of the service: the SQLite database, the local certificate, the master key and attachments.',
    example: '/var/lib/formstead',
  },
  './data',
);

const hostReference: SettingReference = {
  name: 'FORMSTEAD_HOST',
  default: '127.0.0.1',
  secret: false,
  description:
    'The address or host name to listen on. Set 0.0.0.0 or :: to listen on every interface.',
  example: '0.0.0.0',
};
const host = setting(
  hostReference,
  (value) =>
    isIP(value) !== 0 || /^[A-Za-z0-9_.-]{1,253}$/.test(value)
      ? { value }
      : {
          problem: `${shown(value)} is neither an IP address nor a host name.`,
          fix: `Give one without scheme, port or brackets${like(hostReference)}.`,
        },
  '127.0.0.1',
);

const port = integer(
  {
    name: 'FORMSTEAD_PORT',
    default: '8443',
    secret: false,
    description: 'The port to listen on. Set 0 to use a free port, which the start line names.',
    example: '443',
  },
  { min: 0, max: 65_535, fallback: 8443 },
  (value) => (/^(?:tcp|udp):/.test(value) ? SERVICE_LINKS_FIX : undefined),
);

const publicUrl = origin({
  name: 'FORMSTEAD_PUBLIC_URL',
  default: 'https://localhost:PORT',
  secret: false,
  description:
    'The address that clients call. Every link and token contains it. It is never taken from a request. Required in proxy mode.',
  example: 'https://forms.example.org',
});

const authUrl = origin({
  name: 'FORMSTEAD_AUTH_URL',
  default: 'the public URL',
  secret: false,
  description:
    'The address of the token endpoint, if it differs from the public URL. It is also the issuer of the tokens.',
  example: 'https://auth.example.org',
});

const drainSeconds = integer(
  {
    name: 'FORMSTEAD_DRAIN_SECONDS',
    default: '0',
    secret: false,
    description:
      'How long a stopping server continues to serve requests while /readyz answers 503, in seconds. Set it to the time that a load balancer needs to send requests elsewhere.',
    example: '10',
  },
  { min: 0, max: 300, fallback: 0 },
);

export const SERVER_REFERENCE = [dataDir, host, port, publicUrl, authUrl, drainSeconds].map(
  ({ reference }) => reference,
);

export const readServer = (source: Source): ServerSettings => ({
  dataDir: resolve(dataDir.read(source)),
  host: host.read(source),
  port: port.read(source),
  publicUrl: publicUrl.read(source),
  authUrl: authUrl.read(source),
  drainSeconds: drainSeconds.read(source),
});

/** Reports a fault when proxy mode has no public URL. */
export function requirePublicUrl(source: Source): void {
  if (source.isGiven(publicUrl.reference)) return;
  source.complain({
    name: publicUrl.reference.name,
    problem:
      'It is not set. Behind a proxy, Formstead cannot determine the address that clients call.',
    fix: `Give the address of the proxy${like(publicUrl.reference)}.`,
  });
}

/** Returns the public URL, `https://host[:port]`; the default depends on the actual port. */
export function resolvePublicUrl(
  settings: { readonly server: ServerSettings },
  actualPort: number,
): string {
  const { server } = settings;
  const local = actualPort === 443 ? 'https://localhost' : `https://localhost:${actualPort}`;
  return server.publicUrl ?? local;
}

/** Returns the URL of the authorisation server; by default, the public URL. */
export function resolveAuthUrl(
  settings: { readonly server: ServerSettings },
  actualPort: number,
): string {
  return settings.server.authUrl ?? resolvePublicUrl(settings, actualPort);
}
