// Runs alone: it changes which certificates its process trusts.
// Common OAuth client libraries, each used as its documentation says: a token, a request with it, and the errors that
// they must handle. The product contains nothing specific to them.
// Nightly: it takes over three seconds.
import assert from 'node:assert/strict';
import { createHash, createPrivateKey, randomUUID } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { ConfidentialClientApplication, type NodeAuthOptions } from '@azure/msal-node';
import { OAuth2Client, OAuth2Fetch, OAuth2HttpError } from '@badgateway/oauth2-client';
import { importJWK } from 'jose';
import * as openid from 'openid-client';
import { keySetOf, makeSigner, type Signer } from '../support/assertions.ts';
import { forEngineOrBoth } from '../support/engines.ts';
import { type Instance, startInstance } from '../support/instance.ts';

forEngineOrBoth('sqlite', (engine) => {
  let node: Instance;
  before(async () => {
    node = await startInstance(engine);
    // As NODE_EXTRA_CA_CERTS does for a program.
    setDefaultCACertificates([...getCACertificates(), node.ca]);
  });
  after(() => node.close());

  const formz = () => `${node.baseUrl}/v2/formz`;
  const signingClient = async (signer: Signer, tokenEndpointAudience = false): Promise<string> => {
    const { db, credentials } = node.services;
    const { accountId, userId } = node.account;
    const actor = { accountId, via: 'command-line' } as const;
    return db.transaction(async (tx) => {
      const { credentialId } = await credentials.createWithKeys(tx, actor, {
        name: 'Signer',
        actsAsUserId: userId,
        keys: { kind: 'private-key-jwt', source: { jwks: keySetOf(signer) } },
      });
      await credentials.change(tx, actor, credentialId, { tokenEndpointAudience });
      return credentialId;
    });
  };

  describe('openid-client', () => {
    const discover = (auth: openid.ClientAuth, clientId = node.account.clientId) =>
      openid.discovery(new URL(node.baseUrl), clientId, undefined, auth, { algorithm: 'oauth2' });
    const grant = (config: openid.Configuration, scope = 'public_api') =>
      openid.clientCredentialsGrant(config, { scope });

    test('finds the endpoints, gets a token with the secret in body or header, and reads forms with it', async () => {
      for (const way of [openid.ClientSecretPost, openid.ClientSecretBasic]) {
        const config = await discover(way(node.account.clientSecret));
        const token = await grant(config);
        assert.equal(token.expires_in, 3600);
        const forms = await openid.fetchProtectedResource(
          config,
          token.access_token,
          new URL(formz()),
          'GET',
        );
        assert.deepEqual([forms.status, await forms.json()], [200, []]);
        const told = await openid.tokenIntrospection(config, token.access_token);
        assert.deepEqual([told.active, told.client_id], [true, node.account.clientId]);
        await openid.tokenRevocation(config, token.access_token);
        await assert.rejects(
          openid.fetchProtectedResource(config, token.access_token, new URL(formz()), 'GET'),
          (error) => error instanceof openid.WWWAuthenticateChallengeError && error.status === 401,
        );
      }
    });

    test('proves itself with a signature as it makes it, without a switch', async () => {
      const signer = makeSigner('ES256');
      const key = await importJWK({ ...signer.privateJwk }, 'ES256');
      assert.ok(!(key instanceof Uint8Array));
      const kid = String(signer.jwk['kid']);
      const auth = openid.PrivateKeyJwt({ key, kid });
      const config = await discover(auth, await signingClient(signer));
      assert.equal((await grant(config)).token_type, 'bearer');
    });

    test('knows the errors: a wrong secret, a scope that there is not', async () => {
      await assert.rejects(grant(await discover(openid.ClientSecretPost('wrong'))), (error) => {
        assert.ok(error instanceof openid.WWWAuthenticateChallengeError, String(error));
        return error.status === 401;
      });
      const config = await discover(openid.ClientSecretPost(node.account.clientSecret));
      await assert.rejects(grant(config, 'everything'), (error) => {
        assert.ok(error instanceof openid.ResponseBodyError, String(error));
        assert.match(error.error_description ?? '', /public_api/);
        return error.error === 'invalid_scope';
      });
    });
  });

  describe('@badgateway/oauth2-client', () => {
    const clientOf = (
      authenticationMethod: 'client_secret_post' | 'client_secret_basic',
      clientSecret = node.account.clientSecret,
    ) =>
      new OAuth2Client({
        server: node.baseUrl,
        discoveryEndpoint: '/.well-known/oauth-authorization-server',
        clientId: node.account.clientId,
        clientSecret,
        authenticationMethod,
      });
    const scope = ['public_api'];

    test('finds the endpoints, gets a token by itself, and reads forms with it', async () => {
      for (const method of ['client_secret_post', 'client_secret_basic'] as const) {
        const client = clientOf(method);
        const wrapper = new OAuth2Fetch({
          client,
          getNewToken: () => client.clientCredentials({ scope }),
        });
        const forms = await wrapper.fetch(formz());
        assert.deepEqual([forms.status, await forms.json()], [200, []]);
        const token = await wrapper.getToken();
        assert.ok(Math.abs((token.expiresAt ?? 0) - Date.now() - 3_600_000) < 60_000);
        assert.equal((await client.introspect(token)).active, true);
        await client.revoke(token);
        assert.equal((await client.introspect(token)).active, false);
        // An ended token gets a 401, and the library fetches a new one.
        assert.equal((await wrapper.fetch(formz())).status, 200);
      }
    });

    test('knows the errors: a wrong secret, a scope that there is not', async () => {
      for (const [client, wanted, status, code] of [
        [clientOf('client_secret_post', 'wrong'), scope, 401, 'invalid_client'],
        [clientOf('client_secret_basic', 'wrong'), scope, 401, 'invalid_client'],
        [clientOf('client_secret_post'), ['everything'], 400, 'invalid_scope'],
      ] as const) {
        await assert.rejects(client.clientCredentials({ scope: [...wanted] }), (error) => {
          assert.ok(error instanceof OAuth2HttpError, String(error));
          assert.deepEqual([error.httpCode, error.oauth2Code], [status, code]);
          return true;
        });
      }
    });
  });

  describe('@azure/msal-node', () => {
    const appOf = (auth: Omit<NodeAuthOptions, 'clientId'>, clientId = node.account.clientId) =>
      new ConfidentialClientApplication({
        auth: {
          clientId,
          authority: node.baseUrl,
          knownAuthorities: [new URL(node.baseUrl).host],
          authorityMetadata: JSON.stringify({
            issuer: node.baseUrl,
            token_endpoint: `${node.baseUrl}/connect/token`,
            authorization_endpoint: `${node.baseUrl}/connect/authorize`,
            jwks_uri: `${node.baseUrl}/.well-known/jwks.json`,
          }),
          ...auth,
        },
        system: { protocolMode: 'OIDC' },
      });
    const scopes = ['public_api'];
    const read = async (token: string | undefined) => {
      const authorization = `Bearer ${token}`;
      return (await fetch(formz(), { headers: { authorization } })).status;
    };

    test('gets a token with the secret, and reads forms with it', async () => {
      const app = appOf({ clientSecret: node.account.clientSecret });
      const result = await app.acquireTokenByClientCredential({ scopes });
      assert.equal(await read(result?.accessToken), 200);
      const again = await app.acquireTokenByClientCredential({ scopes });
      assert.equal(again?.fromCache, true, 'it keeps a token as long as that is good');
    });

    test('proves itself with a certificate where the credential takes the token endpoint as audience', async () => {
      for (const alg of ['PS256', 'RS256'] as const) {
        const signer = makeSigner(alg);
        const privateKey = pemOf(signer);
        const thumbprint = createHash('sha256').update(randomUUID()).digest('hex');
        const clientCertificate =
          alg === 'PS256'
            ? { thumbprintSha256: thumbprint, privateKey }
            : { thumbprint: thumbprint.slice(0, 40), privateKey };
        const strict = appOf({ clientCertificate }, await signingClient(signer));
        await assert.rejects(strict.acquireTokenByClientCredential({ scopes }), {
          errorCode: 'invalid_client',
        });
        const open = appOf({ clientCertificate }, await signingClient(signer, true));
        const result = await open.acquireTokenByClientCredential({ scopes });
        assert.equal(await read(result?.accessToken), 200);
      }
    });

    test('knows the errors: a wrong secret, a scope that there is not', async () => {
      await assert.rejects(
        appOf({ clientSecret: 'wrong' }).acquireTokenByClientCredential({ scopes }),
        { errorCode: 'invalid_client' },
      );
      const app = appOf({ clientSecret: node.account.clientSecret });
      await assert.rejects(app.acquireTokenByClientCredential({ scopes: ['everything'] }), {
        errorCode: 'invalid_scope',
      });
    });
  });
});

const pemOf = ({ privateJwk }: Signer): string =>
  createPrivateKey({ key: { ...privateJwk }, format: 'jwk' })
    .export({ format: 'pem', type: 'pkcs8' })
    .toString();
