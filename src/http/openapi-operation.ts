import type { TObject } from 'typebox';
import type { JsonObject, JsonValue } from '#kernel/json.ts';
import type { Endpoint, LimitClass } from './endpoint.ts';
import { codesOf } from './error-codes.ts';
import { ERROR_SCHEMAS } from './error-schemas.ts';
import { CALENDAR_PER_PERSON, type LimitSettings } from './limits.ts';
import type { Components } from './openapi-components.ts';
import type { DocumentExamples } from './openapi-examples.ts';
import { operationNameOf } from './operation-names.ts';
import { type ResponseDoc, responseOf } from './responses.ts';
import { ERROR_CODE_HEADER, ERROR_MEDIA_TYPE, MEDIA_TYPE } from './write-error.ts';

export interface OperationContext {
  readonly components: Components;
  readonly examples: DocumentExamples;
  readonly limits: LimitSettings;
  readonly basic: boolean;
}

const DEFAULT_MAX_BODY_BYTES = 1_048_576;
const LIMIT_HEADERS = {
  'Retry-After': 'The number of seconds to wait.',
  'RateLimit-Policy': 'The limit: requests (`q`) within seconds (`w`).',
  RateLimit: 'The requests left (`r`), and the seconds until the limit resets (`t`).',
} as const;

/** Returns the path as OpenAPI writes it: `/scim/v2/Users/:id` becomes `/scim/v2/Users/{id}`. */
export const pathTemplateOf = ({ path }: Endpoint): string => path.replaceAll(/:(\w+)/g, '{$1}');

/** Describes one endpoint for the OpenAPI document. */
export function describeOperation(endpoint: Endpoint, context: OperationContext): JsonObject {
  const { doc } = endpoint;
  const parameters = parametersOf(endpoint, context);
  return {
    operationId: operationNameOf(endpoint),
    tags: [doc.tag],
    summary: doc.summary,
    description: descriptionOf(endpoint),
    ...(parameters.length > 0 && { parameters }),
    ...(endpoint.body && { requestBody: bodyOf(endpoint, context) }),
    responses: responsesOf(endpoint, context),
    security: securityOf(endpoint, context),
  };
}

function descriptionOf({ access, doc }: Endpoint): string {
  const needs = needsOf(access);
  return doc.description === undefined ? needs : `${doc.description}\n\n${needs}`;
}

function needsOf(access: Endpoint['access']): string {
  if (access === 'public') return 'Answers without an Authorization header.';
  if (access.link) {
    return 'For people who have a public link. Authentication is by the session that POST /link/v1/session returns.';
  }
  if (!access.session) {
    const role = access.role === undefined ? '' : ` and a user with the role ${access.role}`;
    return access.right === 'all'
      ? `Needs a credential that is not narrowed to some rights${role}.`
      : `Needs the right \`${access.right}\`${role}.`;
  }
  const role = access.role === undefined ? '' : ` Needs the role ${access.role}.`;
  const confirmed = access.confirmed
    ? ' The user must have confirmed their identity within the last 5 minutes.'
    : '';
  return `For signed-in users. Authentication is by session cookie.${role}${confirmed}`;
}

/** Returns the operation as its example names it. */
const nameOf = (endpoint: Endpoint): string => `${endpoint.method} ${pathTemplateOf(endpoint)}`;

function parametersOf(endpoint: Endpoint, context: OperationContext): JsonValue[] {
  const { path, doc } = endpoint;
  const sent = (name: string) => context.examples.parameter(nameOf(endpoint), 'path', name);
  const inPath = [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
    ...withExample(sent(name)),
  }));
  return [...inPath, ...queryParameters(endpoint, doc.query, context), ...conditionsOf(endpoint)];
}

const withExample = (example: JsonValue | undefined): JsonObject =>
  example === undefined ? {} : { example };

function queryParameters(
  endpoint: Endpoint,
  query: TObject | undefined,
  { components, examples }: OperationContext,
): JsonValue[] {
  if (!query) return [];
  const required: readonly string[] = query.required ?? [];
  return Object.entries(query.properties).map(([name, property]) => {
    const { description, ...schema } = components.refer(property);
    return {
      name,
      in: 'query',
      ...(typeof description === 'string' && { description }),
      required: required.includes(name),
      schema,
      ...withExample(typed(schema, examples.parameter(nameOf(endpoint), 'query', name))),
    };
  });
}

