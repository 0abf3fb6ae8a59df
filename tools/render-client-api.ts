// Renders client/src/generated/: what the package @formstead/client knows of the public API document.
//
// Why it exists: the client is typed by the document, so that a path or a member that does not exist is a fault when
// somebody compiles their program. openapi-typescript needs an older TypeScript than ours, so it lies in client/.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { formatted } from './formatted.ts';

const DOCUMENT = 'docs/openapi.json';
const GENERATOR = [
  'client/node_modules/openapi-typescript/bin/cli.js',
  '--immutable',
  // Otherwise a member that may be left out, and then has a default, would have to be sent.
  '--default-non-nullable=false',
  '--root-types',
  '--root-types-no-schema-prefix',
];
const MAX_BYTES = 16 * 1_048_576;
const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const;
const KEY = 'Idempotency-Key';
const NOTE = '// Generated from docs/openapi.json by `npm run generate`. Do not edit.\n';

interface Operation {
  readonly parameters?: readonly { readonly name: string }[];
  readonly responses: Readonly<Record<string, unknown>>;
}
type PathItem = Readonly<Partial<Record<(typeof METHODS)[number], Operation>>>;

/** The members of an OpenAPI document that the client is made from. */
interface ApiDocument {
  readonly info: { readonly version: string };
  readonly paths: Readonly<Record<string, PathItem>>;
  readonly components: { readonly schemas: Readonly<Record<string, unknown>> };
}

/** Returns the TypeScript types of all operations under /v2. */
export function renderClientTypes(): string {
  const types = execFileSync(process.execPath, GENERATOR, {
    input: JSON.stringify(clientDocument()),
    encoding: 'utf8',
    maxBuffer: MAX_BYTES,
  });
  return formatted('client/src/generated/api.ts', `${NOTE}${types}`);
}

/** Returns what the client has to know of the document when it runs. */
export function renderClientFacts(): string {
  const { info, paths } = readDocument();
  const keyed = Object.entries(paths).flatMap(([path, item]) =>
    METHODS.filter((method) => item[method]?.parameters?.some(({ name }) => name === KEY)).map(
      (method) => `${method} ${path}`,
    ),
  );
  const text = `${NOTE}
/** The version of the API document, which is that of this package. */
export const VERSION = ${JSON.stringify(info.version)};

/** Operations that take an Idempotency-Key, so that they may be repeated. */
export const KEYED_OPERATIONS: ReadonlySet<string> = new Set(${JSON.stringify(keyed)});
`;
  return formatted('client/src/generated/facts.ts', text);
}

const readDocument = (): ApiDocument => JSON.parse(readFileSync(DOCUMENT, 'utf8'));

/**
 * Returns the document without what the client does not show in its types: SCIM, for which there are libraries, refusals,
 * which are all one class of error, and examples.
 */
function clientDocument(): object {
  const { paths, components, ...rest } = readDocument();
  const kept = Object.entries(paths)
    .filter(([path]) => path.startsWith('/v2/'))
    .map(([path, item]) => [path, withSuccessOnly(item)] as const);
  const used = Object.fromEntries(kept);
  const schemas = reachableSchemas({ used, rest }, components.schemas);
  return withoutExamples({ ...rest, paths: used, components: { ...components, schemas } });
}

const withSuccessOnly = (item: PathItem): object =>
  Object.fromEntries(
    Object.entries(item).map(([method, operation]) => [
      method,
      { ...operation, responses: successesOf(operation) },
    ]),
  );

const successesOf = ({ responses }: Operation): object =>
  Object.fromEntries(Object.entries(responses).filter(([status]) => status.startsWith('2')));

/** The schemas that the paths and webhooks refer to, and the shape of refusals. */
function reachableSchemas(
  from: object,
  schemas: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  const found = new Set(['Problem']);
  const waiting: unknown[] = [from, schemas['Problem']];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    for (const [, name = ''] of JSON.stringify(next).matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
      if (!found.has(name)) waiting.push(schemas[name]);
      found.add(name);
    }
  }
  return Object.fromEntries(Object.entries(schemas).filter(([name]) => found.has(name)));
}

const withoutExamples = (document: object): object =>
  JSON.parse(
    JSON.stringify(document, (key: string, value: unknown) =>
      key === 'example' || (key === 'examples' && typeof value === 'object') ? undefined : value,
    ),
  );
