// Plays the recorded request sequence of an identity provider against a service.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { ADMIN_PASSWORD, type Answer, type Instance } from '../support/instance.ts';
import { CASES, type Case, type Step } from './cases.ts';

type Variables = Map<string, unknown>;

/** @throws AssertionError naming the first step whose answer is not the expected one */
export async function runCase(
  instance: Pick<Instance, 'request'>,
  { id, steps }: Case,
  token: string,
): Promise<void> {
  const variables: Variables = new Map([
    ['rand', randomBytes(4).toString('hex')],
    ['token', token],
    ['basic', Buffer.from(`admin:${ADMIN_PASSWORD}`).toString('base64')],
  ]);
  for (const [i, step] of steps.entries()) {
    const answer = await send(instance, fill(step, variables) as Step, token);
    const { expect, method, path } = fill(step, variables) as Step;
    const where = `${id}, step ${i + 1}, ${method} ${path}: ${answer.status} ${answer.text}`;
    assertExpected(answer, expect, where);
    for (const [name, from] of Object.entries(step.capture ?? {})) {
      const value = valueAt(answer.body, from);
      assert.ok(value !== undefined, `${where}\n${from} is missing`);
      variables.set(name, value);
    }
  }
}

/** Plays the sequence of that id. */
export async function runCaseOf(
  instance: Pick<Instance, 'request'>,
  id: string,
  token: string,
): Promise<void> {
  const found = CASES.find((one) => one.id === id);
  assert.ok(found, id);
  await runCase(instance, found, token);
}

function send(
  instance: Pick<Instance, 'request'>,
  { method, path, headers, body }: Step,
  token: string,
): Promise<Answer> {
  const sent = new Map<string, string>([
    ['authorization', `Bearer ${token}`],
    ['accept', 'application/scim+json'],
  ]);
  if (body !== undefined) sent.set('content-type', 'application/scim+json');
  for (const [name, value] of Object.entries(headers ?? {})) {
    if (value === null) sent.delete(name.toLowerCase());
    else sent.set(name.toLowerCase(), value);
  }
  const call = { body, headers: Object.fromEntries(sent), token: null };
  return instance.request(method, `/scim/v2${path}`, call);
}

function assertExpected(answer: Answer, expect: Step['expect'], where: string): void {
  assert.ok(expect.status.includes(answer.status), `${where}\nexpected ${expect.status}`);
  for (const [name, value] of Object.entries(expect.headers ?? {})) {
    const got = answer.headers[name];
    if (value === '$exists') assert.ok(got, `${where}\n${name} is missing`);
    else assert.equal(got, value, `${where}\n${name}`);
  }
  for (const [path, value] of Object.entries(expect.json ?? {})) {
    const got = valueAt(answer.body, path);
    const message = `${where}\n${path} is ${JSON.stringify(got)}, expected ${JSON.stringify(value)}`;
    if (value === '$exists') assert.ok((got ?? '') !== '', message);
    else if (value === '$absent') assert.equal(got ?? undefined, undefined, message);
    else assert.deepEqual(got, value, message);
  }
}

/** Puts variables into all texts of a value, names included. */
function fill(value: unknown, variables: Variables): unknown {
  if (typeof value === 'string')
    return value.replace(/\$\{(\w+)\}/g, (whole, name: string) =>
      variables.has(name) ? String(variables.get(name)) : whole,
    );
  if (Array.isArray(value)) return value.map((item) => fill(item, variables));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([name, item]) => [
    fill(name, variables),
    fill(item, variables),
  ]);
  return Object.fromEntries(entries);
}

/** @param path such as `name.familyName`, `emails.0.value`, `emails[type=work].value`, `["urn:…"].department`, `members.length` */
function valueAt(body: unknown, path: string): unknown {
  const keys = path.match(/\["[^"]*"\]|\[[^\]]*\]|[^.[\]]+/g) ?? [];
  return keys.reduce<unknown>((value, key) => {
    if (value === null || value === undefined) return undefined;
    if (key.startsWith('["')) return Object(value)[key.slice(2, -2)];
    if (!key.startsWith('[')) return Object(value)[key];
    const [name = '', wanted] = key.slice(1, -1).split('=');
    return Array.isArray(value)
      ? value.find((element) => String(Object(element)[name]) === wanted)
      : undefined;
  }, body);
}
