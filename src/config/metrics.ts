import { type Secret, secret } from './secret.ts';
import { type Parsed, setting } from './setting.ts';
import type { Source } from './source.ts';

export interface MetricsSettings {
  /** The port of a listener on 127.0.0.1; 0: any free port; undefined: none. */
  readonly port: number | undefined;
  /** Opens /metrics on the port of the service; undefined: /metrics does not exist there. */
  readonly token: Secret<string> | undefined;
}

const MOST_PORT = 65_535;

const port = setting<number | undefined>(
  {
    name: 'FORMSTEAD_METRICS_PORT',
    default: 'unset: no such port',
    secret: false,
    description:
      'A port on 127.0.0.1 where a Prometheus on the same machine reads /metrics over plain HTTP. Set 0 to use a free port, which the log names. If FORMSTEAD_METRICS_TOKEN is set, this port requires it, too.',
    example: '9464',
  },
  (value): Parsed<number> =>
    /^\d{1,5}$/.test(value) && Number(value) <= MOST_PORT
      ? { value: Number(value) }
      : {
          problem: 'It is not a port.',
          fix: `Give a whole number from 0 to ${MOST_PORT}, for instance 9464.`,
        },
  undefined,
);

/** The characters of a Bearer token (RFC 6750 §2.1), and enough of them that nobody guesses it. */
const TOKEN = /^[A-Za-z0-9._~+/-]{32,512}=*$/;

const token = setting<Secret<string> | undefined>(
  {
    name: 'FORMSTEAD_METRICS_TOKEN',
    default: 'unset: no /metrics on the port of the service',
    secret: true,
    description:
      'The Bearer token with which Prometheus reads /metrics on the port of the service. At least 32 characters: letters, digits and . _ ~ + / - with = at the end.',
    example: 'the output of openssl rand -hex 32',
  },
  (value) =>
    TOKEN.test(value)
      ? { value: secret(value) }
      : {
          problem: 'It is not a Bearer token of at least 32 characters.',
          fix: 'Set the output of: openssl rand -hex 32',
        },
  undefined,
);

export const METRICS_REFERENCE = [port.reference, token.reference];

/** Returns undefined if neither a port nor a token is set: nothing is measured then. */
export function readMetrics(source: Source): MetricsSettings | undefined {
  const settings = { port: port.read(source), token: token.read(source) };
  return settings.port === undefined && settings.token === undefined ? undefined : settings;
}
