// Makes two recordings equal: ids, times, secrets and what depends on the machine.
import type { ApiExamples } from '#http/examples.ts';

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;
const V2_TIME = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{7}\+00:00/g;
const TIME = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g;
const WEAK_TAG = /W\/\\"[^"\\]*\\"/g;
const WEBHOOK_SECRET = /whsec_[A-Za-z0-9+/=]+/g;
/** Seconds since 1970, in members of tokens. */
const SECONDS = /"(iat|exp|nbf)":\d+/g;
const TOKEN = /"(access_token|token)":"[^"]+"/g;
const IN_FORM = /(client_secret|token)=[^&"]+/g;
const KEY_PART = /"(kid|x|y|n)":"[^"]{10,}"/g;
/** The size of a PDF depends on its time. */
const LARGE = /"size":\d{5,}/g;
/** The path of a logo has a digest of its owner. */
const LOGO = /\/logos\/[A-Za-z0-9_-]+/g;
/** What follows it is the secret of a link. */
const LINK = /\/answer#[^"]+/g;
const CODE = /fsc_[A-Za-z0-9_-]+/g;
const EPOCH = /"epoch":"[^"]+"/g;
const WEEK = /"week":\{[^}]+\}/g;
/** How many events there are depends on what jobs were written down. */
const CHAIN_SEQ = /"chainSeq":\d+/g;
const CHAIN_HASH = /"chainHash":"[^"]+"/g;
const CURSOR = /"(next|nextCursor|previousCursor|cursor)":"[^"]+"/g;

/** Returns the examples with the same values in every recording. The same id stays the same everywhere. */
export function normalise(examples: ApiExamples, baseUrl: string): ApiExamples {
  const ids = new Map<string, string>();
  const nameOf = (id: string): string => {
    const name = ids.get(id) ?? `0197f3c2-0000-7000-8000-${String(ids.size + 1).padStart(12, '0')}`;
    ids.set(id, name);
    return name;
  };
  const text = JSON.stringify(examples)
    .replaceAll(baseUrl, 'https://forms.example.org')
    .replaceAll(UUID, nameOf)
    .replaceAll(V2_TIME, '2026-01-31T09:05:00.0000000+00:00')
    .replaceAll(TIME, '2026-01-31T09:05:00.000Z')
    .replaceAll(WEAK_TAG, 'W/\\"1\\"')
    .replaceAll(WEBHOOK_SECRET, 'whsec_RXhhbXBsZSBvZiBhIHNlY3JldCwgbm90IGEgcmVhbCA=')
    .replaceAll(SECONDS, '"$1":1769850300')
    .replaceAll(TOKEN, '"$1":"eyJhbGciOiJkaXIi…"')
    .replaceAll(IN_FORM, '$1=…')
    .replaceAll(KEY_PART, '"$1":"…"')
    .replaceAll(LARGE, '"size":18876')
    .replaceAll(LOGO, '/logos/4fkq…')
    .replaceAll(LINK, '/answer#example.4fkq…')
    .replaceAll(CODE, 'fsc_…')
    .replaceAll(EPOCH, '"epoch":"9f86d081884c7d65"')
    .replaceAll(WEEK, '"week":{"from":"2026-01-26","to":"2026-02-01"}')
    .replaceAll(CHAIN_SEQ, '"chainSeq":86')
    .replaceAll(CHAIN_HASH, '"chainHash":"…"')
    .replaceAll(CURSOR, '"$1":"…"');
  return JSON.parse(text, shortened);
}

const MOST_ATTRIBUTES = 2;

/** Shortens the descriptions of SCIM schemas, which would be half of all examples. */
const shortened = (key: string, value: unknown): unknown =>
  key === 'attributes' && Array.isArray(value) ? value.slice(0, MOST_ATTRIBUTES) : value;
