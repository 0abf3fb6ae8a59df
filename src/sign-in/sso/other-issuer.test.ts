// Nightly: it takes over three seconds.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { adminBrowser } from '../../../test/support/browser.ts';
import { readAuditLines } from '../../../test/support/credentials.ts';
import { forEachEngine } from '../../../test/support/engines.ts';
import { startInstance } from '../../../test/support/instance.ts';
import { arriveBySso, connectProvider, SSO_ENV } from '../../../test/support/sso-sign-in.ts';

forEachEngine((engine) => {
  test('an issuer that differs by a slash is named as it is set and as it came, in the test and in the audit log', async (t) => {
    const node = await startInstance(engine, { env: SSO_ENV });
    t.after(() => node.close());
    const admin = await adminBrowser(node);
    const { idp, connectionId } = await connectProvider(node, { admin });
    t.after(() => idp.close());
    const path = `/app/v1/sso-connections/${connectionId}`;
    const { clientSecret, issuer } = idp;
    const change = async (set: string) => {
      const changed = await admin.send('PATCH', path, { body: { issuer: set, clientSecret } });
      assert.equal(changed.status, 200, changed.text);
    };
    for (const [set, announced] of [
      [`${issuer}/acme`, `${issuer}/acme/`],
      [`${issuer}/acme/`, `${issuer}/acme`],
    ] as const) {
      await change(set);
      idp.announces = announced;
      const { text, at } = await admin.send('POST', `${path}/test`);
      const told = [at('outcome'), at('expectedIssuer'), at('receivedIssuer')];
      assert.deepEqual(told, ['other-issuer', set, announced], text);
    }
    idp.announces = undefined;
    await change(issuer);

    const isNamed = async (change: (answer: URL) => void = () => undefined) => {
      const { answer } = await arriveBySso(
        node,
        {
          ...idp,
          visit: async (url) => {
            const back = await idp.visit(url);
            change(back);
            return back;
          },
        },
        connectionId,
      );
      assert.match(answer.headers['location'] ?? '', /problem=sso-refused/);
      const lines = await readAuditLines(node.services.db, node.account.accountId);
      const { expectedIssuer, receivedIssuer } = Object(lines.at(-1)?.detail);
      assert.deepEqual([expectedIssuer, receivedIssuer], [issuer, `${issuer}/`]);
    };
    idp.tamper = (token) => idp.rewrite(token, { iss: `${issuer}/` });
    await isNamed();
    idp.tamper = undefined;
    await isNamed((answer) => answer.searchParams.set('iss', `${issuer}/`));
  });
});
