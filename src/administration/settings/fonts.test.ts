// Nightly: it takes over three seconds.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { after, before, test } from 'node:test';
import { adminBrowser, type Browser } from '../../../test/support/browser.ts';
import { forEachEngine } from '../../../test/support/engines.ts';
import { entryOf, fontWith, groupsOf, withTable } from '../../../test/support/fonts.ts';
import { type Instance, startInstance } from '../../../test/support/instance.ts';
import { linesOfPdf } from '../../../test/support/pdf-text.ts';

const FONTS = '/app/v1/account/fonts';
const require = createRequire(import.meta.url);
const file = (path: string): Buffer => readFileSync(require.resolve(path));
const DEFINITION = { elements: [{ type: 'text', name: 'name', title: 'Name' }] };

forEachEngine((engine) => {
  let node: Instance;
  let admin: Browser;
  before(async () => {
    node = await startInstance(engine);
    admin = await adminBrowser(node);
  });
  after(() => node.close());

  const upload = (body: Buffer, type = 'font/ttf') =>
    admin.send('POST', FONTS, { body, headers: { 'content-type': type } });
  const removeAll = async (): Promise<void> => {
    const items = (await admin.send('GET', FONTS)).at('items');
    assert.ok(Array.isArray(items));
    for (const { id } of items) {
      assert.equal((await admin.send('DELETE', `${FONTS}/${id}`)).status, 204);
    }
  };
  const print = (name: string) =>
    admin.send('POST', '/app/v1/templates/preview/pdf', {
      body: { name: 'Trial', definition: DEFINITION, answers: { name } },
    });
  const storedBytes = async (): Promise<unknown> => {
    const { quotas, db } = node.services;
    return (await quotas.usage(db.reader, node.account.accountId)).fileBytes.used;
  };

  test('an uploaded font prints what no other font has, until it is removed', async () => {
    assert.equal((await print('日本')).headers['formstead-missing-characters'], 'U+65E5 U+672C');
    const before = Number(await storedBytes());
    const font = fontWith('日本');
    const made = await upload(font);
    assert.equal(made.status, 201, made.text);
    assert.deepEqual([made.at('characters'), made.at('size')], [2, font.length], made.text);
    assert.equal(await storedBytes(), before + font.length, 'it counts to the files');
    const again = await upload(font);
    assert.equal(again.at('id'), made.at('id'), 'the same file is one font');
    const printed = await print('日本 abc');
    assert.equal(printed.headers['formstead-missing-characters'], undefined);
    const texts = linesOfPdf(printed.bytes).flat();
    assert.ok(
      texts.some(({ text }) => text === '日本 abc'),
      JSON.stringify(texts),
    );
    assert.equal((await print('日語')).headers['formstead-missing-characters'], 'U+8A9E');
    await removeAll();
    assert.equal(await storedBytes(), before);
    assert.equal((await print('日本')).headers['formstead-missing-characters'], 'U+65E5 U+672C');
  });

  test('an organisation has three fonts at most, and one larger than 10 MiB is refused', async () => {
    for (const each of ['日', '月', '火']) assert.equal((await upload(fontWith(each))).status, 201);
    const fourth = await upload(fontWith('水'));
    assert.deepEqual([fourth.status, fourth.at('code')], [409, 'too-many-fonts'], fourth.text);
    assert.equal(fourth.at('limit'), 3);
    await removeAll();
    const large = await upload(Buffer.concat([fontWith('日'), Buffer.alloc(10 * 1_048_576)]));
    assert.deepEqual([large.status, large.at('at')], [413, 'font'], large.text);
    const unknown = await upload(fontWith('日'), 'application/pdf');
    assert.equal(unknown.status, 415);
  });

  test('a hostile or damaged font is refused in words, and the next one is read', async () => {
    const font = fontWith('日');
    const elsewhere = Buffer.from(font);
    elsewhere.writeUInt32BE(0xff_ff_ff_f0, entryOf(elsewhere, 'glyf') + 8);
    const many = Buffer.from(font);
    many.writeUInt16BE(0xff_ff, 4);
    const hostile: readonly (readonly [string, Buffer, string])[] = [
      ['nothing', Buffer.alloc(0), 'font-format'],
      ['no font', Buffer.from('not a font at all, but long enough to look at'), 'font-format'],
      ['a zip', Buffer.from(`PK\u0003\u0004${'\0'.repeat(100)}`), 'font-format'],
      [
        'a web font',
        file('@fontsource/noto-emoji/files/noto-emoji-emoji-400-normal.woff'),
        'font-format',
      ],
      ['a truncated one', font.subarray(0, 60_000), 'font-damaged'],
      ['only its beginning', font.subarray(0, 20), 'font-damaged'],
      ['a table outside of the file', elsewhere, 'font-damaged'],
      ['more tables than there are', many, 'font-damaged'],
      [
        'a map of all numbers',
        withTable(font, 'cmap', groupsOf([[0, 0xff_ff_ff_ff, 0]])),
        'font-damaged',
      ],
      ['glyphs of noise', withTable(font, 'glyf', Buffer.alloc(50_000, 0xff)), 'font-damaged'],
      ['no map', withTable(font, 'cmap', Buffer.alloc(0)), 'font-damaged'],
    ];
    for (const [what, bytes, reason] of hostile) {
      const answer = await upload(bytes);
      assert.equal(answer.status, 422, `${what}: ${answer.text}`);
      assert.deepEqual([answer.at('code'), answer.at('reason')], ['unreadable-font', reason], what);
    }
    assert.deepEqual((await admin.send('GET', FONTS)).at('items'), []);
    assert.equal((await upload(font)).status, 201);
    await removeAll();
  });

  test('fonts that call themselves like those of Formstead, or each other, are told apart', async () => {
    for (const each of ['日', '本']) assert.equal((await upload(fontWith(each))).status, 201);
    const [page = []] = linesOfPdf((await print('日 abc 本')).bytes);
    assert.ok(
      page.some(({ text }) => text === '日 abc 本'),
      JSON.stringify(page),
    );
    await removeAll();
  });
});
