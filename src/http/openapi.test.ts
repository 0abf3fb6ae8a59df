import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Type } from 'typebox';
import { isObject, type JsonObject, type JsonValue } from '#kernel/json.ts';
import { limitSettings } from '../../test/support/limits.ts';
import { type Endpoint, endpoint } from './endpoint.ts';
import { type ApiDescription, describeApi } from './openapi.ts';

const Thing = Type.Object(
  {
    id: Type.String(),
    state: Type.Union([Type.Literal('new'), Type.Literal('old')]),
    title: Type.String({ examples: ['Chair'] }),
  },
  { title: 'Thing', examples: [{ id: '1', title: 'Table' }] },
);

const readThing = endpoint({
  method: 'GET',
  path: '/v2/things/:id',
  protocol: 'problem',
  limit: 'api',
  access: { right: 'forms.read', role: 'admin' },
  doc: {
    summary: 'Read a thing',
    tag: 'Things',
    description: 'Of the account.',
    query: Type.Object({
      depth: Type.Optional(Type.Integer({ default: 1, description: 'How deep.' })),
      mode: Type.String(),
    }),
    responses: {
      200: { description: 'The thing.', schema: Thing, headers: { Link: 'More.' } },
      304: { description: 'Not modified.' },
      404: { description: 'There is none.' },
    },
  },
  handle: async () => ({ status: 200 }),
});

const makeThings = endpoint({
  method: 'POST',
  path: '/scim/v2/Things',
  protocol: 'scim',
  limit: 'scim',
  access: 'public',
  body: 'json',
  maxBodyBytes: 77,
  doc: {
    summary: 'Make things',
    tag: 'Things',
    body: Type.Array(Thing),
    responses: { 204: { description: 'Made.' } },
  },
  handle: async () => ({ status: 204 }),
});

const describe = (
  endpoints: readonly Endpoint[],
  basic = true,
  about: Partial<ApiDescription> = {},
): JsonObject =>
  describeApi(endpoints, {
    audience: 'public',
    webhooks: {},
    examples: { requests: {}, answers: {}, errors: {} },
    baseUrl: 'https://forms.example.org',
    authUrl: 'https://auth.example.org',
    version: '1.2.3',
    limits: limitSettings({ apiPerCredential: 3 }),
    basic,
    ...about,
  });

function at(value: JsonValue | undefined, ...path: readonly string[]): JsonValue | undefined {
  return path.reduce<JsonValue | undefined>((inner, key) => {
    if (Array.isArray(inner)) return inner[Number(key)];
    return isObject(inner) && Object.hasOwn(inner, key) ? inner[key] : undefined;
  }, value);
}

const document = describe([readThing, makeThings]);
const read = at(document, 'paths', '/v2/things/{id}', 'get');
const make = at(document, 'paths', '/scim/v2/Things', 'post');

test('an endpoint is told by method and path, with the parameters of path, query and headers', () => {
  assert.equal(at(read, 'operationId'), 'getV2ThingsById');
  assert.deepEqual(at(read, 'tags'), ['Things']);
  assert.equal(
    at(read, 'description'),
    'Of the account.\n\nNeeds the right `forms.read` and a user with the role admin.',
  );
  assert.deepEqual(at(read, 'parameters'), [
    { name: 'id', in: 'path', required: true, schema: { type: 'string' } },
    {
      name: 'depth',
      in: 'query',
      description: 'How deep.',
      required: false,
      schema: { type: 'integer', default: 1 },
    },
    { name: 'mode', in: 'query', required: true, schema: { type: 'string' } },
    {
      name: 'If-None-Match',
      in: 'header',
      description: 'The ETag of the client’s copy.',
      required: false,
      schema: { type: 'string' },
    },
  ]);
});

test('who may call is told as access says, and Basic only where it works', () => {
  assert.deepEqual(at(read, 'security'), [{ accessToken: ['public_api'] }, { basic: [] }]);
  assert.deepEqual(at(make, 'security'), []);
  const tokensOnly = describe([readThing], false);
  assert.deepEqual(at(tokensOnly, 'paths', '/v2/things/{id}', 'get', 'security'), [
    { accessToken: ['public_api'] },
  ]);
  const schemes = at(tokensOnly, 'components', 'securitySchemes');
  assert.deepEqual(Object.keys(Object(schemes)), ['accessToken']);
  assert.equal(
    at(schemes, 'accessToken', 'flows', 'clientCredentials', 'tokenUrl'),
    'https://auth.example.org/connect/token',
  );
});

