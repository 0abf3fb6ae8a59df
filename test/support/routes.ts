// The routes of the router itself, for tests that go through all of them, so that a new route can't be forgotten.
import { endpointsOf } from '#endpoints.ts';
import type { Endpoint } from '#http/endpoint.ts';
import { createOauth } from '#oauth/index.ts';
import { createTokens } from '#tokens/tokens.ts';
import type { Instance } from './instance.ts';

/** Returns every endpoint that the instance serves. */
export async function routesOf({ services, baseUrl }: Instance): Promise<readonly Endpoint[]> {
  const tokens = createTokens({ ...services, issuer: baseUrl });
  const oauth = createOauth({
    ...services,
    tokens,
    publicUrl: () => baseUrl,
    issuer: () => baseUrl,
    onError: (error) => {
      throw error;
    },
  });
  const endpoints = endpointsOf(
    services,
    oauth,
    () => baseUrl,
    async () => 'ready',
  );
  await oauth.close();
  return endpoints;
}
