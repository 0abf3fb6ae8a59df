// Random requests for fast-check: valid ones, and many that no client should send.
import fc from 'fast-check';
import type { Endpoint } from '#http/endpoint.ts';
import type { Call } from './instance.ts';
import { CORE_GROUP, CORE_USER, ENTERPRISE, fresh } from './scim.ts';

interface RandomRequest {
  readonly method: string;
  readonly path: string;
  readonly call: Call;
}

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS', 'TRACE'];
const NAMES = [
  ...['userName', 'displayName', 'active', 'name', 'name.givenName', 'emails', 'members', 'groups'],
  ...['externalId', 'password', 'roles', 'x509Certificates', 'addresses', 'id', 'meta', 'schemas'],
  ...['manager', 'value', 'type', 'primary', '$ref', 'Operations', 'op', 'path', 'filter'],
  ...['__proto__', 'constructor', CORE_USER, CORE_GROUP, ENTERPRISE, `${ENTERPRISE}:manager`],
  ...['attributes', 'excludedAttributes', 'count', 'startIndex', 'pageSize', 'pageNumber', 'sort'],
];

/**
 * Generates requests, mostly to existing routes, with all kinds of text wherever a client chooses it.
 * @param ids of existing resources
 */
export function randomRequests(
  endpoints: readonly Endpoint[],
  ids: readonly string[],
): fc.Arbitrary<RandomRequest> {
  const text = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 30 }),
    fc.string({ maxLength: 30 }),
    fc.constantFrom('', '0', '-1', '1e309', 'true', "' or 1=1 --", '\u202e', '%', '..', 'fuzz'),
    fc.constantFrom(...ids),
  );
  const escaped = text.map((value) => encodeURIComponent(value.toWellFormed()));
  const id = fc.oneof(fc.constantFrom(...ids), escaped);
  const known = fc.tuple(fc.constantFrom(...endpoints), id).map(([endpoint, value]) => ({
    method: endpoint.method,
    path: endpoint.path.replace(/:\w+/, value),
  }));
  const other = fc.record({
    method: fc.constantFrom(...METHODS),
    path: fc.oneof(
      fc.array(escaped).map((parts) => `/${parts.join('/')}`),
      fc.tuple(fc.constantFrom('/scim/v2/Users', '/v2/users'), id).map((parts) => parts.join('/')),
      known.map(({ path }) => path),
    ),
  });
  const target = fc.oneof({ weight: 4, arbitrary: known }, { weight: 1, arbitrary: other });
  const comparison = fc
    .tuple(fc.constantFrom(...NAMES), fc.constantFrom('eq', 'co', 'pr', 'gt', 'EQ'), text)
    .map(([name, operator, value]) => `${name} ${operator} ${JSON.stringify(value)}`);
  const filter = fc
    .tuple(fc.array(comparison, { minLength: 1, maxLength: 4 }), fc.constantFrom('and', 'or'))
    .map(
      ([parts, joint]) => `filter=${encodeURIComponent(parts.join(` ${joint} `).toWellFormed())}`,
    );
  const parameter = fc
    .tuple(fc.constantFrom(...NAMES), escaped)
    .map(([name, value]) => `${name}=${value}`);
  const query = fc.array(fc.oneof(filter, parameter), { maxLength: 3 });
  return fc
    .record({ target, query, body: bodies(text), headers: headers(ids) })
    .map(({ target: { method, path }, query: pairs, body, headers: given }) => ({
      method,
      path: pairs.length === 0 ? path : `${path}?${pairs.join('&')}`,
      call: { body, headers: given },
    }));
}

function bodies(text: fc.Arbitrary<string>) {
  const name = fc.oneof({ weight: 5, arbitrary: fc.constantFrom(...NAMES) }, text);
  const { value } = fc.letrec<{ value: unknown }>((tie) => ({
    value: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      text,
      fc.constantFrom<unknown>(null, true, false, 0, -1, 1.5, 1e300),
      fc.array(tie('value'), { maxLength: 3 }),
      fc
        .array(fc.tuple(name, tie('value')), { maxLength: 4 })
        .map((pairs) => Object.fromEntries(pairs)),
    ),
  }));
  const user = fc
    .tuple(fc.array(fc.tuple(name, value), { maxLength: 4 }), fc.boolean())
    .map(([pairs, unique]) => ({
      ...Object.fromEntries(pairs),
      ...(unique && { userName: fresh(), displayName: fresh() }),
    }));
  return fc.oneof(
    { weight: 6, arbitrary: user },
    { weight: 2, arbitrary: value },
    { weight: 1, arbitrary: fc.uint8Array({ maxLength: 60 }).map((bytes) => Buffer.from(bytes)) },
    { weight: 1, arbitrary: fc.constant(undefined) },
  );
}

function headers(ids: readonly string[]) {
  const visible = fc.stringMatching(/^[\x21-\x7e]{1,20}$/);
  return fc.record(
    {
      'content-type': fc.oneof(
        { weight: 9, arbitrary: fc.constantFrom('application/json', 'application/scim+json') },
        { weight: 1, arbitrary: fc.oneof(fc.constantFrom('text/plain', ';', ''), visible) },
      ),
      'if-match': fc.oneof(fc.constantFrom('*', 'W/"1"', '"x"', 'W/"', ids.join()), visible),
      'if-none-match': fc.oneof(fc.constantFrom('*', 'W/"1"', '""'), visible),
      accept: fc.constantFrom('*/*', '*/*', '*/*', 'text/html', 'application/json;q=0', ';;'),
    },
    { requiredKeys: [] },
  );
}
