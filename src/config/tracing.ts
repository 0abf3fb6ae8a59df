import { type Secret, secret } from './secret.ts';
import { type Parsed, setting, share } from './setting.ts';
import type { Source } from './source.ts';

export interface TracingSettings {
  /** Where spans are sent. */
  readonly url: string;
  readonly headers: Secret<Readonly<Record<string, string>>>;
  /** The share of requests and jobs that are traced, from 0 to 1. */
  readonly share: number;
}

const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

function parseEndpoint(value: string): Parsed<string> {
  const url = URL.parse(value);
  const fix =
    'Set the address of an OTLP receiver over HTTP, for instance http://localhost:4318, without /v1/traces.';
  if (!url || !/^https?:$/.test(url.protocol)) return { problem: 'It is not a web address.', fix };
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '') {
    const hint = 'Set the address only, and a key as FORMSTEAD_OTLP_HEADERS.';
    return { problem: 'It contains more than an address.', fix: hint };
  }
  const path = url.pathname.replace(/\/+$/, '');
  if (path.endsWith('/v1/traces')) {
    return { problem: 'It contains /v1/traces, which Formstead adds.', fix };
  }
  if (url.protocol === 'http:' && !LOOPBACK.test(url.hostname)) {
    const hint = 'Use https://, or a collector on this machine.';
    return { problem: 'It sends traces over plain HTTP to another machine.', fix: hint };
  }
  return { value: `${url.origin}${path}/v1/traces` };
}

const HEADER = /^([!#$%&'*+.^_`|~0-9a-z-]{1,100})=([\x21-\x7e]([\x20-\x7e]{0,4000}[\x21-\x7e])?)$/i;

function parseHeaders(value: string): Parsed<Secret<Readonly<Record<string, string>>>> {
  const pairs = value.split(',').map((part) => HEADER.exec(part.trim()));
  const headers: [string, string][] = [];
  for (const pair of pairs) {
    const text = pair?.[2] === undefined ? undefined : decoded(pair[2]);
    if (pair?.[1] === undefined || text === undefined) {
      return {
        problem: 'It is not a list of headers.',
        fix: 'Write name=value, with commas between several; write a comma in a value as %2C.',
      };
    }
    headers.push([pair[1].toLowerCase(), text]);
  }
  return { value: secret(Object.fromEntries(headers)) };
}

/** Returns undefined for a text that is not encoded, or encodes what no header may hold. */
function decoded(text: string): string | undefined {
  try {
    const value = decodeURIComponent(text);
    return /^[\x20-\x7e]+$/.test(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

const endpoint = setting<string | undefined>(
  {
    name: 'FORMSTEAD_OTLP_ENDPOINT',
    default: 'unset: no traces',
    secret: false,
    description:
      'The collector that receives traces by OTLP over HTTP, as JSON. Formstead adds /v1/traces. http:// works for a collector on the same machine only.',
    example: 'http://localhost:4318',
  },
  parseEndpoint,
  undefined,
);

const headers = setting<Secret<Readonly<Record<string, string>>> | undefined>(
  {
    name: 'FORMSTEAD_OTLP_HEADERS',
    default: 'unset: none',
    secret: true,
    description:
      'Headers for the collector, such as its key: name=value, with commas between several. Write special characters in a value as in a URL, such as %20 for a space.',
    example: 'authorization=Bearer%20KEY',
  },
  parseHeaders,
  undefined,
);

const sample = share(
  {
    name: 'FORMSTEAD_TRACE_SAMPLE',
    default: '1, which traces every request',
    secret: false,
    description:
      'The share of requests and background jobs that are traced, from 0 to 1. If a trusted proxy sends traceparent, it decides.',
    example: '0.1',
  },
  1,
);

export const TRACING_REFERENCE = [endpoint.reference, headers.reference, sample.reference];

/** Returns undefined if no collector is set: nothing is traced then. */
export function readTracing(source: Source): TracingSettings | undefined {
  const url = endpoint.read(source);
  const settings = { headers: headers.read(source) ?? secret({}), share: sample.read(source) };
  if (url !== undefined) return { url, ...settings };
  for (const { name, secret: isSecret } of [headers.reference, sample.reference]) {
    if (source.isGiven(endpoint.reference) || !source.isGiven({ name, secret: isSecret })) continue;
    const problem = `It is set, but ${endpoint.reference.name} is not.`;
    source.complain({ name, problem, fix: `Set ${endpoint.reference.name} too, or remove it.` });
  }
  return undefined;
}
