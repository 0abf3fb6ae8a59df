// A server with people who make rules, and what they do with them over HTTP.
import assert from 'node:assert/strict';
import { setTimeout } from 'node:timers/promises';
import { type Browser, openBrowser } from './browser.ts';
import type { Engine } from './engines.ts';
import { ADMIN_PASSWORD, type Answer, type Instance, startInstance } from './instance.ts';
import { type MailServer, startMailServer } from './mail-server.ts';
import { allowPublicLinks } from './public-links.ts';
import { fresh } from './scim.ts';

export const INSPECTION = {
  elements: [
    { type: 'text', name: 'vehicle' },
    { type: 'dropdown', name: 'brakes', title: 'Brakes', choices: ['good', 'bad'] },
    { type: 'text', name: 'why', title: 'What is wrong', visibleIf: "{brakes} = 'bad'" },
    { type: 'text', name: 'email', title: 'Your address' },
  ],
};

export interface Person {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly browser: Browser;
}

/** The line of a run, as the list of runs has it. */
export interface RunLine {
  readonly id: string;
  readonly rule: { readonly id: string };
  readonly form: { readonly id: string };
  readonly outcome: string;
  readonly reason?: string;
  readonly done: readonly {
    readonly type: string;
    readonly id?: string;
    readonly count?: number;
    readonly left?: string;
  }[];
}

const GROUP = 'urn:ietf:params:scim:schemas:core:2.0:Group';

export class RulesWorld {
  readonly node: Instance;
  readonly mail: MailServer;
  readonly admin: Person;

  constructor(node: Instance, mail: MailServer, admin: Person) {
    this.node = node;
    this.mail = mail;
    this.admin = admin;
  }

  static async open(engine: Engine): Promise<RulesWorld> {
    const mail = await startMailServer();
    const node = await startInstance(engine, { env: mail.env });
    const { accountCode, userId } = node.account;
    const name = `${accountCode}/admin`;
    const admin = { id: userId, name, email: '', browser: openBrowser(node) };
    await admin.browser.signIn(name, ADMIN_PASSWORD);
    await allowPublicLinks(node);
    return new RulesWorld(node, mail, admin);
  }

  async close(): Promise<void> {
    await this.node.close();
    await this.mail.close();
  }

  async ok(by: Person, method: string, path: string, body?: object): Promise<Answer> {
    const answer = await by.browser.send(method, `/app/v1${path}`, body && { body });
    assert.ok(answer.status < 300, `${method} ${path}: ${answer.status} ${answer.text}`);
    return answer;
  }

  async person(role: string): Promise<Person> {
    const name = fresh();
    const email = `${name}@rules.test`;
    const body = { userName: name, displayName: name, email, role, password: ADMIN_PASSWORD };
    const id = String((await this.ok(this.admin, 'POST', '/users', body)).at('id'));
    const browser = openBrowser(this.node);
    assert.equal((await browser.signIn(name, ADMIN_PASSWORD)).status, 201);
    return { id, name, email, browser };
  }

  async group(...people: readonly Person[]): Promise<string> {
    const members = people.map(({ id: value }) => ({ value }));
    const body = { schemas: [GROUP], displayName: fresh(), members };
    return String((await this.node.request('POST', '/scim/v2/Groups', { body })).at('id'));
  }

  /** Publishes a template that everybody may fill in. */
  async publish(by: Person, definition: object = INSPECTION, more: object = {}): Promise<string> {
    const body = { name: fresh(), definition, openToAll: true, ...more };
    const id = String((await this.ok(by, 'POST', '/templates', body)).at('id'));
    await this.ok(by, 'POST', `/templates/${id}/publish`, {});
    return id;
  }

  async grant(
    by: Person,
    templateId: string,
    { id }: Pick<Person, 'id'>,
    rights: object,
  ): Promise<void> {
    const none = { see: 'own', fill: true, edit: false, assign: false, review: false };
    const body = { ...none, manage: false, ...rights };
    await this.ok(by, 'PUT', `/templates/${templateId}/rights/${id}`, body);
  }

  async rule(by: Person, templateId: string, more: object): Promise<string> {
    const body = { name: fresh(), trigger: 'completed', ...more };
    return String((await this.ok(by, 'POST', `/templates/${templateId}/rules`, body)).at('id'));
  }

  async begin(by: Person, templateId: string, answers: object = {}): Promise<string> {
    return String((await this.ok(by, 'POST', '/forms', { templateId, answers })).at('id'));
  }

  async complete(by: Person, templateId: string, answers: object): Promise<string> {
    const id = await this.begin(by, templateId, answers);
    await this.ok(by, 'POST', `/forms/${id}/complete`, {});
    return id;
  }

  async runs(templateId: string, by = this.admin): Promise<readonly RunLine[]> {
    const path = `/templates/${templateId}/rule-runs?limit=100`;
    return Object((await this.ok(by, 'GET', path)).body).items;
  }

  /** Waits until there are so many runs of the rules of a template. */
  async waitFor(templateId: string, count: number, by = this.admin): Promise<readonly RunLine[]> {
    for (let waited = 0; waited < 30_000; waited += 25) {
      const found = await this.runs(templateId, by);
      if (found.length >= count) return found;
      await setTimeout(25);
    }
    assert.fail(`${JSON.stringify(await this.runs(templateId, by))} instead of ${count} runs`);
  }

  /** Waits until no event waits for a rule, and none runs. */
  async settled(): Promise<void> {
    const { db, ruleRunner } = this.node.services;
    for (let waited = 0; waited < 30_000; waited += 25) {
      const left = await db.reader.selectFrom('rule_events').select('id').execute();
      if (left.length === 0) return await ruleRunner.settled();
      await setTimeout(25);
    }
    assert.fail('some events still wait for rules');
  }

  /** Waits until somebody has this many notices of a kind. */
  async notices(
    by: Person,
    kind: string,
    count: number,
  ): Promise<readonly { about: { id: string; name?: string }; outcome?: string }[]> {
    for (let waited = 0; ; waited += 25) {
      const { items } = Object((await this.ok(by, 'GET', '/notices')).body);
      const found = items.filter((each: { kind: string }) => each.kind === kind);
      if (found.length >= count) return found;
      assert.ok(waited < 15_000, `${found.length} of ${count} notices: ${JSON.stringify(items)}`);
      await setTimeout(25);
    }
  }
}

/** Returns what lines say, sorted. */
export const outcomes = (lines: readonly RunLine[]): readonly string[] =>
  lines
    .map(({ outcome, reason }) => (reason === undefined ? outcome : `${outcome}: ${reason}`))
    .toSorted();
