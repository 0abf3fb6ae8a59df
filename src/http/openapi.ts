// The OpenAPI 3.1 document. It is made from the endpoints that serve the requests, so it cannot describe a route that
// does not exist.
import type { TSchema } from 'typebox';
import { CATALOGUE } from '#kernel/error-catalogue.ts';
import { REASONS } from '#kernel/error-reasons.ts';
import type { JsonObject, JsonValue } from '#kernel/json.ts';
import { type Endpoint, isForLinks } from './endpoint.ts';
import type { ApiExamples } from './examples.ts';
import type { LimitSettings } from './limits.ts';
import { type Components, createComponents } from './openapi-components.ts';
import { createDocumentExamples } from './openapi-examples.ts';
import { describeOperation, pathTemplateOf } from './openapi-operation.ts';
import { TAGS } from './openapi-tags.ts';

/** What a webhook sends for one type of event, and when. */
export interface WebhookDoc {
  readonly summary: string;
  readonly description: string;
  readonly tag: string;
  readonly body: TSchema;
  /** A message. */
  readonly example: JsonValue;
  /** What Formstead does after each answer of the receiver, by status. */
  readonly answers: Readonly<Record<string, string>>;
  /** Headers of the request, each with its description. */
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * `public`: operations for other systems, which keep their promises. `app`: those that the pages of Formstead call,
 * which may change with every release.
 */
export type Audience = 'public' | 'app';

export interface ApiDescription {
  readonly audience: Audience;
  /** By type of event. */
  readonly webhooks: Readonly<Record<string, WebhookDoc>>;
  /** The public URL of the instance. */
  readonly baseUrl: string;
  /** The URL that the path of the token endpoint is appended to. */
  readonly authUrl: string;
  /** The version of Formstead. */
  readonly version: string;
  readonly limits: LimitSettings;
  readonly examples: ApiExamples;
  /** Whether the instance accepts HTTP Basic besides tokens. */
  readonly basic: boolean;
}

/** Returns whom an endpoint is described for. Only the pages of Formstead call the endpoints of public links. */
const audienceOf = (endpoint: Endpoint): Audience =>
  endpoint.path.startsWith('/app/') || endpoint.path.startsWith('/link/') || isForLinks(endpoint)
    ? 'app'
    : 'public';

/**
 * Returns the OpenAPI document of the endpoints for one audience that are not hidden, in their order.
 * @throws Error when two endpoints have the same method and path, or two schemas share a title
 */
export function describeApi(all: readonly Endpoint[], about: ApiDescription): JsonObject {
  const endpoints = all.filter(
    (endpoint) => endpoint.doc.hidden !== true && audienceOf(endpoint) === about.audience,
  );
  const components = createComponents();
  const examples = createDocumentExamples(about.examples);
  const context = { ...about, components, examples };
  const paths = new Map<string, Record<string, JsonObject>>();
  for (const endpoint of endpoints) {
    const template = pathTemplateOf(endpoint);
    const item = paths.get(template) ?? {};
    const method = endpoint.method.toLowerCase();
    if (Object.hasOwn(item, method)) throw new Error(`${method} ${endpoint.path} is there twice`);
    item[method] = describeOperation(endpoint, context);
    paths.set(template, item);
  }
  const tags = [...new Set(endpoints.map(({ doc }) => doc.tag))];
  const webhooks = Object.entries(about.webhooks).map(([type, doc]) => [
    type,
    { post: describeWebhook(type, doc, components) },
  ]);
  const isPublic = about.audience === 'public';
  return {
    openapi: '3.1.1',
    info: {
      title: isPublic ? 'Formstead' : 'Formstead web app',
      version: about.version,
      summary: isPublic
        ? 'Forms over HTTP, users and groups over SCIM 2.0, access by OAuth 2.0 tokens.'
        : 'What the pages of Formstead call. Not for other systems: it may change with every release.',
      description: isPublic ? `${INTRODUCTION}\n\n${ERRORS}` : ERRORS,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: about.baseUrl }],
    tags: tags.map((name) => ({ name, description: TAGS[name] ?? name })),
    paths: Object.fromEntries(paths),
    ...(webhooks.length > 0 && { webhooks: Object.fromEntries(webhooks) }),
    components: {
      schemas: components.all(),
      examples: examples.all(),
      securitySchemes: isPublic ? publicSchemes(about) : APP_SCHEMES,
    },
  };
}

