import { join } from 'node:path';
import type { Static } from 'typebox';
import { appEndpoint } from '#http/app-endpoint.ts';
import type { Endpoint } from '#http/endpoint.ts';
import { fail } from '#kernel/errors.ts';
import { tokenUrlOf } from '#provisioning/describe-provisioning.ts';
import { ConnectionTest, ConnectionTestBody } from '#provisioning/provisioning.shapes.ts';
import type { ProvisioningDeps } from '#provisioning/provisioning-deps.ts';
import { runConnectionTest, type TestCredentials } from '#provisioning/run-connection-test.ts';

/** POST /app/v1/provisioning/test: tests whether an identity provider could connect with a credential. */
export const testConnection = (deps: ProvisioningDeps): Endpoint =>
  appEndpoint({
    method: 'POST',
    path: '/app/v1/provisioning/test',
    role: 'admin',
    body: ConnectionTestBody,
    doc: {
      summary: 'Test the connection of an identity provider',
      tag: 'Provisioning',
      description:
        'Sends the first requests of an identity provider to the public address of the service. It changes nothing and does not store the credential.',
      responses: { 200: { description: 'The result of each step.', schema: ConnectionTest } },
    },
    async handle(request) {
      const credentials = readCredentials(request.body);
      const baseUrl = deps.publicUrl();
      const target = { baseUrl, tokenUrl: tokenUrlOf(deps), caFile: ownAuthority(deps) };
      return { status: 200, body: await runConnectionTest(deps, target, credentials) };
    },
  });

/** Returns the certificate file of a local deployment, whose certificate systems don't trust by default. */
function ownAuthority({ settings: { tls, server } }: ProvisioningDeps): string | undefined {
  return tls.mode === 'local' ? join(server.dataDir, 'tls', 'cert.pem') : undefined;
}

function readCredentials({
  token,
  clientId,
  clientSecret,
}: Static<typeof ConnectionTestBody>): TestCredentials {
  const isHeader = (text: string): boolean => /^[\x21-\x7e]+$/.test(text);
  if (token !== undefined && clientId === undefined && clientSecret === undefined) {
    if (isHeader(token)) return { token };
    throw fail(
      'invalid-value',
      'A token contains only ASCII characters, and no spaces. Copy it again.',
      {
        because: { reason: 'token-characters' },
        at: 'token',
      },
    );
  }
  if (token === undefined && clientId !== undefined && clientSecret !== undefined) {
    return { clientId, clientSecret };
  }
  throw fail('invalid-value', 'Send either token, or clientId and clientSecret.', {
    because: { reason: 'missing' },
  });
}
