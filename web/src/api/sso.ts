import type { SsoConnection, SsoTest } from '#sign-in/app-types.ts';
import { ssoConnectionsQuery } from './account.ts';
import { call } from './client.ts';
import { confirmed } from './confirmation.ts';
import { queryClient } from './query-client.ts';

const CONNECTIONS = '/app/v1/sso-connections';

interface Rule {
  readonly name: string;
  readonly claim: string;
  readonly attribute: SsoConnection['attribute'];
  readonly credentialIds?: readonly string[];
}

interface OidcInput extends Rule {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
}

interface SamlInput extends Rule {
  readonly kind: 'saml';
  /** As XML. */
  readonly metadata?: string;
  readonly metadataUrl?: string;
}

export const createConnection = (input: OidcInput | SamlInput) =>
  change(() => call<SsoConnection>('POST', CONNECTIONS, input));

type Change = Partial<OidcInput> &
  Partial<Omit<SamlInput, 'kind'>> & {
    readonly enabled?: boolean;
    /** The waiting sign-on address that an admin agrees to. */
    readonly signOnUrl?: string;
  };

export const changeConnection = (id: string, input: Change) =>
  change(() => call<SsoConnection>('PATCH', `${CONNECTIONS}/${id}`, input));

export const deleteConnection = (id: string) =>
  change(() => call('DELETE', `${CONNECTIONS}/${id}`));

export const duplicatesPath = (id: string): string => `${CONNECTIONS}/${id}/duplicates`;

export const testConnection = (id: string) => call<SsoTest>('POST', `${CONNECTIONS}/${id}/test`);

async function change<T>(act: () => Promise<T>): Promise<T> {
  const result = await confirmed(act);
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: ssoConnectionsQuery.queryKey }),
    queryClient.invalidateQueries({ queryKey: ['sign-in'] }),
  ]);
  return result;
}