/** Returns the value of a parameter as its schema has it. */
function typed(schema: JsonObject, value: string | undefined): JsonValue | undefined {
  if (value === undefined) return undefined;
  if (schema['type'] === 'integer' || schema['type'] === 'number') return Number(value);
  return schema['type'] === 'boolean' ? value === 'true' : value;
}

const IDEMPOTENCY_KEY =
  'A text of your own for this request, such as a new UUID. If you repeat the request with it within 24 hours, nothing is created again, and you get the first answer.';

/**
 * Returns the conditional headers: an endpoint that answers 304 or 412 takes the one that leads to it (RFC 9110 §13).
 */
function conditionsOf({ doc }: Endpoint): JsonValue[] {
  const condition = (name: string, description: string) => ({
    name,
    in: 'header',
    description,
    required: false,
    schema: { type: 'string' },
  });
  return [
    ...(doc.responses[304] ? [condition('If-None-Match', 'The ETag of the client’s copy.')] : []),
    ...(doc.responses[412] ? [condition('If-Match', 'ETag that the resource must have.')] : []),
    ...(doc.idempotent ? [condition('Idempotency-Key', IDEMPOTENCY_KEY)] : []),
  ];
}

function bodyOf(endpoint: Endpoint, { components, examples }: OperationContext): JsonObject {
  const { body, protocol, doc, mediaTypes } = endpoint;
  const example = examples.sent(nameOf(endpoint));
  const types =
    mediaTypes ??
    (body === 'form'
      ? ['application/x-www-form-urlencoded']
      : protocol === 'scim'
        ? ['application/scim+json', 'application/json']
        : ['application/json']);
  const content = types.map((type) => {
    const schema = doc.body ? components.refer(doc.body) : rawSchema(type);
    return [type, { schema, ...example }];
  });
  return { required: true, content: Object.fromEntries(content) };
}

/**
 * Returns the shape of a body that is no JSON. Without one, generators of clients would send a file as JSON. JSON Schema
 * has no `binary`, but they know it from OpenAPI 3.0.
 */
const rawSchema = (type: string): JsonObject =>
  type.startsWith('text/') ? { type: 'string' } : { type: 'string', format: 'binary' };

function securityOf({ access }: Endpoint, { basic }: OperationContext): JsonValue[] {
  if (access === 'public') return [];
  if (access.session) return [{ session: [] }];
  if (access.link) return [{ linkSession: [] }];
  return [{ accessToken: ['public_api'] }, ...(basic ? [{ basic: [] }] : [])];
}

function responsesOf(endpoint: Endpoint, context: OperationContext): JsonObject {
  const known = { ...pipelineResponses(endpoint, context), ...endpoint.doc.responses };
  const described = Object.entries(known).map(([status, response]) => [
    status,
    describeResponse(endpoint, Number(status), responseOf(response), context),
  ]);
  return {
    ...Object.fromEntries(described),
    default: describeResponse(endpoint, 500, FAULT, context),
  };
}

const FAULT: ResponseDoc = {
  description:
    'Any other error. The status is 500 for an internal error, and 503 with `Retry-After` while the service is unavailable.',
};

/** Returns the answers that the pipeline gives for every endpoint of its kind. */
function pipelineResponses(
  endpoint: Endpoint,
  { limits }: OperationContext,
): Readonly<Record<number, ResponseDoc>> {
  const { access, body, limit, maxBodyBytes = DEFAULT_MAX_BODY_BYTES } = endpoint;
  const isProtected = access !== 'public';
  return {
    ...((body !== undefined || endpoint.doc.query) && {
      400: { description: 'The request is not valid.' },
    }),
    ...(!isProtected && { 403: { description: 'The request came over plain HTTP.' } }),
    ...(isProtected && {
      401: {
        description: 'Credentials are missing, not valid or expired.',
        headers: { 'WWW-Authenticate': 'How to authenticate, and what was wrong (RFC 6750 §3).' },
      },
      403: { description: 'The acting user or the credential may not do this.' },
    }),
    ...(endpoint.doc.idempotent && {
      409: { description: 'The first request with the Idempotency-Key is still running.' },
      422: { description: 'The Idempotency-Key was sent with another request.' },
    }),
    ...(body !== undefined && {
      413: { description: `The body is larger than ${maxBodyBytes} bytes.` },
    }),
    ...(body === 'json' && { 415: { description: 'The body is not JSON.' } }),
    ...(body === 'bytes' && { 415: { description: 'The type of the body is not allowed.' } }),
    429: { description: LIMIT_TEXTS[limit](limits), headers: LIMIT_HEADERS },
  };
}

