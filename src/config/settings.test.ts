import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { inspect } from 'node:util';
import { readSettings, resolveAuthUrl, resolvePublicUrl, SettingsError } from './settings.ts';

const KEY = Buffer.from(Array.from({ length: 32 }, (_, i) => i * 7)).toString('base64');
const DATABASE = 'postgres://app:hunter2@db.example.org/formstead';

const folder = mkdtempSync(join(tmpdir(), 'formstead-settings-'));
after(() => rmSync(folder, { recursive: true }));
function fileWith(name: string, content: string): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

/** Returns the faults of an environment, without the prefix: `NAME: problem fix`. */
function faultsOf(env: Record<string, string>): readonly string[] {
  try {
    readSettings(prefixed(env));
  } catch (error) {
    assert.ok(error instanceof SettingsError);
    return error.faults.map(
      ({ name, problem, fix }) => `${name.replace('FORMSTEAD_', '')}: ${problem} ${fix}`,
    );
  }
  return [];
}
const prefixed = (env: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(env).map(([name, value]) => [`FORMSTEAD_${name}`, value]));

function assertOneFault(env: Record<string, string>, pattern: RegExp): void {
  const faults = faultsOf(env);
  assert.equal(faults.length, 1, `${inspect(env)} -> ${inspect(faults)}`);
  assert.match(faults[0] ?? '', pattern);
}

test('it runs with nothing set', () => {
  const settings = readSettings({ HOME: '/root', PATH: '/bin', FORMSTEAD_PORT: '' });
  assert.deepEqual(settings, {
    server: {
      dataDir: join(process.cwd(), 'data'),
      host: '127.0.0.1',
      port: 8443,
      publicUrl: undefined,
      authUrl: undefined,
      drainSeconds: 0,
    },
    storage: {
      databaseUrl: undefined,
      statementSeconds: 30,
      namedStatements: true,
      readOnly: false,
    },
    mail: undefined,
    webPush: false,
    backups: undefined,
    files: { s3: undefined, exportsToBucket: false, maxAttachmentBytes: 10_485_760 },
    tls: { mode: 'local' },
    security: {
      masterKey: undefined,
      basic: true,
      basicSunset: undefined,
      exposedCredentials: 'mark',
      outboundNetworks: [],
    },
    passwords: { memoryKib: 19_456, passes: 2, breachedFile: undefined },
    provisioning: { schemasFile: undefined },
    limits: {
      tokenPerClient: 30,
      tokenPerAddress: 600,
      apiPerCredential: 600,
      scimPerAccount: 3000,
      introspectionPerAddress: 600,
      signInPerAddress: 600,
      linksPerAddress: 60,
      linkSendsPerAddress: 10,
      linkSendsPerLink: 600,
      linkUploadsPerAddress: 60,
      linkSiteShare: 25,
      publicPerAddress: 6000,
      unauthorisedPerAddress: 600,
      concurrentPerCaller: 256,
      legacyHeaders: false,
      failures: {
        passwordsPerAddress: 30,
        passwordsBeforeWaiting: 5,
        passwordsBeforeSuspension: 100,
        clientsPerAddress: 30,
        minutes: 15,
      },
    },
    quotas: {
      fileBytes: 50 * 1024 ** 3,
      forms: 1_000_000,
      uploadBytesPerDay: 2 * 1024 ** 3,
      answerBytes: 20 * 1024 ** 3,
      answerBytesPerDay: 1024 ** 3,
      answerBytesPerLinkPerDay: 512 * 1024 ** 2,
      provisioningLogBytes: 2 ** 31,
    },
    logging: { level: 'info', sampling: undefined, file: undefined },
    metrics: undefined,
    tracing: undefined,
  });
  assert.equal(resolvePublicUrl(settings, 41234), 'https://localhost:41234');
  assert.equal(resolvePublicUrl(settings, 443), 'https://localhost');
  assert.equal(resolveAuthUrl(settings, 41234), 'https://localhost:41234');
});

