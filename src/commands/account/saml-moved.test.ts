// An archive is a file that somebody may have changed. What it says of a connection by SAML arrives, is shown as text, and
// leads no browser anywhere but to an https address.
// Nightly: it exports and imports an organisation.
import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { adminBrowser, openBrowser } from '../../../test/support/browser.ts';
import { commandLine, envOf } from '../../../test/support/command-line.ts';
import { forEachEngine } from '../../../test/support/engines.ts';
import { startInstance } from '../../../test/support/instance.ts';
import { startSamlProvider } from '../../../test/support/saml-provider.ts';
import { arriveBySaml, connectSaml } from '../../../test/support/saml-sign-in.ts';
import { SSO_ENV } from '../../../test/support/sso-sign-in.ts';

const MARKUP = 'https://idp.example/sso?<img src=x onerror=alert(1)>';
const SCRIPT = 'javascript:alert(document.domain)';

forEachEngine((engine, other) => {
  test('connections by SAML go along with an organisation, with a sign-on address that waits', async (t) => {
    const storage = await engine.fresh('any');
    const first = await startInstance(engine, { storage, env: SSO_ENV });
    const idp = await startSamlProvider();
    t.after(() => idp.close());
    const from = { metadata: undefined, metadataUrl: idp.metadataAddress };
    const admin = await adminBrowser(first);
    const whole = await connectSaml(admin, idp, from);
    const scripted = await connectSaml(admin, idp, { ...from, name: 'Scripted' });
    const user = { userName: 'ann@x.example', externalId: 'ext-ann' };
    assert.equal((await first.request('POST', '/scim/v2/Users', { body: user })).status, 201);
    const table = first.services.db.reader.updateTable('sso_connections');
    await table.set({ saml_waiting_sign_on: MARKUP }).where('id', '=', whole).execute();
    await table
      .set({ saml_waiting_sign_on: SCRIPT, saml_sign_on: SCRIPT })
      .where('id', '=', scripted)
      .execute();
    const before = Object((await admin.send('GET', '/app/v1/sso-connections')).body).items;
    await first.close();
    const keyFile = join(storage.dataDir, 'passphrase.txt');
    const archive = join(storage.dataDir, 'moved.tar.gz');
    await writeFile(keyFile, 'eleven wooden spoons in a drawer\n');
    const code = first.account.accountCode;
    const out = await commandLine(envOf(storage))(
      ...['account', 'export', '--account', code, '--out', archive, '--key-file', keyFile],
    );
    assert.equal(out.code, 0, out.stderr);

    const there = await other.fresh('any');
    const taken = await commandLine(envOf(there))(
      ...['account', 'import', archive, '--key-file', keyFile, '--yes'],
    );
    assert.equal(taken.code, 0, taken.stderr);
    const { account } = first;
    const second = await startInstance(other, { storage: there, account, env: SSO_ENV });
    t.after(() => second.close());
    const theirs = await adminBrowser(second);
    const { items } = Object((await theirs.send('GET', '/app/v1/sso-connections')).body);
    // The addresses are those of the installation, and the rest is as it was.
    const moved = (text: string) => text.replaceAll(first.baseUrl, second.baseUrl);
    assert.deepEqual(items, JSON.parse(moved(JSON.stringify(before))));
    assert.equal(items[0].saml.waitingSignOnUrl, MARKUP);
    idp.person = { nameId: 'ann', attributes: { uid: ['ext-ann'] } };
    idp.faults = { now: second.clock.now() };
    assert.equal((await arriveBySaml(second, idp, whole)).headers['location'], '/');

    const accept = (id: string, signOnUrl: string) =>
      theirs.send('PATCH', `/app/v1/sso-connections/${id}`, { body: { signOnUrl } });
    const begin = (connectionId: string) =>
      openBrowser(second).send('POST', '/app/v1/sso/begin', { body: { connectionId } });
    assert.equal((await accept(whole, MARKUP)).status, 200);
    const { protocol, host, search } = new URL(String((await begin(whole)).at('url')));
    assert.deepEqual([protocol, host], ['https:', 'idp.example']);
    assert.doesNotMatch(search, /</);
    for (const status of [(await begin(scripted)).status, (await accept(scripted, SCRIPT)).status])
      assert.ok(status >= 400, String(status));
    assert.equal((await begin(scripted)).at('url'), undefined);
  });
});
