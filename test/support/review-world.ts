// An organisation whose forms are reviewed: an author, two reviewers, a manager, and a template for each policy.
import assert from 'node:assert/strict';
import { setTimeout } from 'node:timers/promises';
import { adminBrowser, type Browser, openBrowser } from './browser.ts';
import type { Engine } from './engines.ts';
import { type Answer, type Instance, startInstance } from './instance.ts';
import { ENTERPRISE } from './scim.ts';

export const PASSWORD = 'four green kettles in march';
const FIELDS = [
  { type: 'text', name: 'site' },
  { type: 'text', name: 'note' },
];

/** A person with a browser, signed in. */
export interface Person extends Browser {
  readonly id: string;
}

export interface ReviewWorld {
  readonly node: Instance;
  readonly admin: Browser;
  readonly adminId: string;
  /** Fills in forms; their manager is `boss`, whose manager is `chief`. */
  readonly ann: Person;
  readonly rex: Person;
  readonly rita: Person;
  readonly boss: Person;
  readonly chief: Person;
  /** A group with `rita`. */
  readonly panel: string;
  addPerson(name: string, managerId?: string): Promise<Person>;
  /** Publishes a template that everyone may fill in, with this policy. @returns its id */
  template(review: object | undefined, elements?: readonly object[]): Promise<string>;
  /** Completes a form as somebody. @returns its id */
  complete(author: Browser, templateId: string, answers?: object): Promise<string>;
  decide(by: Browser, id: string, body: object): Promise<Answer>;
  reopen(by: Browser, id: string, body?: object): Promise<Answer>;
  /** Saves answers of a draft, and completes it. */
  resubmit(author: Browser, id: string, answers: object): Promise<void>;
  detail(by: Browser, id: string): Promise<Answer>;
  revision(id: string): Promise<number>;
  /** Exports as the admin. @returns the first file */
  exported(body: object): Promise<Answer>;
  /** Returns the ids of the forms that wait for somebody's review. */
  waiting(by: Browser): Promise<readonly string[]>;
}

export const ok = (answer: Answer, status = 200): Answer => {
  assert.equal(answer.status, status, answer.text);
  return answer;
};

/** @param env further settings */
export async function createReviewWorld(
  engine: Engine,
  env: Readonly<Record<string, string>> = {},
): Promise<ReviewWorld> {
  const node = await startInstance(engine, { env });
  const admin = await adminBrowser(node);
  const adminId = node.account.userId;
  const addPerson = async (name: string, managerId?: string): Promise<Person> => {
    const body = { userName: name, displayName: name, password: PASSWORD };
    const id = String(ok(await admin.send('POST', '/app/v1/users', { body }), 201).at('id'));
    if (managerId !== undefined) await setManager(node, id, managerId);
    const browser = openBrowser(node);
    ok(await browser.signIn(name, PASSWORD), 201);
    return { ...browser, id };
  };
  const chief = await addPerson('chief');
  const boss = await addPerson('boss', chief.id);
  const ann = await addPerson('ann', boss.id);
  const rex = await addPerson('rex');
  const rita = await addPerson('rita');
  const group = { displayName: 'Quality', members: [{ value: rita.id }] };
  const made = await node.request('POST', '/scim/v2/Groups', { body: group });
  const panel = String(ok(made, 201).at('id'));
  const detail = async (by: Browser, id: string) => by.send('GET', `/app/v1/forms/${id}`);
  const revision = async (id: string) =>
    Number(ok(await node.request('GET', `/v2/formz/${id}`)).at('revision'));
  return {
    ...{ node, admin, adminId, ann, rex, rita, boss, chief, panel, addPerson, detail, revision },
    async template(review, elements = FIELDS) {
      const definition = { elements, ...(review && { review }) };
      const body = { name: 'Inspection', definition, openToAll: true };
      const id = String(ok(await admin.send('POST', '/app/v1/templates', { body }), 201).at('id'));
      ok(await admin.send('POST', `/app/v1/templates/${id}/publish`, { body: {} }));
      return id;
    },
    async complete(author, templateId, answers = { site: 'Dam 7' }) {
      const body = { templateId, answers };
      const id = String(ok(await author.send('POST', '/app/v1/forms', { body }), 201).at('id'));
      ok(await author.send('POST', `/app/v1/forms/${id}/complete`, { body: {} }));
      return id;
    },
    decide: async (by, id, body) =>
      by.send('POST', `/app/v1/forms/${id}/review`, {
        body: { revision: await revision(id), ...body },
      }),
    reopen: (by, id, body = {}) => by.send('POST', `/app/v1/forms/${id}/reopen`, { body }),
    async resubmit(author, id, answers) {
      const body = { revision: await revision(id), answers };
      ok(await author.send('PATCH', `/app/v1/forms/${id}`, { body }));
      ok(await author.send('POST', `/app/v1/forms/${id}/complete`, { body: {} }));
    },
    async exported(body) {
      const begun = ok(await admin.send('POST', '/app/v1/exports', { body }), 202);
      for (let waited = 0; waited < 30_000; waited += 25) {
        const job = ok(await admin.send('GET', String(begun.headers['location'])));
        if (job.at('finishedAt') !== undefined) {
          return ok(await admin.send('GET', String(job.at('files', 0, 'url'))));
        }
        await setTimeout(25);
      }
      throw new Error('the export never ends');
    },
    async waiting(by) {
      const items = ok(await by.send('GET', '/app/v1/forms?scope=reviews')).at('items');
      return Object(items).map(({ id }: { id: string }) => id);
    },
  };
}

export async function setManager(node: Instance, id: string, managerId: string | null) {
  const value = managerId === null ? undefined : { value: managerId };
  const path = `${ENTERPRISE}:manager`;
  const operation = value ? { op: 'replace', path, value } : { op: 'remove', path };
  const body = {
    schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'],
    Operations: [operation],
  };
  const answer = await node.request('PATCH', `/scim/v2/Users/${id}`, { body });
  assert.ok(answer.status < 300, answer.text);
}
