import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import {
  assertionForm,
  keySetOf,
  makeSigner,
  ownClaims,
} from '../../../test/support/assertions.ts';
import { commandLine, envOf, type Formstead, folder } from '../../../test/support/command-line.ts';
import { forEachEngine } from '../../../test/support/engines.ts';
import { type Instance, startInstance } from '../../../test/support/instance.ts';

forEachEngine((engine) => {
  let instance: Instance;
  let formstead: Formstead;
  before(async () => {
    const storage = await engine.fresh('any');
    instance = await startInstance(engine, { storage });
    formstead = commandLine(envOf(storage), instance);
    await formstead('user', 'create', '--user-name', 'ada', '--role', 'admin');
  });
  after(() => instance.close());

  const create = async (...more: readonly string[]) => {
    const made = await formstead('credential', 'create', '--user', 'ada', '--json', ...more);
    return { id: made.word('clientId'), secret: made.word('clientSecret') };
  };
  const statusWith = async (token: string): Promise<number> =>
    (await instance.request('GET', '/scim/v2/Users', { token })).status;

  test('check 8: a secret can have a label and an end, which show everywhere but the secret', async () => {
    const made = await formstead(
      ...[
        'credential',
        'create',
        '--user',
        'ada',
        '--label',
        'CI runner',
        '--expires',
        '1h',
        '--json',
      ],
    );
    const id = made.word('clientId');
    assert.match(made.word('expiresAt'), /^\d{4}-.*Z$/);
    const shown = await formstead('credential', 'show', id, '--json');
    assert.deepEqual(
      [shown.json('secrets', 0, 'label'), shown.json('secrets', 0, 'expiresAt')],
      ['CI runner', made.word('expiresAt')],
    );
    assert.match((await formstead('credential', 'show', id)).stdout, /CI runner/);
    await instance.token(id, made.word('clientSecret'));
    instance.clock.advance(3_600_000);
    await assert.rejects(instance.token(id, made.word('clientSecret')));
    const next = await formstead(
      ...['credential', 'regenerate', id, '--expires', '90d', '--label', 'second', '--json'],
    );
    await instance.token(id, next.word('clientSecret'));
  });

  test('a credential is limited to networks, and the limit is changed and taken away', async () => {
    const { id, secret } = await create('--allow-ip', '127.0.0.0/8, ::1');
    const token = await instance.token(id, secret);
    assert.equal(await statusWith(token), 200);
    const change = (...argv: readonly string[]) => formstead('credential', 'change', id, ...argv);
    const far = await change('--allow-ip', '192.0.2.0/24', '--json');
    assert.deepEqual(far.json('allowedNetworks'), ['192.0.2.0/24']);
    assert.equal(await statusWith(token), 403);
    await change('--allow-ip', 'any', '--rights', 'forms.read');
    assert.equal((await instance.request('GET', '/v2/formz', { token })).status, 200);
    assert.equal(await statusWith(token), 403);
    assert.match((await change('--rights', 'all')).stdout, /all that the user has/);
    assert.equal(await statusWith(token), 200);
    assert.equal((await change()).code, 2);
    const wrong = await change('--allow-ip', 'example.org');
    assert.equal(wrong.code, 1);
    assert.match(wrong.stderr, /"example.org" is not an IP address or network/);
  });

  test('a client can sign instead: its public keys come from a file or an address', async (t) => {
    const signer = makeSigner('ES256', 'first');
    const file = join(await folder(t), 'keys.json');
    await writeFile(file, keySetOf(signer));
    const make = (...argv: readonly string[]) =>
      formstead('credential', 'create', '--user', 'ada', '--json', ...argv);
    const made = await make('--jwks-file', file);
    assert.equal(made.json('clientSecret'), undefined);
    const id = made.word('clientId');
    const claims = ownClaims(id, instance.baseUrl, instance.clock.now());
    const answer = await instance.request('POST', '/connect/token', {
      token: null,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams(assertionForm(signer.sign(claims))).toString(),
    });
    assert.equal(answer.status, 200, answer.text);
    assert.match((await formstead('credential', 'show', id)).stdout, /keys: +first\n/);
    const url = 'https://client.example/jwks.json';
    const moved = await formstead('credential', 'change', id, '--jwks-url', url, '--json');
    assert.deepEqual(moved.json('keys'), { jwksUrl: url, tokenEndpointAudience: false });
    const change = (word: string) =>
      formstead('credential', 'change', id, '--token-endpoint-audience', word, '--json');
    const switched = await change('yes');
    assert.deepEqual(switched.json('keys'), { jwksUrl: url, tokenEndpointAudience: true });
    assert.match((await change('maybe')).stderr, /--token-endpoint-audience is yes or no/);
    assert.equal(await statusWith(String(answer.at('access_token'))), 401);

    const names = ['--issuer', 'https://idp.example', '--subject', 'w', '--audience', 'api://f'];
    const federated = await make('--jwks-url', url, ...names);
    const text = (await formstead('credential', 'show', federated.word('clientId'))).stdout;
    assert.match(text, /issuer: +https:\/\/idp\.example\n/);

    await writeFile(file, JSON.stringify({ keys: [signer.privateJwk] }));
    const cases: readonly (readonly [readonly string[], number, RegExp])[] = [
      [['--jwks-file', file], 1, /holds a private key/],
      [['--jwks-file', `${file}.x`], 1, /can't be read \(ENOENT\)/],
      [['--jwks-url', 'http://client.example/'], 1, /https URL/],
      [['--jwks-file', file, '--jwks-url', url], 2, /not both/],
      [['--jwks-file', file, '--expires', '1d'], 2, /--expires is about a secret/],
      [['--issuer', 'x'], 2, /go together/],
      [['--jwks-file', file, ...names], 2, /go together/],
    ];
    for (const [argv, code, message] of cases) {
      const refused = await make(...argv);
      assert.equal(refused.code, code, refused.stderr);
      assert.match(refused.stderr, message);
    }
  });

  test('a provisioning token opens SCIM, is renewed with an overlap, and ends', async () => {
    const made = await formstead(
      ...[
        'credential',
        'create',
        '--provisioning',
        '--name',
        'Okta',
        '--expires',
        '365d',
        '--json',
      ],
    );
    const [id, first] = [made.word('clientId'), made.word('provisioningToken')];
    assert.match(first, /^fsp_acme_/);
    assert.equal(await statusWith(first), 200);
    const shown = await formstead('credential', 'show', id);
    assert.match(shown.stdout, /acts as: +the provisioning identity\n/);
    assert.ok(!shown.stdout.includes(first));
    assert.match((await formstead('credential', 'list')).stdout, /the provisioning identity/);
    const next = await formstead(
      ...['credential', 'rotate', id, '--expires', '365d', '--overlap', '1h', '--json'],
    );
    assert.deepEqual(
      [await statusWith(first), await statusWith(next.word('provisioningToken'))],
      [200, 200],
    );
    assert.equal((await formstead('credential', 'regenerate', id)).code, 1);
    assert.equal((await formstead('credential', 'rotate', id)).code, 2);
    assert.equal((await formstead('credential', 'rotate', id, '--expires', '9999d')).code, 1);
    await formstead('credential', 'revoke', id);
    assert.equal(await statusWith(next.word('provisioningToken')), 401);
    for (const argv of [
      ['--name', 'x'],
      ['--expires', '1d', '--user', 'ada'],
      ['--expires', '1d', '--rights', 'scim'],
    ]) {
      assert.equal((await formstead('credential', 'create', '--provisioning', ...argv)).code, 2);
    }
    assert.equal((await formstead('credential', 'create')).code, 2);
    const { id: client } = await create();
    assert.equal((await formstead('credential', 'rotate', client, '--expires', '1d')).code, 1);
  });
});