test('what the pipeline answers is told beside the answers of the endpoint', () => {
  const statuses = (operation: JsonValue | undefined) =>
    Object.keys(Object(at(operation, 'responses')));
  assert.deepEqual(statuses(read), ['200', '304', '400', '401', '403', '404', '429', 'default']);
  assert.deepEqual(statuses(make), ['204', '400', '403', '413', '415', '429', 'default']);
  assert.match(String(at(read, 'responses', '429', 'description')), /^More than 3 requests/);
  assert.match(String(at(make, 'responses', '413', 'description')), / 77 bytes/);
  assert.equal(at(make, 'responses', '204', 'content'), undefined);
});

test('an endpoint with conditions tells the headers they need', () => {
  const headers = Object.keys(Object(at(read, 'responses', '200', 'headers')));
  assert.deepEqual(headers, ['ETag', 'Link']);
  assert.equal(at(read, 'responses', '304', 'headers'), undefined);
});

test('errors have the form of their protocol', () => {
  assert.deepEqual(at(read, 'responses', '404', 'content'), {
    'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } },
  });
  assert.deepEqual(at(make, 'responses', '413', 'content'), {
    'application/scim+json': { schema: { $ref: '#/components/schemas/ScimError' } },
  });
});

test('a schema with a title is told once and referred to, whatever its members are called', () => {
  const reference = { $ref: '#/components/schemas/Thing' };
  assert.deepEqual(
    at(read, 'responses', '200', 'content', 'application/json', 'schema'),
    reference,
  );
  for (const type of ['application/json', 'application/scim+json']) {
    const schema = at(make, 'requestBody', 'content', type, 'schema');
    assert.deepEqual(schema, { type: 'array', items: reference });
  }
  const thing = at(document, 'components', 'schemas', 'Thing');
  assert.deepEqual(at(thing, 'properties', 'state'), { type: 'string', enum: ['new', 'old'] });
  assert.deepEqual(at(thing, 'properties', 'title'), { type: 'string', examples: ['Chair'] });
  assert.deepEqual(at(thing, 'examples', '0'), { id: '1', title: 'Table' });
});

test('what would make the document wrong is refused', () => {
  assert.throws(() => describe([readThing, readThing]), /get \/v2\/things\/:id is there twice/);
  const other = Type.Object({}, { title: 'Thing' });
  const conflict = { ...makeThings, doc: { ...makeThings.doc, body: other } };
  assert.throws(() => describe([readThing, conflict]), /two different schemas are called Thing/);
  const unnamed = { ...makeThings, doc: { ...makeThings.doc, body: Type.Any({ title: 'A b' }) } };
  assert.throws(() => describe([unnamed]), /"A b" can not be the name/);
});

test('other systems and our own pages each have a document with their operations only', () => {
  const ofPages = endpoint({
    method: 'GET',
    path: '/app/v1/things',
    protocol: 'problem',
    limit: 'api',
    access: { session: true },
    doc: { summary: 'List things', tag: 'Things', responses: { 200: { description: 'All.' } } },
    handle: async () => ({ status: 200 }),
  });
  const pathsFor = (audience: 'public' | 'app') =>
    Object.keys(Object(describe([readThing, ofPages], true, { audience })['paths']));
  assert.deepEqual(pathsFor('public'), ['/v2/things/{id}']);
  assert.deepEqual(pathsFor('app'), ['/app/v1/things']);
  const app = describe([readThing, ofPages], true, { audience: 'app' });
  assert.deepEqual(Object.keys(Object(at(app, 'components', 'securitySchemes'))), [
    'session',
    'linkSession',
  ]);
});

