// An organisation whose personnel department has a template of its own, and people with all, some and no rights on it.
import assert from 'node:assert/strict';
import type { FormActor } from '#form-basics/form.ts';
import type { JsonObject } from '#kernel/json.ts';
import type { Rights } from '#templates/rights/rights.ts';
import { PNG } from './attachments.ts';
import { type Browser, openBrowser } from './browser.ts';
import type { Engine } from './engines.ts';
import {
  ADMIN_PASSWORD,
  type Answer,
  type Call,
  type Instance,
  type InstanceOptions,
  startInstance,
} from './instance.ts';

export interface Person {
  readonly by: FormActor;
  readonly browser: Browser;
  /** Sends a request by the interface of its path: with the session under /app, else with an access token. */
  ask(method: string, path: string, call?: Omit<Call, 'token'>): Promise<Answer>;
}

export interface RightsWorld {
  readonly node: Instance;
  /** Members: in the groups Personnel and Team; in Team; in no group. */
  readonly hugo: Person;
  readonly gina: Person;
  /** Has no rights, and no group. */
  readonly rita: Person;
  readonly mila: Person;
  /** Designers: the creator of the template, and another one. */
  readonly hanna: Person;
  readonly dora: Person;
  readonly adam: Person;
  readonly personnel: string;
  /** The published template of the personnel department, which only its group may fill in. */
  readonly salaries: string;
  /** Drafts of it: created by Hugo with a file, and by Hanna. */
  readonly ofHugo: string;
  readonly ofHanna: string;
  readonly file: string;
  give(subject: string, rights: Partial<Rights>): Promise<Answer>;
  withdraw(subject: string): Promise<Answer>;
}

const DEFINITION: JsonObject = {
  elements: [
    { type: 'text', name: 'site', searchable: true },
    { type: 'file', name: 'photo' },
  ],
};
const NONE: Rights = {
  fill: false,
  see: 'own',
  edit: false,
  assign: false,
  review: false,
  manage: false,
};

export async function makeRightsWorld(
  engine: Engine,
  options: InstanceOptions = {},
): Promise<RightsWorld> {
  const node = await startInstance(engine, options);
  const { services, account } = node;
  const { db, directory, credentials, passwords } = services;
  const actor = { accountId: account.accountId, via: 'command-line' } as const;
  const passwordHash = await passwords.hash(ADMIN_PASSWORD);
  const person = async (userName: string, role: FormActor['role'] = 'member'): Promise<Person> => {
    const { userId, client } = await db.transaction(async (tx) => {
      const attributes = { userName, displayName: userName, active: true };
      const made = { attributes, origin: 'local', role, passwordHash } as const;
      const { id } = await directory.createUser(tx, actor, made);
      const name = userName;
      return {
        userId: id,
        client: await credentials.create(tx, actor, { name, actsAsUserId: id }),
      };
    });
    const token = await node.token(client.credentialId, client.clientSecret);
    const browser = openBrowser(node);
    assert.equal((await browser.signIn(userName, ADMIN_PASSWORD)).status, 201);
    const by = { accountId: account.accountId, userId, role, via: 'api' } as const;
    return {
      by,
      browser,
      ask: (method, path, call = {}) =>
        path.startsWith('/app/')
          ? browser.send(method, path, call)
          : node.request(method, path, { ...call, token }),
    };
  };
  const group = (displayName: string, people: readonly Person[]): Promise<string> =>
    db.transaction(async (tx) => {
      const members = people.map(({ by }) => ({ value: by.userId }));
      const made = { attributes: { displayName }, members, origin: 'local' } as const;
      return (await directory.createGroup(tx, actor, made)).group.id;
    });
  const [hugo, gina, mila] = [await person('hugo'), await person('gina'), await person('mila')];
  const rita = await person('rita');
  const [hanna, dora] = [await person('hanna', 'designer'), await person('dora', 'designer')];
  const adam = await person('adam', 'admin');
  const personnel = await group('Personnel', [hugo, hanna]);
  await group('Team', [hugo, gina]);

  const made = await hanna.ask('POST', '/app/v1/templates', {
    body: {
      name: 'Salaries',
      definition: DEFINITION,
      openToAll: false,
      groupIds: [personnel],
    },
  });
  assert.equal(made.status, 201, made.text);
  const salaries = String(made.at('id'));
  await hanna.ask('POST', `/app/v1/templates/${salaries}/publish`, { body: {} });
  const form = async (by: Person): Promise<string> => {
    const body = { templateId: salaries, name: 'Raise', answers: { site: 'confidential' } };
    const answer = await by.ask('POST', '/app/v1/forms', { body });
    assert.equal(answer.status, 201, answer.text);
    return String(answer.at('id'));
  };
  const [ofHugo, ofHanna] = [await form(hugo), await form(hanna)];
  const path = `/v2/formz/${ofHugo}/attachments?field=photo`;
  const headers = { 'content-type': 'image/png', 'content-disposition': 'filename="pay.png"' };
  const sent = await hugo.ask('POST', path, { body: PNG, headers });
  assert.equal(sent.status, 201, sent.text);
  const rightsPath = (subject: string) => `/app/v1/templates/${salaries}/rights/${subject}`;
  return {
    ...{ node, hugo, gina, rita, mila, hanna, dora, adam, personnel, salaries, ofHugo, ofHanna },
    file: String(sent.at('id')),
    give: (subject, rights) =>
      hanna.ask('PUT', rightsPath(subject), { body: { ...NONE, ...rights } }),
    withdraw: (subject) => hanna.ask('DELETE', rightsPath(subject)),
  };
}
