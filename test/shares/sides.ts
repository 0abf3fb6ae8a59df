// Three people who need the same resources: one who hammers, a colleague, and somebody of another organisation.
import assert from 'node:assert/strict';
import type { FormActor } from '#form-basics/form.ts';
import { openBrowser } from '../support/browser.ts';
import type { Engine } from '../support/engines.ts';
import { DEFINITION } from '../support/forms.ts';
import {
  ADMIN_PASSWORD,
  type Answer,
  type Call,
  type Instance,
  startInstance,
} from '../support/instance.ts';
import { LIST_SHAPE } from '../support/lists.ts';
import { type MailServer, startMailServer } from '../support/mail-server.ts';

export interface Side {
  /** Sends a request: with a session under /app, else with an access token. */
  ask(method: string, path: string, call?: Omit<Call, 'token'>): Promise<Answer>;
  readonly by: FormActor;
  readonly templateId: string;
  readonly listId: string;
}

export interface Sides {
  readonly node: Instance;
  readonly mail: MailServer;
  readonly hog: Side;
  /** Of the same account. */
  readonly colleague: Side;
  /** Of another account. */
  readonly neighbour: Side;
  close(): Promise<void>;
}

export async function openSides(engine: Engine): Promise<Sides> {
  const mail = await startMailServer();
  const node = await startInstance(engine, { env: mail.env });
  const { accountCode, accountId } = node.account;
  const other = await node.addAccount('Other');
  const hog = await openSide(node, {
    ...node.account,
    userName: `${accountCode}/admin`,
    token: await node.adminToken(),
  });
  const colleague = await addColleague(node, accountId);
  const neighbour = await openSide(node, {
    ...other,
    userName: `${other.accountCode}/admin`,
    token: await node.token(other.clientId, other.clientSecret),
  });
  return {
    ...{ node, mail, hog, colleague, neighbour },
    async close() {
      await node.close();
      await mail.close();
    },
  };
}

async function addColleague(node: Instance, accountId: string): Promise<Side> {
  const { db, directory, credentials, passwords } = node.services;
  const passwordHash = await passwords.hash(ADMIN_PASSWORD);
  const actor = { accountId, via: 'command-line' } as const;
  const { userId, client } = await db.transaction(async (tx) => {
    const attributes = { userName: 'colleague', displayName: 'colleague', active: true };
    const user = { attributes, origin: 'local', role: 'admin', passwordHash } as const;
    const { id } = await directory.createUser(tx, actor, user);
    const made = { name: 'colleague', actsAsUserId: id };
    return { userId: id, client: await credentials.create(tx, actor, made) };
  });
  const token = await node.token(client.credentialId, client.clientSecret);
  return await openSide(node, { accountId, userId, userName: 'colleague', token });
}

interface Who {
  readonly accountId: string;
  readonly userId: string;
  readonly userName: string;
  readonly token: string;
}

async function openSide(node: Instance, who: Who): Promise<Side> {
  const { accountId, userId, userName, token } = who;
  const browser = openBrowser(node);
  ok(await browser.signIn(userName, ADMIN_PASSWORD), 201);
  const make = async (path: string, body: object): Promise<string> =>
    String(ok(await browser.send('POST', path, { body }), 201).at('id'));
  const name = `of ${userName}`;
  const templateId = await make('/app/v1/templates', {
    ...{ name, definition: DEFINITION, openToAll: true },
  });
  ok(await browser.send('POST', `/app/v1/templates/${templateId}/publish`, { body: {} }));
  const listId = await make('/app/v1/lists', { ...LIST_SHAPE, name });
  return {
    ...{ by: { accountId, userId, role: 'admin', via: 'api' }, templateId, listId },
    ask: (method, path, call = {}) =>
      path.startsWith('/app/')
        ? browser.send(method, path, call)
        : node.request(method, path, { ...call, token }),
  };
}

export function ok(answer: Answer, status = 200): Answer {
  assert.equal(answer.status, status, answer.text);
  return answer;
}