test('each refusal lists its codes, those of the endpoint first', () => {
  const full = { description: 'Full.', codes: ['forms-full'] } as const;
  const { doc } = readThing;
  const changed = { ...readThing, doc: { ...doc, responses: { ...doc.responses, 507: full } } };
  const responses = at(describe([changed]), 'paths', '/v2/things/{id}', 'get', 'responses');
  assert.deepEqual(at(responses, '507', 'x-error-codes'), ['forms-full']);
  assert.deepEqual(at(responses, '404', 'x-error-codes'), ['not-found']);
  assert.equal(at(responses, '200', 'x-error-codes'), undefined);
  // A public endpoint refuses nobody, except over plain HTTP.
  assert.deepEqual(at(make, 'responses', '403', 'x-error-codes'), ['plain-http']);
});

test('a value that may be null, and a record, are told as one shape', () => {
  const Shape = Type.Object({
    text: Type.Union([Type.String(), Type.Null()], { description: 'Or nothing.' }),
    thing: Type.Union([Thing, Type.Null()]),
    things: Type.Record(Type.String(), Thing),
  });
  const { doc } = readThing;
  const responses = { ...doc.responses, 200: { description: 'One.', schema: Shape } };
  const shown = describe([{ ...readThing, doc: { ...doc, responses } }]);
  const told = (name: string) =>
    at(
      shown,
      ...['paths', '/v2/things/{id}', 'get', 'responses', '200', 'content', 'application/json'],
      ...['schema', 'properties', name],
    );
  const reference = { $ref: '#/components/schemas/Thing' };
  assert.deepEqual(told('text'), { type: ['string', 'null'], description: 'Or nothing.' });
  assert.deepEqual(told('thing'), { anyOf: [reference, { type: 'null' }] });
  assert.deepEqual(told('things'), { type: 'object', additionalProperties: reference });
});

test('the messages of webhooks are told as requests to the receiver', () => {
  const message = {
    summary: 'A thing broke',
    description: 'Soon after.',
    tag: 'Things',
    body: Thing,
    example: { id: '1' },
    answers: { '2XX': 'It was taken.' },
    headers: { 'webhook-id': 'Of the message.' },
  };
  const shown = describe([readThing], true, { webhooks: { 'thing.broken': message } });
  const told = at(shown, 'webhooks', 'thing.broken', 'post');
  assert.equal(at(told, 'operationId'), 'onThingBroken');
  assert.deepEqual(at(told, 'requestBody', 'content', 'application/json', 'schema'), {
    $ref: '#/components/schemas/Thing',
  });
  assert.deepEqual(at(told, 'requestBody', 'content', 'application/json', 'example'), { id: '1' });
  assert.equal(at(told, 'parameters', '0', 'name'), 'webhook-id');
  assert.deepEqual(at(told, 'responses'), { '2XX': { description: 'It was taken.' } });
});

test('what a real server was asked and answered stands beside each operation', () => {
  const problem = { title: 'There is no such resource', code: 'not-found' };
  const examples = {
    requests: {
      'GET /v2/things/{id}': { target: '/v2/things/7?depth=2&mode=x', path: '/v2/things/{id}' },
      'POST /scim/v2/Things': { target: '', path: '', body: [{ id: '1' }] },
    },
    answers: { 'GET /v2/things/{id}': { '200': { id: '7' } } },
    errors: { 'problem not-found': problem, 'scim not-found': problem },
  };
  const shown = describe([readThing, makeThings], true, { examples });
  const get = at(shown, 'paths', '/v2/things/{id}', 'get');
  const values = [at(get, 'parameters')].flat().map((each) => at(each, 'example'));
  assert.deepEqual(values, ['7', 2, 'x', undefined]);
  assert.deepEqual(at(get, 'responses', '200', 'content', 'application/json', 'example'), {
    id: '7',
  });
  const refused = at(get, 'responses', '404', 'content', 'application/problem+json', 'examples');
  assert.deepEqual(refused, {
    'not-found': { $ref: '#/components/examples/problem.not-found' },
  });
  // Nothing of SCIM refuses with 404 here.
  assert.deepEqual(at(shown, 'components', 'examples'), {
    'problem.not-found': { summary: problem.title, value: problem },
  });
  const sent = at(shown, 'paths', '/scim/v2/Things', 'post', 'requestBody', 'content');
  assert.deepEqual(at(sent, 'application/json', 'example'), [{ id: '1' }]);
});
