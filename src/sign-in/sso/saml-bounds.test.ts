// Answers that are right by their signature, but belong to another organisation or to another time.
// Nightly: it takes over three seconds.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { adminBrowser, openBrowser } from '../../../test/support/browser.ts';
import { readAuditLines } from '../../../test/support/credentials.ts';
import { forEachEngine } from '../../../test/support/engines.ts';
import {
  ADMIN_PASSWORD,
  type Answer,
  type Instance,
  startInstance,
} from '../../../test/support/instance.ts';
import type { SamlAnswer } from '../../../test/support/saml-answers.ts';
import {
  readRequest,
  type SamlProvider,
  startSamlProvider,
} from '../../../test/support/saml-provider.ts';
import {
  arriveBySaml,
  beginSaml,
  connectSaml,
  follow,
  postSaml,
  type SamlTab,
} from '../../../test/support/saml-sign-in.ts';
import { SSO_ENV } from '../../../test/support/sso-sign-in.ts';

forEachEngine((engine) => {
  let node: Instance;
  let idp: SamlProvider;
  let id: string;
  const user = { userName: 'ann@x.example', externalId: 'ext-ann' };
  before(async () => {
    // It stands still, so that a slow machine can't move an answer over the bound of a second.
    const now = Date.now();
    const clock = { now: () => now, advance: () => undefined };
    node = await startInstance(engine, { env: SSO_ENV, clock });
    idp = await startSamlProvider();
    idp.person = { nameId: 'ann', attributes: { uid: ['ext-ann'] } };
    id = await connectSaml(await adminBrowser(node), idp);
    assert.equal((await node.request('POST', '/scim/v2/Users', { body: user })).status, 201);
  });
  after(async () => {
    idp.close();
    await node.close();
  });

  const refusalIn = async (accountId: string): Promise<unknown> => {
    const lines = await readAuditLines(node.services.db, accountId);
    return Object(lines.findLast(({ result }) => result === 'refused')?.detail).error;
  };
  const outcomeOf = ({ headers }: Answer): string | null => {
    const url = new URL(headers['location'] ?? '', node.baseUrl);
    return url.searchParams.get('problem') ?? url.pathname;
  };

  test('an answer for one organisation signs nobody in at another one with the same identity provider and key', async () => {
    const other = await node.addAccount('Other');
    const admin = openBrowser(node);
    await admin.signIn(`${other.accountCode}/admin`, ADMIN_PASSWORD);
    const theirs = await connectSaml(admin, idp);
    const token = await node.token(other.clientId, other.clientSecret);
    const made = await node.request('POST', '/scim/v2/Users', { token, body: user });
    assert.equal(made.status, 201, made.text);
    idp.faults = { now: node.clock.now() };
    assert.equal(outcomeOf(await arriveBySaml(node, idp, theirs)), '/');

    const entityId = `${node.baseUrl}/saml/${theirs}`;
    const acs = `${entityId}/acs`;
    /** Posts the answer to a sign-in here to them, in a browser that began a sign-in there. */
    const replayed = async (faults: (there: SamlTab) => Partial<SamlAnswer>) => {
      const [here, there] = [await beginSaml(node, id), await beginSaml(node, theirs)];
      idp.faults = { now: node.clock.now(), ...faults(there) };
      const { fields } = idp.answerTo(here.url);
      const RelayState = readRequest(there.url).relayState ?? '';
      const posted = await postSaml(node, { acs, fields: { ...fields, RelayState } });
      const outcome = outcomeOf(await follow(node, posted, there.cookie));
      return [outcome, await refusalIn(other.accountId)];
    };
    assert.deepEqual(await replayed(() => ({})), ['sso-refused', 'recipient']);
    const own = { recipient: acs, destination: acs, audience: entityId };
    const asked = (there: SamlTab) => {
      const requestId = readRequest(there.url).id;
      return { requestId, responseRequestId: requestId };
    };
    assert.equal((await replayed((there) => ({ ...own, ...asked(there) })))[0], '/');
    // Each of them is needed.
    const { recipient, destination, audience } = own;
    const without = (code: string, faults: (there: SamlTab) => Partial<SamlAnswer>) =>
      replayed(faults).then((found) => assert.deepEqual(found, ['sso-refused', code]));
    await without('recipient', (there) => ({ destination, audience, ...asked(there) }));
    await without('destination', (there) => ({ recipient, audience, ...asked(there) }));
    await without('audience', (there) => ({ recipient, destination, ...asked(there) }));
    await without('in-response-to', () => own);
  });

  test('clocks may differ by 59 seconds, and not by 61, in either direction', async () => {
    const arrives = async (seconds: number, more: Partial<SamlAnswer>) => {
      idp.faults = { now: node.clock.now() + seconds * 1000, ...more };
      return outcomeOf(await arriveBySaml(node, idp, id));
    };
    // The clock of the identity provider is fast: its answer is not valid yet by ours.
    const fresh = { notBefore: 0 };
    assert.equal(await arrives(59, fresh), '/');
    assert.equal(await arrives(61, fresh), 'sso-refused');
    assert.equal(await refusalIn(node.account.accountId), 'not-yet-valid');
    // It is slow: an answer that ends now by its clock has ended by ours.
    const ending = { notOnOrAfter: 0, confirmedUntil: 0 };
    assert.equal(await arrives(-59, ending), '/');
    assert.equal(await arrives(-61, ending), 'sso-refused');
    assert.equal(await refusalIn(node.account.accountId), 'expired');
  });
});
