import assert from 'node:assert/strict';
import type { Tables } from '#db/tables.ts';
import type { Instance } from './instance.ts';
import { waitUntil } from './wait-until.ts';

interface Means {
  readonly node: Instance;
  /** Sends a request of the web app and returns the id of what it made. */
  made(method: string, path: string, body?: object): Promise<string>;
  /** Copies a row that the service has made. */
  copy(table: keyof Tables, id: string, count: number, change: () => object): Promise<void>;
  newId(): string;
}

const BULK = 'urn:ietf:params:scim:api:messages:2.0:BulkRequest';

/** Makes work of people who then leave, and as many notices and runs of a rule. */
export async function makeWork(
  { node, made, copy, newId }: Means,
  templateId: string,
  people: readonly string[],
): Promise<void> {
  const { account, services } = node;
  const assignments = people.map((id) => ({
    ...{ templateId, reference: id, assignee: { type: 'User', id } },
  }));
  const sent = await node.request('POST', '/v2/assignments', { body: { assignments } });
  assert.equal(sent.status, 200, sent.text.slice(0, 500));
  const change = { Operations: [{ op: 'replace', path: 'active', value: false }] };
  const Operations = people.map((id) => ({
    method: 'PATCH',
    path: `/Users/${id}`,
    data: change,
  }));
  const body = { schemas: [BULK], Operations };
  assert.equal((await node.request('POST', '/scim/v2/Bulk', { body })).status, 200);

  const rules = `/app/v1/templates/${templateId}/rules`;
  const actions = [{ type: 'hand-on', to: { type: 'User', id: account.userId } }];
  await made('POST', rules, { name: 'Keep it', trigger: 'begun', actions });
  const { token } = await node.addUser('sender', 'admin');
  const assignee = { type: 'User', id: account.userId };
  await node.request('POST', '/v2/assignments', { token, body: { templateId, assignee } });
  await node.request('POST', '/v2/formz', { token, body: { templateId } });
  const firstOf = async (table: 'bell_notices' | 'rule_runs'): Promise<string> => {
    let id: string | undefined;
    await waitUntil(async () => {
      const rows = services.db.reader.selectFrom(table).select('id');
      id = (await rows.executeTakeFirst())?.id;
      return id !== undefined;
    });
    return id ?? '';
  };
  await copy('bell_notices', await firstOf('bell_notices'), people.length, () => ({
    ...{ id: newId(), key: newId() },
  }));
  await copy('rule_runs', await firstOf('rule_runs'), people.length, () => ({
    ...{ id: newId(), event_id: newId() },
  }));
}
