import type { Recorder } from './recorder.ts';

/** Tokens, discovery, health, and the refusals of the pipeline. */
export async function recordOauth({ instance, call }: Recorder): Promise<void> {
  const { clientId, clientSecret } = instance.account;
  const form = (fields: Readonly<Record<string, string>>) => ({
    token: null,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(fields).toString(),
  });
  const client = { client_id: clientId, client_secret: clientSecret };
  const grant = { grant_type: 'client_credentials', scope: 'public_api' };
  const token = await call('POST /connect/token', 200, form({ ...grant, ...client }));
  const mine = String(token.at('access_token'));
  await call('POST /connect/token', 401, form({ ...grant, ...client, client_secret: 'wrong' }));
  await call('POST /connect/token', 400, form({ ...grant, ...client, scope: 'other' }));
  await call('POST /connect/token', 400, form({ ...grant, ...client, grant_type: 'password' }));
  await call('POST /connect/token', 400, form({ ...client, scope: 'public_api' }));
  await call('POST /connect/introspect', 200, form({ ...client, token: mine }));
  await call('POST /connect/revoke', 200, form({ ...client, token: mine }));
  const open = { token: null };
  for (const path of [
    '/.well-known/oauth-authorization-server',
    '/.well-known/jwks.json',
    '/healthz',
    '/readyz',
  ]) {
    await call(`GET ${path}`, 200, open);
  }
  await call('GET /v2/formz', 401, open);
  await call('GET /v2/formz', 401, { token: 'of-somebody-else' });
  await call('GET /v2/formz', 400, { query: '?colour=blue' });
  const plain = { 'content-type': 'text/plain' };
  await call('POST /v2/formz', 415, { body: 'hello', headers: plain });
  const json = { 'content-type': 'application/json' };
  await call('POST /v2/formz', 400, { body: '{"templateId":', headers: json });
  await call('POST /v2/formz', 400, { body: { colour: 'blue' } });
  await call('POST /v2/formz', 413, { body: 'x'.repeat(1_100_000), headers: json });
  await call('GET /v2/formz', 406, { headers: { accept: 'text/html' } });
  await call('GET /scim/v2/Users', 401, open);
  const { token: weak } = await instance.addUser('grace', 'member');
  await call('GET /scim/v2/Users', 403, { token: weak });
  await call('GET /v2/webhooks', 403, { token: weak });
}