test('every setting can be set', () => {
  const settings = readSettings(
    prefixed({
      DATA_DIR: '/srv/data',
      HOST: '::',
      PORT: '0',
      PUBLIC_URL: 'https://Forms.Example.org:443/',
      AUTH_URL: 'https://auth.example.org:8444',
      DATABASE_URL: DATABASE,
      MASTER_KEY: KEY,
      TRUSTED_PROXIES: '127.0.0.1, 10.0.0.0/24 fd00::/8',
      LOG_LEVEL: 'WARN',
      LIMIT_TOKEN_PER_CLIENT: '1',
      LIMIT_TOKEN_PER_ADDRESS: '2',
      LIMIT_API: '3',
      LIMIT_SCIM: '1800',
      LIMIT_INTROSPECTION: '4',
      LIMIT_SIGN_IN: '5',
      LIMIT_LINKS: '17',
      LIMIT_LINK_SENDS_PER_ADDRESS: '18',
      LIMIT_LINK_SENDS: '19',
      LIMIT_LINK_UPLOADS_PER_ADDRESS: '20',
      LIMIT_LINK_SITE_SHARE: '30',
      LIMIT_PUBLIC: '15',
      LIMIT_UNAUTHORISED: '16',
      LIMIT_CONCURRENT: '6',
      LIMIT_LEGACY_HEADERS: 'on',
      LIMIT_PASSWORD_FAILURES_PER_ADDRESS: '7',
      LIMIT_PASSWORD_FAILURES_PER_USER_AND_ADDRESS: '8',
      LIMIT_PASSWORD_FAILURES_PER_USER: '9',
      LIMIT_CLIENT_FAILURES_PER_ADDRESS: '10',
      LIMIT_FAILURE_MINUTES: '11',
      BASIC: 'off',
    }),
  );
  assert.equal(settings.server.dataDir, '/srv/data');
  assert.equal(settings.server.host, '::');
  assert.equal(settings.server.port, 0);
  assert.equal(resolvePublicUrl(settings, 5), 'https://forms.example.org');
  assert.equal(resolveAuthUrl(settings, 5), 'https://auth.example.org:8444');
  assert.equal(settings.storage.databaseUrl?.reveal(), DATABASE);
  assert.deepEqual(settings.security.masterKey?.reveal(), Buffer.from(KEY, 'base64'));
  assert.equal(settings.security.basic, false);
  assert.deepEqual(settings.tls, {
    mode: 'proxy',
    trustedProxies: [
      { text: '127.0.0.1', family: 'ipv4', prefix: 32 },
      { text: '10.0.0.0', family: 'ipv4', prefix: 24 },
      { text: 'fd00::', family: 'ipv6', prefix: 8 },
    ],
  });
  assert.equal(settings.logging.level, 'warn');
  assert.deepEqual(settings.limits, {
    tokenPerClient: 1,
    tokenPerAddress: 2,
    apiPerCredential: 3,
    scimPerAccount: 1800,
    introspectionPerAddress: 4,
    signInPerAddress: 5,
    linksPerAddress: 17,
    linkSendsPerAddress: 18,
    linkSendsPerLink: 19,
    linkUploadsPerAddress: 20,
    linkSiteShare: 30,
    publicPerAddress: 15,
    unauthorisedPerAddress: 16,
    concurrentPerCaller: 6,
    legacyHeaders: true,
    failures: {
      passwordsPerAddress: 7,
      passwordsBeforeWaiting: 8,
      passwordsBeforeSuspension: 9,
      clientsPerAddress: 10,
      minutes: 11,
    },
  });
});

test('all faults are reported at once, each with its fix', () => {
  const env = { PORT: '99999', LOG_LEVEL: 'loud', BASIC: 'maybe', HOST: 'http://x', PROT: '1' };
  assert.deepEqual(faultsOf(env), [
    'HOST: "http://x" is neither an IP address nor a host name. Give one without scheme, port or brackets, for instance 0.0.0.0.',
    'PORT: 99999 is above 65535. Give a whole number from 0 to 65535, for instance 443.',
    'BASIC: "maybe" is not one of its values. Give on or off.',
    'LOG_LEVEL: "loud" is not one of its values. Give fatal, error, warn, info, debug, trace or silent.',
    'PROT: There is no such setting. Did you mean FORMSTEAD_PORT?',
  ]);
  assert.throws(
    () => readSettings(prefixed(env)),
    (error: Error) => error.message.startsWith('5 settings are not valid:\n  FORMSTEAD_HOST: '),
  );
});

test('a misspelt setting is refused and the right name offered, without its value', () => {
  const cases: [string, RegExp][] = [
    ['MASTERKEY', /Did you mean FORMSTEAD_MASTER_KEY\?/],
    ['DATABSE_URL_FILE', /Did you mean FORMSTEAD_DATABASE_URL_FILE\?/],
    ['LIMIT_SCM', /Did you mean FORMSTEAD_LIMIT_SCIM\?/],
    ['COLOUR', /docs\/settings\.md/],
    ['PORT_FILE', /Only a secret can be read from a file. Set FORMSTEAD_PORT itself/],
    ['SERVICE_HOST', /enableServiceLinks: false/],
    ['PORT_8443_TCP_ADDR', /enableServiceLinks: false/],
    ['x'.repeat(10_000), /There is no such setting/],
  ];
  for (const [name, pattern] of cases) {
    assertOneFault({ [name]: 'hunter2' }, pattern);
    assert.doesNotMatch(faultsOf({ [name]: 'hunter2' }).join(), /hunter2/);
  }
  assertOneFault({ PORT: 'tcp://10.0.0.1:8443' }, /enableServiceLinks: false/);
  assert.deepEqual(faultsOf({}), []);
});

