// One request for each route, as the route's own tests send it: the starting points of the search.
import { MATRIX, type MatrixRow } from '../authorisation-matrix.ts';
import { BYTE_BODIES } from '../support/attachments.ts';
import { type Callers, type Credentials, startCallers } from '../support/callers.ts';
import type { Instance } from '../support/instance.ts';
import { JSON_BODIES } from '../support/json-bodies.ts';
import { addLargeUsers } from '../support/large-users.ts';
import { createMatrixObjects, type MatrixObjects } from '../support/matrix-objects.ts';
import { routesOf } from '../support/routes.ts';
import { CORE_GROUP, CORE_USER, fresh, PATCH_OP } from '../support/scim.ts';
import { IS_DEEP } from '../support/timing.ts';
import type { Sent } from './meter.ts';

export type Json = string | number | boolean | null | Json[] | { [name: string]: Json };

/** A request that can be made more expensive. */
export interface Draft {
  readonly query: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Json | undefined;
}

export interface Route {
  /** `METHOD /path`. */
  readonly name: string;
  readonly maxBodyBytes: number;
  /** Parameter names that its query may have. */
  readonly parameters: readonly string[];
  readonly seed: Draft;
  /** Returns the request that a draft stands for. */
  send(draft: Draft): Sent;
}

/** These call a service of somebody else, which would have to answer. */
const ELSEWHERE = new Set(['POST /app/v1/sso-connections/:id/test', 'POST /app/v1/mail/test']);
const ONE_MIB = 1_048_576;

const toJson = (value: unknown): Json => JSON.parse(JSON.stringify(value));

export interface Requests {
  readonly names: readonly string[];
  /** Prepares a route, with a user whose identity was confirmed just now and an object of its own. */
  open(name: string): Promise<Route>;
}

export async function prepareRequests(node: Instance): Promise<Requests> {
  const callers = await startCallers(node);
  const objects = await createMatrixObjects(node, callers);
  const endpoints = await routesOf(node);
  const rows = new Map(
    MATRIX.filter(({ route }) => !ELSEWHERE.has(route)).map((row) => [row.route, row]),
  );
  let hasLarge = false;
  /** Lists multiply with what is stored: from the first list of users on, some are as large as they may be. */
  const addLargeOnce = async (name: string): Promise<void> => {
    if (!IS_DEEP || hasLarge || !LISTS.has(name)) return;
    hasLarge = true;
    await addLargeUsers(node, (await callers.actAs('admin')).token);
  };
  return {
    names: [...rows.keys()],
    async open(name) {
      const row = rows.get(name);
      const endpoint = endpoints.find(({ method, path }) => `${method} ${path}` === name);
      if (!row || !endpoint) throw new Error(`there is no route ${name}`);
      const by = await callerOf(row, callers);
      const path = await pathOf(row, by, objects);
      if (FILLED.has(name)) await fill(node, path, by);
      await addLargeOnce(name);
      const bytes = BYTE_BODIES[name];
      const seed: Draft = {
        query: bytes?.query.slice(1) ?? '',
        headers: by.headers ?? {},
        body: bytes ? undefined : await bodyOf(name, node, by, objects),
      };
      const type = endpoint.body === 'form' ? FORM : (bytes?.type ?? 'application/json');
      return {
        name,
        maxBodyBytes: endpoint.maxBodyBytes ?? ONE_MIB,
        parameters: Object.keys(endpoint.doc.query?.properties ?? {}),
        seed,
        send({ query, headers, body }) {
          const text =
            endpoint.body === 'form'
              ? formOf(body)
              : body === undefined
                ? undefined
                : JSON.stringify(body);
          const sent = bytes?.bytes ?? text?.replaceAll(NEW_NAME, fresh());
          return {
            method: endpoint.method,
            path: query === '' ? path : `${path}?${query}`,
            headers: {
              ...(by.token !== null && { authorization: `Bearer ${by.token}` }),
              ...(sent !== undefined && { 'content-type': type }),
              ...headers,
            },
            body: sent,
          };
        },
      };
    },
  };
}

/** Placeholder for a new unique name each time that a request is sent. */
const NEW_NAME = 'new-name';

const FORM = 'application/x-www-form-urlencoded';

async function callerOf({ right }: MatrixRow, callers: Callers): Promise<Credentials> {
  if (right === undefined) return { as: 'nobody', token: null };
  return right === 'session' ? callers.browse('admin') : callers.actAs('admin');
}

async function pathOf(row: MatrixRow, by: Credentials, objects: MatrixObjects): Promise<string> {
  const [, path = ''] = row.route.split(' ');
  const [first = '', second = first] = (await objects.idFor(row, by)).split(' ');
  return path
    .replace(/:(secretId|number|attachmentId|deliveryId|exportId|fileNumber|subject)/, second)
    .replace(/:\w+/, first)
    .replace('*', 'x');
}

/** Returns operations that store many values, because these multiply with the values of a request. */
const manyValues = (count: number) =>
  ['phoneNumbers', 'addresses', 'entitlements', 'roles'].map((path) => ({
    op: 'replace',
    path,
    value: Array.from({ length: count }, (_, at) =>
      path === 'addresses' ? { locality: `${at}` } : { value: `${at}`, type: `${at}` },
    ),
  }));

/** These list users. */
const LISTS = new Set([
  'GET /scim/v2',
  'GET /scim/v2/Users',
  'POST /scim/v2/.search',
  'POST /scim/v2/Users/.search',
]);

/** These change the user who has many values. */
const FILLED = new Set(['PATCH /scim/v2/Me', 'PATCH /scim/v2/Users/:id']);

async function fill(node: Instance, path: string, { token }: Credentials): Promise<void> {
  const body = { schemas: [PATCH_OP], Operations: manyValues(1000) };
  const { status, text } = await node.request('PATCH', path, { token, body });
  if (status !== 200) throw new Error(text);
}

async function bodyOf(
  name: string,
  node: Instance,
  by: Credentials,
  { templateId }: MatrixObjects,
): Promise<Json | undefined> {
  if (name === 'POST /connect/token' || name.startsWith('POST /connect/')) {
    return {
      grant_type: 'client_credentials',
      scope: 'public_api',
      client_id: 'x',
      client_secret: 'x',
    };
  }
  if (name === 'PUT /scim/v2/Me') return { schemas: [CORE_USER], userName: fresh() };
  if (name === 'POST /scim/v2/Users')
    return { schemas: [CORE_USER], userName: NEW_NAME, emails: [{ value: 'a@example.com' }] };
  const body = JSON_BODIES[name]?.(by.userId ?? node.account.userId);
  if (body === undefined) return undefined;
  if (name.endsWith('/scim/v2/Groups'))
    return { schemas: [CORE_GROUP], displayName: NEW_NAME, members: [{ value: fresh() }] };
  return toJson(Object.hasOwn(body, 'templateId') ? { ...body, templateId } : body);
}

/** Encodes the members of an object as a form, with nested values as JSON. */
function formOf(body: Json | undefined): string {
  const pairs = typeof body === 'object' && body !== null ? Object.entries(body) : [];
  return new URLSearchParams(
    pairs.map(([key, value]) => [key, typeof value === 'string' ? value : JSON.stringify(value)]),
  ).toString();
}
