// panva's oidc-provider, configured to do the same work as Formstead: a token with ES256 inside
// dir/A256GCM, 3600 seconds, the user as subject; a client_secret_post client that is read from SQLite
// for every request, its secret stored as SHA-256.
//   node oidc-provider.mjs CLIENT.json PAIR.pem
// CLIENT.json is {"clientId", "clientSecret", "userId", "encryptionKey" (base64, 32 bytes)}. Nothing is
// limited, logged or put on record: there the peer does less.
import { createHash, generateKeyPairSync, timingSafeEqual } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:https';
import SqliteDatabase from 'better-sqlite3';
import Provider from 'oidc-provider';

const [clientFile, pairFile] = process.argv.slice(2);
const { clientId, clientSecret, userId, encryptionKey } = JSON.parse(
  readFileSync(clientFile, 'utf8'),
);
const AUDIENCE = 'urn:formstead:public_api';
const ISSUER = 'https://localhost:8443';
const sha256 = (text) => createHash('sha256').update(text).digest();
const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });

const db = new SqliteDatabase(`${clientFile}.db`);
db.pragma('journal_mode = WAL');
db.exec('create table clients (id text primary key, metadata text not null) without rowid');
db.prepare('insert into clients values (?, ?)').run(
  clientId,
  JSON.stringify({
    client_id: clientId,
    client_secret: 'stored as a hash',
    secret_hash: sha256(clientSecret).toString('base64'),
    grant_types: ['client_credentials'],
    redirect_uris: [],
    response_types: [],
    token_endpoint_auth_method: 'client_secret_post',
    id_token_signed_response_alg: 'ES256',
  }),
);
const findClient = db.prepare('select metadata from clients where id = ?').pluck();

/** Only clients are ever looked up: a signed token is not stored. */
class ClientAdapter {
  async find(id) {
    const metadata = findClient.get(id);
    return metadata === undefined ? undefined : JSON.parse(metadata);
  }
}

const provider = new Provider(ISSUER, {
  adapter: ClientAdapter,
  extraClientMetadata: { properties: ['secret_hash'] },
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
provider.Client.prototype.compareClientSecret = function compareClientSecret(secret) {
  return timingSafeEqual(sha256(secret), Buffer.from(this.secret_hash, 'base64'));
};

const pair = readFileSync(pairFile);
const server = createServer({ key: pair, cert: pair }, provider.callback());
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`listening on https://127.0.0.1:${server.address().port}\n`);
});
