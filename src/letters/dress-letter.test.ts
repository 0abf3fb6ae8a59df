// What an organisation looks like in its mails, sent over TLS to a real mail server.
// Nightly: it takes over three seconds.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import sharp from 'sharp';
import { contrastOf } from '#brand/accent.ts';
import { adminBrowser, type Browser } from '../../test/support/browser.ts';
import { forEachEngine } from '../../test/support/engines.ts';
import { type Instance, startInstance } from '../../test/support/instance.ts';
import { type MailServer, partsOf, startMailServer } from '../../test/support/mail-server.ts';
import { letterHtml } from './letter-html.ts';

const BRAND = '/app/v1/account/brand';
const LOGO = '/app/v1/account/logo';

forEachEngine((engine) => {
  let mail: MailServer;
  let node: Instance;
  let admin: Browser;
  let count = 0;
  before(async () => {
    mail = await startMailServer();
    node = await startInstance(engine, { env: mail.env });
    admin = await adminBrowser(node);
  });
  after(async () => {
    await node.close();
    await mail.close();
  });

  /** Invites somebody, and returns what arrives. */
  const invite = async (language: string) => {
    count += 1;
    const email = `invited${count}@people.example`;
    const body = {
      schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
      userName: email,
      displayName: 'Ada <b>Lovelace</b>',
      preferredLanguage: language,
      emails: [{ value: email, primary: true }],
    };
    const id = String((await node.request('POST', '/scim/v2/Users', { body })).at('id'));
    const sent = await admin.send('POST', `/app/v1/users/${id}/link`, { body: { send: true } });
    assert.equal(sent.status, 201, sent.text);
    const [taken] = await mail.waitFor(email);
    return { raw: taken?.raw ?? '', parts: partsOf(taken?.raw ?? '') };
  };

  test('without a colour and a logo, mail is text alone', async () => {
    const { parts } = await invite('en');
    assert.equal(parts.length, 1);
    assert.match(parts[0]?.headers ?? '', /^content-type: text\/plain/im);
  });

  test('with them, a mail shows the logo, and its link is a button that can be read; its text stays', async () => {
    const plain = (await invite('de')).parts[0]?.text ?? '';
    await admin.send('PATCH', BRAND, { body: { accent: '#ffe100' } });
    const png = await sharp({
      create: { width: 800, height: 100, channels: 3, background: 'teal' },
    })
      .png()
      .toBuffer();
    const headers = { 'content-type': 'image/png' };
    const set = await admin.send('PUT', LOGO, { body: png, headers });
    assert.equal(set.status, 200, set.text);

    const { parts, raw } = await invite('de');
    const [text, html, picture] = parts;
    assert.equal(parts.length, 3);
    const withoutLink = (of: string) => of.replaceAll(/#\S+|invited\d+/g, '').trim();
    assert.equal(withoutLink(text?.text ?? ''), withoutLink(plain));
    const shown = html?.text ?? '';
    assert.match(shown, /<html lang="de">/);
    assert.match(shown, /<img src="cid:logo@formstead" alt="[^"]+" width="200" height="25">/);
    const link =
      /<a href="([^"]+)" style="[^"]*background:(#[0-9a-f]{6});[^"]*">Passwort festlegen</;
    const [, url = '', colour = ''] = link.exec(shown) ?? [];
    assert.ok(url.startsWith(`${node.server.publicUrl}/invitation#`), url);
    assert.ok(contrastOf(colour, '#ffffff') >= 4.5, colour);
    assert.ok(text?.text.includes(url));
    assert.ok(shown.includes('Ada &lt;b&gt;Lovelace&lt;/b&gt;'), shown);
    assert.match(picture?.headers ?? '', /^content-type: image\/png/im);
    assert.match(picture?.headers ?? '', /^content-id: <logo@formstead>/im);
    assert.match(picture?.headers ?? '', /^content-disposition: inline/im);
    const served = await node.request('GET', String(set.at('logo', 'url')), { token: null });
    const base64 = served.bytes.toString('base64');
    assert.ok(raw.replaceAll('\r\n', '').includes(base64), 'the mail holds the logo itself');
    assert.doesNotMatch(shown, /<img src="http/, 'and asks no server for it');
  });

  test('a mail of an organisation with a logo only has no colour but ours', async () => {
    await admin.send('PATCH', BRAND, { body: { accent: null } });
    const { parts } = await invite('en');
    assert.match(parts[1]?.text ?? '', /background:#0b5cad;[^>]*>Choose password</);
    await admin.send('DELETE', LOGO);
    assert.equal((await invite('en')).parts.length, 1);
  });
});

test('only addresses of ours become links', () => {
  const publicUrl = 'https://forms.example';
  const text = `See ${publicUrl}/forms/1\nhttps://forms.example.evil/x\nhttps://evil.example/"x`;
  const letter = { to: 'a@b.example', subject: '<S>', text, action: 'Open' };
  const html = letterHtml(letter, { colour: '#0b5cad', logo: undefined, publicUrl });
  assert.deepEqual(
    [...html.matchAll(/href="([^"]+)"/g)].map(([, href]) => href),
    [`${publicUrl}/forms/1`],
  );
  assert.match(html, /<title>&lt;S&gt;<\/title>/);
});