/** Returns the request that a webhook sends, as an operation of the receiver. */
function describeWebhook(type: string, doc: WebhookDoc, components: Components): JsonObject {
  const words = type.split(/[.-]/).map((word) => word.charAt(0).toUpperCase() + word.slice(1));
  const parameters = Object.entries(doc.headers).map(([name, description]) => ({
    name,
    in: 'header',
    description,
    required: true,
    schema: { type: 'string' },
  }));
  return {
    operationId: `on${words.join('')}`,
    tags: [doc.tag],
    summary: doc.summary,
    description: doc.description,
    parameters,
    requestBody: {
      required: true,
      content: { 'application/json': { schema: components.refer(doc.body), example: doc.example } },
    },
    responses: Object.fromEntries(
      Object.entries(doc.answers).map(([status, description]) => [status, { description }]),
    ),
    security: [],
  };
}

function publicSchemes({ authUrl, basic }: ApiDescription): JsonObject {
  return {
    accessToken: {
      type: 'oauth2',
      description:
        'A token from the token endpoint, sent as `Authorization: Bearer …`. It acts as the user of the credential for one hour. Request a new one only when it is about to expire.',
      flows: {
        clientCredentials: {
          tokenUrl: `${authUrl}/connect/token`,
          scopes: { public_api: 'Everything that the credential and its user may do.' },
        },
      },
    },
    ...(basic && {
      basic: {
        type: 'http',
        scheme: 'basic',
        description:
          'Deprecated. Use tokens instead. Send the userName or email address, and the password. If several accounts have the name, send `code/userName`.',
      },
    }),
  };
}

const APP_SCHEMES: JsonObject = {
  session: {
    type: 'apiKey',
    in: 'cookie',
    name: '__Host-sid',
    description:
      'The session of a signed-in user, for the pages of Formstead under `/app`. Writes that another site triggers are rejected (`Sec-Fetch-Site`, `Origin`).',
  },
  linkSession: {
    type: 'http',
    scheme: 'bearer',
    description:
      'The session of a public link, which POST /link/v1/session returns. It is valid for the form of that link and nothing else.',
  },
};

const INTRODUCTION = `Every call must use HTTPS; a plain HTTP call fails. Every GET also answers HEAD. Every answer has an
\`X-Request-Id\`, which the request log has too.

Lists come in pages of \`pageSize\` items, 25 unless you ask for up to 100. Follow the \`Link\` header with \`rel="next"\` to read all
pages; \`pageNumber\` is for looking around. SCIM has \`startIndex\`, \`count\` and cursors instead.

Requests have a rate limit for each credential. \`RateLimit\` says how many are left (\`r\`) and in how many seconds they are all back
(\`t\`). Beyond the rate limit the answer is 429: wait \`Retry-After\` seconds.`;

const ERRORS = `Error texts say what was wrong, where, and what would be right. Their format is RFC 7644 §3.12 under \`/scim\`, RFC 6749
§5.2 at the token endpoint, and RFC 9457 everywhere else. Error codes are stable. An RFC 9457 document has the code in
\`code\` and the position in \`at\`. A SCIM error has only the members of RFC 7644, so its code is in the header
\`Formstead-Error-Code\`, its position in \`detail\`, and its request id in \`X-Request-Id\`. A failed operation inside a
bulk answer has no code of its own.

Each answer lists the codes that it may have in \`x-error-codes\`. New codes may be added; treat one that you do not
know by its status.

| code | status | meaning |
| --- | --- | --- |
${Object.entries(CATALOGUE)
  .map(([code, { status, title }]) => `| \`${code}\` | ${status} | ${title} |`)
  .join('\n')}

Where a code covers several causes, an RFC 9457 document names the cause in \`reason\`, and has its numbers and names in
further members. Build texts in your users' language from these, never from \`detail\`, which is English and may change.

| reason | further members |
| --- | --- |
${Object.entries(REASONS)
  .map(
    ([reason, members]) => `| \`${reason}\` | ${members.map((each) => `\`${each}\``).join(', ')} |`,
  )
  .join('\n')}`;