const fromAddress = ({ publicPerAddress }: LimitSettings): string =>
  `More than ${publicPerAddress} requests a minute from the address.`;

const LIMIT_TEXTS: Readonly<Record<LimitClass, (limits: LimitSettings) => string>> = {
  token: ({ tokenPerClient, tokenPerAddress }) =>
    `More than ${tokenPerClient} requests a minute for the client id, or ${tokenPerAddress} from the address.`,
  introspection: ({ introspectionPerAddress }) =>
    `More than ${introspectionPerAddress} requests a minute from the address.`,
  'sign-in': ({ signInPerAddress }) =>
    `More than ${signInPerAddress} requests a minute from the address.`,
  api: ({ apiPerCredential }) =>
    `More than ${apiPerCredential} requests a minute with the credential.`,
  link: ({ linksPerAddress }) => `More than ${linksPerAddress} requests a minute from the address.`,
  calendar: (limits) =>
    `${fromAddress(limits)} Or more than ${CALENDAR_PER_PERSON} for the calendar of one person.`,
  public: fromAddress,
  health: fromAddress,
  scim: ({ scimPerAccount }) => `More than ${scimPerAccount} requests a minute for the account.`,
};

function describeResponse(
  endpoint: Endpoint,
  status: number,
  response: ResponseDoc,
  { components, examples }: OperationContext,
): JsonObject {
  const { protocol } = endpoint;
  // The pipeline writes errors, so that they look the same everywhere.
  const isError = status >= 400;
  const schema = isError ? ERROR_SCHEMAS[protocol] : response.schema;
  const type = isError ? ERROR_MEDIA_TYPE[protocol] : (response.mediaType ?? MEDIA_TYPE[protocol]);
  const named = { ...impliedHeaders(endpoint, status), ...response.headers };
  const headers = Object.entries(named).map(([name, description]) => [
    name,
    { description, schema: { type: 'string' } },
  ]);
  const codes = isError ? codesOf(endpoint, status) : [];
  return {
    description: response.description,
    ...(codes.length > 0 && { 'x-error-codes': [...codes] }),
    ...(headers.length > 0 && { headers: Object.fromEntries(headers) }),
    ...((schema || response.mediaType !== undefined) && {
      content: {
        [bare(type)]: {
          schema: schema ? components.refer(schema) : rawSchema(type),
          ...(isError
            ? examples.refused(protocol, codes)
            : examples.answered(nameOf(endpoint), status)),
        },
      },
    }),
  };
}

/**
 * Returns the headers that follow from the answer: ETag for a resource with conditions, ETag and Location for one
 * that SCIM creates (RFC 7644 §3.1, §3.14), the error code for a SCIM error.
 */
function impliedHeaders(
  { protocol, doc }: Endpoint,
  status: number,
): Readonly<Record<string, string>> {
  const created = protocol === 'scim' && status === 201;
  const conditional = status === 200 && (doc.responses[304] ?? doc.responses[412]) !== undefined;
  return {
    ...(protocol === 'scim' &&
      status >= 400 && { [ERROR_CODE_HEADER]: 'The error code, from the list of error codes.' }),
    ...(created && { Location: 'The address of the new resource.' }),
    ...((created || conditional) && { ETag: 'The version, for If-None-Match and If-Match.' }),
  };
}

/** Returns a media type without its charset. */
const bare = (mediaType: string): string => mediaType.split(';', 1)[0] ?? mediaType;
