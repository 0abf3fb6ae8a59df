// panva's oidc-provider, configured to make the same token as Formstead: ES256 inside dir/A256GCM,
// 3600 seconds, the user as subject, a client_secret_post client whose secret is kept as SHA-256.
//   node oidc-provider.mjs CLIENT.json PAIR.pem
// CLIENT.json is {"clientId", "clientSecret", "userId", "encryptionKey" (base64, 32 bytes)}. Clients
// are in memory; nothing is limited, logged, audited or stored: the peer does less, not more.
import { createHash, generateKeyPairSync, timingSafeEqual } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:https';
import Provider from 'oidc-provider';

const [clientFile, pairFile] = process.argv.slice(2);
const { clientId, clientSecret, userId, encryptionKey } = JSON.parse(
  readFileSync(clientFile, 'utf8'),
);
const AUDIENCE = 'urn:formstead:public_api';
const ISSUER = 'https://localhost:8443';
const sha256 = (text) => createHash('sha256').update(text).digest();
const storedHash = sha256(clientSecret);
const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });

const provider = new Provider(ISSUER, {
  clients: [
    {
      client_id: clientId,
      client_secret: 'kept as a hash',
      grant_types: ['client_credentials'],
      redirect_uris: [],
      response_types: [],
      token_endpoint_auth_method: 'client_secret_post',
      id_token_signed_response_alg: 'ES256',
    },
  ],
  jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), alg: 'ES256', use: 'sig', kid: 's' }] },
  routes: { token: '/connect/token' },
  scopes: ['public_api'],
  ttl: { ClientCredentials: 3600 },
  formats: {
    customizers: {
      jwt(_context, _token, jwt) {
        jwt.payload.sub = userId;
      },
    },
  },
  features: {
    devInteractions: { enabled: false },
    clientCredentials: { enabled: true },
    resourceIndicators: {
      enabled: true,
      defaultResource: () => AUDIENCE,
      getResourceServerInfo: () => ({
        scope: 'public_api',
        audience: AUDIENCE,
        accessTokenFormat: 'jwt',
        accessTokenTTL: 3600,
        jwt: {
          sign: { alg: 'ES256' },
          encrypt: {
            alg: 'dir',
            enc: 'A256GCM',
            key: Buffer.from(encryptionKey, 'base64'),
            kid: 'e',
          },
        },
      }),
    },
  },
});
provider.Client.prototype.compareClientSecret = (secret) =>
  timingSafeEqual(sha256(secret), storedHash);

const pair = readFileSync(pairFile);
const server = createServer({ key: pair, cert: pair }, provider.callback());
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`listening on https://127.0.0.1:${server.address().port}\n`);
});
