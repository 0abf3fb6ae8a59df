// A data directory with an account and a template, as a killed server leaves it.
import { cpSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Database } from '#db/database.ts';
import { FILE_DEFINITION } from '../support/attachments.ts';
import { type Env, envOf } from '../support/command-line.ts';
import type { Engine } from '../support/engines.ts';
import { type Instance, startInstance } from '../support/instance.ts';
import type { KilledServer } from '../support/killed-server.ts';
import { RECEIVER_ENV } from '../support/webhook-receiver.ts';
import type { LedgerReceiver } from './ledger-receiver.ts';

export interface Prepared {
  readonly dataDir: string;
  /** Environment for a server on it. */
  readonly env: Env & { readonly FORMSTEAD_DATA_DIR: string };
  readonly accountId: string;
  readonly templateId: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** Valid for an hour; long runs get another one with {@link renewToken}. */
  readonly token: string;
}

const LIMIT = '1000000';
/** They make 3,600 pages; at 4,000, Formstead moves SQLite's log into the database file (db/checkpoint.ts). */
const FILLINGS = 14;
const FILLING = 'x'.repeat(1_000_000);

/** Fills SQLite's log so far that within a few seconds of work Formstead moves it into the database file. */
async function fillLog(db: Database): Promise<void> {
  for (let filling = 0; filling < FILLINGS; filling += 1) {
    await db.transaction(async (tx) => {
      await tx.deleteFrom('deployment').where('name', '=', 'filling').execute();
      const value = `${filling} ${FILLING}`;
      await tx.insertInto('deployment').values({ name: 'filling', value }).execute();
    });
  }
}

async function subscribe({ request }: Instance, { url }: LedgerReceiver): Promise<void> {
  const body = { eventType: 'form.completed', targetUrl: url };
  const made = await request('POST', '/v2/webhooks', { body });
  if (made.status !== 201) throw new Error(`no webhook: ${made.status} ${made.text}`);
}

/** @param receiver receives the events of completed forms */
export async function prepare(engine: Engine, receiver?: LedgerReceiver): Promise<Prepared> {
  const storage = await engine.fresh('any');
  // Tokens contain the URL, which must stay the same when the port changes.
  const fixed = { FORMSTEAD_PUBLIC_URL: 'https://localhost:8443' };
  const node = await startInstance(engine, { storage, env: { ...fixed, ...RECEIVER_ENV } });
  const token = await node.adminToken();
  const { db, forms } = node.services;
  const { accountId, userId, clientId, clientSecret } = node.account;
  const admin = { accountId, userId, role: 'admin', via: 'api' } as const;
  const templateId = await db.transaction(async (tx) => {
    const definition = FILE_DEFINITION;
    const named = { name: 'Inspection', definition, openToAll: true };
    const made = await forms.createTemplate(tx, admin, named);
    await forms.publishTemplate(tx, admin, made.id);
    return made.id;
  });
  if (receiver) await subscribe(node, receiver);
  if (engine.name === 'sqlite') await fillLog(db);
  const copy = `${storage.dataDir}.copy`;
  // Copied between two commits, as if the server had been killed.
  cpSync(storage.dataDir, copy, { recursive: true });
  await node.close();
  rmSync(storage.dataDir, { recursive: true });
  cpSync(copy, storage.dataDir, { recursive: true });
  rmSync(copy, { recursive: true });
  const authority = join(storage.dataDir, 'receiver.pem');
  if (receiver) writeFileSync(authority, receiver.ca);
  const env = {
    ...envOf(storage),
    ...fixed,
    ...RECEIVER_ENV,
    ...(receiver && { NODE_EXTRA_CA_CERTS: authority }),
    FORMSTEAD_DATA_DIR: storage.dataDir,
    FORMSTEAD_LIMIT_API: LIMIT,
    FORMSTEAD_LIMIT_SCIM: LIMIT,
    FORMSTEAD_LIMIT_CONCURRENT: LIMIT,
    FORMSTEAD_LIMIT_TOKEN_PER_CLIENT: LIMIT,
    FORMSTEAD_LIMIT_TOKEN_PER_ADDRESS: LIMIT,
  };
  return { dataDir: storage.dataDir, env, accountId, templateId, clientId, clientSecret, token };
}

/** Returns the prepared data with a new access token. */
export async function renewToken(of: Prepared, server: KilledServer): Promise<Prepared> {
  const body = new URLSearchParams({
    grant_type: 'client_credentials',
    scope: 'public_api',
    client_id: of.clientId,
    client_secret: of.clientSecret,
  }).toString();
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const issued = await server.request('POST', '/connect/token', { body, headers, token: null });
  if (issued.status !== 200) throw new Error(`no token: ${issued.status} ${issued.text}`);
  return { ...of, token: String(issued.at('access_token')) };
}
