import assert from 'node:assert/strict';
import type { Credentials } from './callers.ts';
import type { Witness } from './witness.ts';

/** Makes what somebody has for themselves. @returns the id of each by the list that has it */
export async function ownThings(
  { send }: Witness,
  owner: Credentials,
  { form, templateId, work }: { form: string; templateId: string; work: string },
): Promise<Readonly<Record<string, string>>> {
  const begin = async (path: string, body: object): Promise<string> => {
    const answer = await send('POST', path, { body, ...owner });
    assert.ok(answer.status < 300, answer.text);
    return String(answer.at('id'));
  };
  const weekly = { name: 'Weekly', templateId, kind: 'csv', delivery: 'mail' };
  const when = { every: 'day', time: '06:00' };
  const view = { name: 'Begun', list: 'mine', state: { status: 'draft' } };
  const reopening = { act: 'reopen', forms: { ids: [form] }, expected: 1 };
  return {
    'GET /v2/assignments': work,
    'GET /v2/assignments/export': work,
    'GET /v2/bulk-acts': await begin('/v2/bulk-acts', reopening),
    'GET /v2/dashboards': await begin('/v2/dashboards', { name: 'Mine' }),
    'GET /v2/exports': await begin('/v2/exports', { kind: 'pdf', formId: form }),
    'GET /v2/scheduled-exports': await begin('/v2/scheduled-exports', { ...weekly, ...when }),
    'GET /v2/views': await begin('/v2/views', view),
  };
}
