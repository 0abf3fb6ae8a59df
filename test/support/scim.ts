// A whole service with the few calls that SCIM tests repeat.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import type { Engine } from './engines.ts';
import {
  type Answer,
  type Call,
  type Instance,
  type InstanceOptions,
  startInstance,
} from './instance.ts';

export const CORE_USER = 'urn:ietf:params:scim:schemas:core:2.0:User';
export const CORE_GROUP = 'urn:ietf:params:scim:schemas:core:2.0:Group';
export const ENTERPRISE = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';
export const PATCH_OP = 'urn:ietf:params:scim:api:messages:2.0:PatchOp';
export const ERROR = 'urn:ietf:params:scim:api:messages:2.0:Error';

export interface Scim {
  readonly instance: Instance;
  /** Ends in `/scim/v2`. */
  readonly base: string;
  /** `path` is relative to `/scim/v2`; the content type of a body is application/scim+json. */
  call(method: string, path: string, call?: Call): Promise<Answer>;
  get(path: string, call?: Call): Promise<Answer>;
  /** Creates a user with a POST that must return 201, by default with a random userName. */
  addUser(body?: object): Promise<Answer>;
  addGroup(body?: object): Promise<Answer>;
  close(): Promise<void>;
}

/** Returns a text that no other test uses. */
export const fresh = (prefix = 'x'): string => `${prefix}-${randomBytes(6).toString('hex')}`;

export const idOf = (answer: Answer): string => {
  const id = answer.at('id');
  assert.ok(typeof id === 'string' && id !== '', answer.text);
  return id;
};

export const etagOf = (answer: Answer): string => {
  const { etag } = answer.headers;
  assert.match(etag ?? '', /^W\/"[^"]+"$/);
  return etag ?? '';
};

const ERROR_MEMBERS: readonly string[] = ['schemas', 'status', 'scimType', 'detail'];

/** Checks that an answer is a SCIM error (RFC 7644 §3.12) and contains nothing else. */
export function assertScimError(answer: Answer, status: number, scimType?: string): void {
  assert.equal(answer.status, status, answer.text);
  assert.deepEqual(answer.at('schemas'), [ERROR]);
  assert.equal(answer.at('status'), String(status));
  assert.equal(answer.at('scimType'), scimType, answer.text);
  assert.ok(typeof answer.at('detail') === 'string');
  const odd = Object.keys(Object(answer.body)).filter((name) => !ERROR_MEMBERS.includes(name));
  assert.deepEqual(odd, [], 'a typed client throws on a member that it does not know');
  assert.match(answer.headers['formstead-error-code'] ?? '', /^[a-z-]+$/);
  assert.match(answer.headers['content-type'] ?? '', /^application\/scim\+json/);
}

export async function startScim(engine: Engine, options: InstanceOptions = {}): Promise<Scim> {
  const instance = await startInstance(engine, options);
  const call: Scim['call'] = (method, path, more = {}) =>
    instance.request(method, `/scim/v2${path}`, {
      ...more,
      headers: {
        ...(more.body !== undefined && { 'content-type': 'application/scim+json' }),
        ...more.headers,
      },
    });
  const add = async (path: string, body: object): Promise<Answer> => {
    const answer = await call('POST', path, { body });
    assert.equal(answer.status, 201, answer.text);
    return answer;
  };
  return {
    instance,
    base: `${instance.server.publicUrl}/scim/v2`,
    call,
    get: (path, more) => call('GET', path, more),
    addUser: (body = {}) =>
      add('/Users', { schemas: [CORE_USER], userName: fresh('user'), ...body }),
    addGroup: (body = {}) =>
      add('/Groups', { schemas: [CORE_GROUP], displayName: fresh('group'), ...body }),
    close: () => instance.close(),
  };
}