test('the public URL is an https origin that every client can use', () => {
  const refused: [string, RegExp][] = [
    ['forms.example.org', /not a URL/],
    ['http://forms.example.org', /does not start with https/],
    ['https://forms.example.org/app', /has a path/],
    ['https://forms.example.org?', /query or a fragment/],
    ['https://forms.example.org/#x', /query or a fragment/],
    ['https://my_forms.example.org', /underscore.*Okta/],
    ['https://*.example.org', /not a host name/],
    ['https://0.0.0.0:8443', /Clients cannot call/],
    ['https://[::]', /Clients cannot call/],
    ['https://localhost:0', /Clients cannot call/],
    ['https://admin:hunter2@forms.example.org', /user name or password/],
  ];
  for (const [url, pattern] of refused) {
    assertOneFault({ PUBLIC_URL: url }, pattern);
    assertOneFault({ AUTH_URL: url }, pattern);
    assert.doesNotMatch(faultsOf({ PUBLIC_URL: url }).join(), /hunter2/);
  }
  for (const url of [
    'https://[2001:db8::1]:8443',
    'https://xn--bcher-kva.example',
    'https://10.1.2.3',
  ]) {
    assert.deepEqual(faultsOf({ PUBLIC_URL: `${url}/` }), []);
  }
});

