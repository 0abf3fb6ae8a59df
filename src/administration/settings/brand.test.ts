// Nightly: it takes over three seconds.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import sharp from 'sharp';
import { PNG } from '../../../test/support/attachments.ts';
import { adminBrowser, type Browser, openBrowser } from '../../../test/support/browser.ts';
import { forEachEngine } from '../../../test/support/engines.ts';
import { DEFINITION } from '../../../test/support/forms.ts';
import {
  ADMIN_PASSWORD,
  type Answer,
  type Instance,
  startInstance,
} from '../../../test/support/instance.ts';
import { waitUntil } from '../../../test/support/wait-until.ts';

const BRAND = '/app/v1/account/brand';
const LOGO = '/app/v1/account/logo';
const LIMIT = 512 * 1024;

const paint = (width: number, height: number) =>
  sharp({
    create: { width, height, channels: 4, background: { r: 200, g: 0, b: 80, alpha: 0.5 } },
  });

forEachEngine((engine) => {
  let node: Instance;
  let admin: Browser;
  before(async () => {
    node = await startInstance(engine);
    admin = await adminBrowser(node);
  });
  after(() => node.close());

  const colour = (accent: unknown) => admin.send('PATCH', BRAND, { body: { accent } });
  const upload = (body: Buffer, type = 'image/png'): Promise<Answer> =>
    admin.send('PUT', LOGO, { body, headers: { 'content-type': type } });
  const asStranger = (path: string) => node.request('GET', path, { token: null });

  test('an admin sets a colour, which every page of the organisation is told, and takes it back', async () => {
    assert.deepEqual((await admin.send('GET', BRAND)).body, {});
    assert.deepEqual((await colour('#7D1F6B')).body, { accent: '#7d1f6b' });
    assert.deepEqual((await colour('#abc')).body, { accent: '#aabbcc' });
    const session = await admin.send('GET', '/app/v1/session');
    assert.deepEqual(session.at('account', 'brand'), { accent: '#aabbcc' });
    const front = await asStranger('/app/v1/sign-in');
    assert.deepEqual(front.at('organisation', 'brand'), { accent: '#aabbcc' });
    assert.deepEqual((await admin.send('PATCH', BRAND, { body: {} })).body, { accent: '#aabbcc' });
    assert.deepEqual((await colour(null)).body, {});
    assert.equal((await asStranger('/app/v1/sign-in')).at('organisation'), undefined);
  });

  test('what is no colour is refused, with its place, and changes nothing', async () => {
    await colour('#123456');
    for (const text of ['', 'red', '123456', '#12345', '#1234567', 'url(#abc)', 'rgb(1,2,3)']) {
      const refused = await colour(text);
      const found = [refused.status, refused.at('code'), refused.at('at')];
      assert.deepEqual(found, [422, 'not-a-colour', 'accent'], text);
    }
    for (const value of [7, {}, 'x'.repeat(101)]) {
      assert.deepEqual([(await colour(value)).status], [400], String(value));
    }
    assert.deepEqual((await admin.send('GET', BRAND)).body, { accent: '#123456' });
    await colour(null);
  });

  test('a logo is stored small and without what its file knew, and is served to everybody for good', async () => {
    const photo = await paint(1600, 320)
      .withExif({ IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '54/1 20/1 0/1' } })
      .webp()
      .toBuffer();
    const set = await upload(photo, 'image/webp');
    assert.equal(set.status, 200, set.text);
    const url = String(set.at('logo', 'url'));
    assert.deepEqual([set.at('logo', 'width'), set.at('logo', 'height')], [400, 80]);
    const served = await asStranger(url);
    assert.equal(served.status, 200);
    assert.equal(served.headers['content-type'], 'image/png');
    assert.equal(served.headers['cache-control'], 'public, max-age=31536000, immutable');
    assert.equal(served.headers['x-content-type-options'], 'nosniff');
    const { format, width, height, exif } = await sharp(served.bytes).metadata();
    assert.deepEqual([format, width, height, exif], ['png', 400, 80, undefined]);

    const again = await upload(await paint(20, 400).png().toBuffer());
    assert.deepEqual([again.at('logo', 'width'), again.at('logo', 'height')], [8, 160]);
    assert.notEqual(again.at('logo', 'url'), url);
    assert.equal((await asStranger(url)).status, 404, 'the old one is gone');
    assert.equal((await admin.send('DELETE', LOGO)).status, 204);
    assert.equal((await asStranger(String(again.at('logo', 'url')))).status, 404);
    assert.equal((await admin.send('DELETE', LOGO)).at('code'), 'not-found');
  });

  test('what is no logo is refused, with its place, and leaves the logo that was', async () => {
    const kept = await upload(PNG);
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>');
    const gif = await paint(4, 4).gif().toBuffer();
    for (const body of [Buffer.alloc(0), Buffer.from('a'), svg, gif, PNG.subarray(0, 40)]) {
      const refused = await upload(body);
      const found = [refused.status, refused.at('code'), refused.at('at')];
      assert.deepEqual(found, [422, 'unreadable-picture', 'logo'], refused.text);
    }
    const large = await upload(Buffer.concat([PNG, Buffer.alloc(LIMIT)]));
    const found = ['code', 'at', 'limit'].map((name) => large.at(name));
    assert.deepEqual([large.status, ...found], [413, 'body-too-large', 'logo', LIMIT]);
    assert.equal((await upload(svg, 'image/svg+xml')).status, 415);
    assert.deepEqual((await admin.send('GET', BRAND)).body, kept.body);
    await admin.send('DELETE', LOGO);
  });

  test('a member sees the colour and the logo, and can change neither', async () => {
    await colour('#7d1f6b');
    const { accountId } = node.account;
    const { directory, passwords, db } = node.services;
    const passwordHash = await passwords.hash(ADMIN_PASSWORD);
    await db.transaction((tx) =>
      directory.createUser(
        tx,
        { accountId, via: 'command-line' },
        {
          attributes: { userName: 'grace', active: true },
          origin: 'local',
          passwordHash,
        },
      ),
    );
    const member = openBrowser(node);
    const signedIn = await member.signIn('grace', ADMIN_PASSWORD);
    assert.equal(signedIn.at('account', 'brand', 'accent'), '#7d1f6b', signedIn.text);
    const body = { accent: '#000000' };
    const headers = { 'content-type': 'image/png' };
    for (const refused of [
      await member.send('GET', BRAND),
      await member.send('PATCH', BRAND, { body }),
      await member.send('PUT', LOGO, { body: PNG, headers }),
      await member.send('DELETE', LOGO),
    ]) {
      assert.deepEqual([refused.status, refused.at('code')], [403, 'forbidden'], refused.text);
    }
    assert.deepEqual((await admin.send('GET', BRAND)).body, { accent: '#7d1f6b' });
  });

  test('a PDF of a form has the logo of its organisation', async () => {
    const { db, forms } = node.services;
    const by = { ...node.account, role: 'admin', via: 'api' } as const;
    const id = await db.transaction(async (tx) => {
      const template = await forms.createTemplate(tx, by, {
        name: 'Visit',
        definition: DEFINITION,
      });
      await forms.publishTemplate(tx, by, template.id);
      return (await forms.createForm(tx, by, { templateId: template.id })).form.id;
    });
    const path = `/v2/formz/${id}/exports`;
    const hasPicture = async (): Promise<boolean> => {
      const begun = await node.request('POST', path, { body: { type: 'pdf' } });
      const queue = `/v2/queue/${begun.at('id')}`;
      await waitUntil(async () => (await node.request('GET', queue)).at('status') === 'Completed');
      const pdf = await node.request('GET', `${path}/${begun.at('id')}/file`);
      assert.equal(pdf.bytes.toString('latin1', 0, 5), '%PDF-', pdf.text);
      return pdf.bytes.toString('latin1').includes('/Subtype /Image');
    };
    assert.equal(await hasPicture(), false);
    await upload(PNG);
    assert.equal(await hasPicture(), true);
    await admin.send('DELETE', LOGO);
  });

  // This is the last test, because the second organisation stays.
  test('with several organisations each has its own, and strangers learn of none that sign-in does not tell', async () => {
    const ours = await upload(PNG);
    const other = await node.addAccount('Other');
    const theirs = openBrowser(node);
    const signedIn = await theirs.signIn(`${other.accountCode}/admin`, ADMIN_PASSWORD);
    assert.deepEqual(signedIn.at('account', 'brand'), {}, signedIn.text);
    const same = await theirs.send('PUT', LOGO, {
      body: PNG,
      headers: { 'content-type': 'image/png' },
    });
    assert.notEqual(same.at('logo', 'url'), ours.at('logo', 'url'), 'the picture alone names none');
    await theirs.send('DELETE', LOGO);
    assert.equal((await asStranger(String(ours.at('logo', 'url')))).status, 200);

    const { accountCode, accountId } = node.account;
    const asked = `/app/v1/sign-in?account=${accountCode}`;
    const unknown = await asStranger('/app/v1/sign-in?account=nobody');
    assert.deepEqual((await asStranger(asked)).body, unknown.body);
    assert.equal((await asStranger('/app/v1/sign-in')).at('organisation'), undefined);
    const connected = await admin.send('POST', '/app/v1/sso-connections', {
      body: {
        name: 'Acme login',
        issuer: 'https://idp.example',
        clientId: 'formstead',
        clientSecret: 'a secret of two',
        claim: 'sub',
        attribute: 'externalId',
      },
    });
    assert.equal(connected.status, 201, connected.text);
    const found = await asStranger(asked);
    const account = await node.services.directory.readAccount(node.services.db.reader, accountId);
    assert.deepEqual(found.at('organisation'), { name: account?.name, brand: ours.body });
  });
});
