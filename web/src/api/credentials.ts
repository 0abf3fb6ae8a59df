import { queryOptions } from '@tanstack/react-query';
import type { Credential, CredentialList } from '#administration/app-types.ts';
import { call, get } from './client.ts';
import { confirmed } from './confirmation.ts';
import { PROVISIONING } from './provisioning.ts';
import { queryClient } from './query-client.ts';

export const CREDENTIALS = '/app/v1/credentials';
const TOKENS = '/app/v1/provisioning-tokens';

export const credentialQuery = (id: string) =>
  queryOptions({
    queryKey: [CREDENTIALS, 'one', id],
    queryFn: () => get<Credential>(`${CREDENTIALS}/${id}`),
  });

/** Reads one credential, to know whether there is any. */
export const aCredentialQuery = queryOptions({
  queryKey: [CREDENTIALS, 'any'],
  queryFn: () => get<CredentialList>(CREDENTIALS, { limit: 1 }),
});

/** A new credential, or one with a new secret, and the secret, which is shown only once. */
export interface Issued {
  readonly credential: Credential;
  readonly secret: string;
}

interface ClientSecretAnswer {
  readonly credential: Credential;
  readonly clientSecret: string;
}

interface TokenAnswer {
  readonly credential: Credential;
  readonly provisioningToken: string;
}

export interface NewCredential {
  readonly name: string;
  readonly actsAsUserId: string;
  readonly rights?: readonly string[];
  readonly allowedNetworks?: readonly string[];
  readonly expiresInSeconds?: number;
}

export interface NewToken {
  readonly name: string;
  readonly expiresInSeconds: number;
  readonly allowedNetworks?: readonly string[];
}

export const createCredential = (input: NewCredential): Promise<Issued> =>
  change(async () => fromSecret(await call<ClientSecretAnswer>('POST', CREDENTIALS, input)));

export const createToken = (input: NewToken): Promise<Issued> =>
  change(async () => fromToken(await call<TokenAnswer>('POST', TOKENS, input)));

interface Regeneration {
  readonly overlapSeconds: number;
  readonly expiresInSeconds?: number;
}

/** Creates a new secret; the old ones stay valid for the overlap. */
export const regenerate = ({ id, kind }: Credential, input: Regeneration): Promise<Issued> =>
  change(async () =>
    kind === 'provisioning-token'
      ? fromToken(await call<TokenAnswer>('POST', `${TOKENS}/${id}/regenerate`, input))
      : fromSecret(
          await call<ClientSecretAnswer>('POST', `${CREDENTIALS}/${id}/regenerate`, input),
        ),
  );

export const revoke = ({ id }: Credential): Promise<void> =>
  change(() => call('POST', `${CREDENTIALS}/${id}/revoke`));

/** Decides whether the client's assertions may name the token endpoint as their audience. */
export const setTokenEndpointAudience = (
  { id }: Credential,
  tokenEndpointAudience: boolean,
): Promise<void> => change(() => call('PATCH', `${CREDENTIALS}/${id}`, { tokenEndpointAudience }));

const fromSecret = ({ credential, clientSecret }: ClientSecretAnswer): Issued => ({
  credential,
  secret: clientSecret,
});
const fromToken = ({ credential, provisioningToken }: TokenAnswer): Issued => ({
  credential,
  secret: provisioningToken,
});

async function change<T>(act: () => Promise<T>): Promise<T> {
  const result = await confirmed(act);
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: [CREDENTIALS] }),
    queryClient.invalidateQueries({ queryKey: [PROVISIONING] }),
  ]);
  return result;
}