test('PostgreSQL needs its URL and the master key, and neither is ever printed', () => {
  assertOneFault({ DATABASE_URL: DATABASE }, /^MASTER_KEY: It is not set, and PostgreSQL needs it/);
  assert.deepEqual(faultsOf({ DATABASE_URL: DATABASE, MASTER_KEY: KEY }), []);
  const refused = [
    'mysql://app:hunter2@db',
    'postgres:db',
    'postgres://app:hun%zzter2@db/f',
    'postgres://app:hunter2#@db/f',
  ];
  for (const url of refused) {
    assertOneFault({ DATABASE_URL: url, MASTER_KEY: KEY }, /^DATABASE_URL: .*Give postgres:\/\//);
    assert.doesNotMatch(faultsOf({ DATABASE_URL: url }).join(), /hun/);
  }
  const settings = readSettings(prefixed({ DATABASE_URL: DATABASE, MASTER_KEY: KEY }));
  const printed = `${inspect(settings, { depth: 9 })}${JSON.stringify(settings)}`;
  assert.doesNotMatch(printed, /hunter2/);
  assert.ok(!printed.includes(KEY) && !printed.includes(inspect(Buffer.from(KEY, 'base64'))));
});

test('the master key is 32 unguessable bytes', () => {
  const url = Buffer.from(KEY, 'base64').toString('base64url');
  for (const key of [KEY, url, ` ${KEY}\n`]) assert.deepEqual(faultsOf({ MASTER_KEY: key }), []);
  for (const key of ['secret', `${KEY}AAAA`, KEY.slice(4), 'a'.repeat(64)]) {
    assertOneFault({ MASTER_KEY: key }, /32 bytes in base64.*openssl rand -base64 32/);
    assert.ok(!faultsOf({ MASTER_KEY: key }).join().includes(key));
  }
  assertOneFault({ MASTER_KEY: `${'A'.repeat(43)}=` }, /a single byte repeated/);
});

test('a secret is read from a file, or else the file is named as the fault', () => {
  const path = fileWith('key', `${KEY}\n`);
  const settings = readSettings({ FORMSTEAD_MASTER_KEY_FILE: path });
  assert.deepEqual(settings.security.masterKey?.reveal(), Buffer.from(KEY, 'base64'));
  assertOneFault({ MASTER_KEY: KEY, MASTER_KEY_FILE: path }, /^MASTER_KEY: It is set, and so is/);
  assertOneFault({ MASTER_KEY_FILE: join(folder, 'none') }, /^MASTER_KEY_FILE: .*ENOENT/);
  assertOneFault({ MASTER_KEY_FILE: folder }, /does not name a file/);
  assertOneFault({ MASTER_KEY_FILE: '/dev/zero' }, /does not name a file/);
  assertOneFault({ MASTER_KEY_FILE: fileWith('empty', '\n') }, /is empty/);
  assertOneFault({ MASTER_KEY_FILE: fileWith('large', 'x'.repeat(70_000)) }, /too large/);
  assertOneFault({ MASTER_KEY_FILE: fileWith('wrong', 'hunter2') }, /^MASTER_KEY: .*32 bytes/);
});

test('a certificate comes with its key and without a proxy', () => {
  const pair = { TLS_CERT_FILE: '/c.pem', TLS_KEY_FILE: '/k.pem' };
  assert.deepEqual(readSettings(prefixed(pair)).tls, {
    mode: 'files',
    certFile: '/c.pem',
    keyFile: '/k.pem',
  });
  assertOneFault({ TLS_CERT_FILE: '/c.pem' }, /^TLS_KEY_FILE: .*go together/);
  assertOneFault({ TLS_KEY_FILE: '/k.pem' }, /^TLS_CERT_FILE: .*go together/);
  const proxy = { TRUSTED_PROXIES: '10.0.0.1', PUBLIC_URL: 'https://forms.example.org' };
  assert.equal(faultsOf({ ...pair, ...proxy }).length, 2);
});

test('proxy mode trusts named networks only, and needs the public URL', () => {
  const proxy = (list: string) => ({
    TRUSTED_PROXIES: list,
    PUBLIC_URL: 'https://forms.example.org',
  });
  assertOneFault({ TRUSTED_PROXIES: '10.0.0.0/24' }, /^PUBLIC_URL: It is not set/);
  assertOneFault(proxy('true'), /would trust everybody/);
  assertOneFault(proxy('*'), /would trust everybody/);
  assertOneFault(proxy('1'), /number of hops/);
  assertOneFault(proxy(','), /list is empty/);
  assertOneFault(proxy('10.0.0.1, proxy.example.org'), /"proxy.example.org" is not an address/);
  assertOneFault(proxy('10.0.0.0/33'), /is not an address or network/);
  for (const wide of [
    '0.0.0.0/0',
    '::/0',
    '0.0.0.0/1',
    '2000::/3',
    '::ffff:0.0.0.0/96',
    '10.0.0.1 ::/0',
  ]) {
    assertOneFault(proxy(wide), /trusts strangers/);
  }
});

test('private networks are called only when they are named, and never whole parts of the internet', () => {
  const { security } = readSettings(prefixed({ OUTBOUND_NETWORKS: '10.20.0.0/16 fd00:1::/64' }));
  assert.deepEqual(
    security.outboundNetworks.map(({ text, prefix }) => `${text}/${prefix}`),
    ['10.20.0.0/16', 'fd00:1::/64'],
  );
  assertOneFault({ OUTBOUND_NETWORKS: '0.0.0.0/0' }, /whole parts of the internet/);
  assertOneFault({ OUTBOUND_NETWORKS: 'true' }, /"true" is not an address/);
});

test('passwords never cost less than the floor, and the end of Basic is a day', () => {
  const { passwords, security } = readSettings(
    prefixed({
      PASSWORD_MEMORY_KIB: '65536',
      PASSWORD_PASSES: '3',
      BREACHED_PASSWORDS: '/srv/pwned.txt',
      BASIC_SUNSET: '2027-06-30',
    }),
  );
  const breachedFile = '/srv/pwned.txt';
  assert.deepEqual(passwords, { memoryKib: 65_536, passes: 3, breachedFile });
  assert.equal(security.basicSunset, Date.UTC(2027, 5, 30));
  assertOneFault({ PASSWORD_MEMORY_KIB: '19455' }, /19455 is below 19456/);
  assertOneFault({ PASSWORD_PASSES: '1' }, /1 is below 2/);
  for (const value of ['soon', '2027-13-01', '2027-06-30T00:00', '30.6.2027', '2027-6-30']) {
    assertOneFault({ BASIC_SUNSET: value }, /is not a day/);
  }
});

test('the SCIM limit stays above what identity providers need', () => {
  assertOneFault({ LIMIT_SCIM: '1799' }, /1799 is below 1800/);
  assertOneFault({ LIMIT_PASSWORD_FAILURES_PER_USER: '101' }, /101 is above 100/);
  assertOneFault({ LIMIT_API: '0' }, /0 is below 1/);
  for (const value of ['abc', '-1', '1.5', '1e3', '0x10', '9'.repeat(30)]) {
    assertOneFault({ LIMIT_API: value }, /is not a whole number/);
  }
});
