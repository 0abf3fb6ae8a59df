// Files that cannot be imported: each is refused with its reason, in bounded time and memory.
// Nightly: it takes over three seconds.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { writeXlsx } from 'hucre/xlsx';
import { MAX_IMPORT_BYTES } from '#template-files/import-reader.ts';
import { readFile } from '#template-files/read-file.ts';
import { ImportRefused } from '#template-files/refusal.ts';
import { adminBrowser, type Browser } from '../support/browser.ts';
import { forOneEngine } from '../support/engines.ts';
import { type Instance, startInstance } from '../support/instance.ts';
import { between, seeded } from '../support/seeded.ts';
import { IS_DEEP } from '../support/timing.ts';
import { bookParts, packZip, prefixedSheet, table } from '../support/workbooks.ts';
import { XLSFORMS } from '../support/xlsforms.ts';

const survey = (rows: readonly (readonly string[])[]): Buffer =>
  packZip(
    bookParts({ survey: prefixedSheet([['type', 'name', 'label', 'calculation'], ...rows]) }),
  );

const lines = (text: string): Buffer => survey(table(text));

const withPart = (name: string, xml: string): Buffer =>
  packZip({ ...bookParts({ survey: prefixedSheet([['type']]) }), [name]: xml });

const ENTITIES = `<!DOCTYPE x [<!ENTITY a "${'a'.repeat(1000)}"><!ENTITY b SYSTEM "file:///etc/passwd">]>`;
const sheet = (inner: string) => `<worksheet><sheetData>${inner}</sheetData></worksheet>`;

async function reasonOf(bytes: Buffer): Promise<unknown> {
  try {
    await readFile(bytes);
    return undefined;
  } catch (error) {
    if (error instanceof ImportRefused) return error.why.reason;
    throw error;
  }
}

/** A form of nearly 5 MB whose calculations depend on each other in one large circle. */
function largeCircle(): Buffer {
  const rows = Array.from({ length: 2200 }, (_, i) => [
    'calculate',
    `c${i}`,
    randomBytes(1000).toString('hex'),
    `\${c${(i + 1) % 2200}} + 1`,
  ]);
  return packZip(
    bookParts({ survey: prefixedSheet([['type', 'name', 'label', 'calculation'], ...rows]) }),
    true,
  );
}

const REFUSED: Readonly<Record<string, readonly [Buffer, string]>> = {
  'a picture': [Buffer.from('\x89PNG\r\n'), 'import-kind'],
  'no byte at all': [Buffer.alloc(0), 'import-kind'],
  'other JSON': [Buffer.from('{"name":"x"}'), 'import-kind'],
  'a version of the future': [
    Buffer.from('{"format":"formstead-template","version":2,"definition":{}}'),
    'import-version',
  ],
  'JSON that nests without end': [
    Buffer.from(`{"pages":${'['.repeat(5000)}${']'.repeat(5000)}}`),
    'import-kind',
  ],
  'half an archive': [lines('text|a|A').subarray(0, 900), 'import-damaged'],
  'a document type with entities': [
    withPart('xl/worksheets/sheet0.xml', ENTITIES + sheet('')),
    'import-damaged',
  ],
  'an unknown entity': [
    withPart('xl/worksheets/sheet0.xml', sheet('<row><c t="str"><v>&nbsp;</v></c></row>')),
    'import-damaged',
  ],
  'elements that cross': [
    withPart('xl/worksheets/sheet0.xml', '<worksheet><a></worksheet></a>'),
    'import-damaged',
  ],
  'a bomb that inflates to 100 MB': [
    withPart('xl/worksheets/sheet0.xml', ' '.repeat(100_000_000)),
    'import-size',
  ],
  'one long text in thousands of cells': [
    packZip(
      bookParts(
        { survey: sheet(`<row>${'<c t="s"><v>0</v></c>'.repeat(290)}</row>`.repeat(1000)) },
        { sharedStrings: `<sst><si><t>${'x'.repeat(32_000)}</t></si></sst>` },
      ),
    ),
    'import-size',
  ],
  'more than 20,000 rows': [
    survey(Array.from({ length: 20_001 }, (_, i) => ['text', `f${i}`])),
    'import-rows',
  ],
  'no survey': [packZip(bookParts({ answers: prefixedSheet([['a']]) })), 'import-no-survey'],
  'a group without an end': [lines('begin group|g|G\ntext|a|A'), 'import-groups'],
  'an end without a group': [lines('text|a|A\nend group'), 'import-groups'],
  'a calculation of itself': [lines(`calculate|a|A|\${a} + 1`), 'import-cycle'],
  'a group that depends on its content': [
    packZip(
      bookParts({
        survey: prefixedSheet(
          table(`type|name|relevant\nbegin group|g|\${a} = 1\ninteger|a|\nend group||`),
        ),
      }),
    ),
    'import-cycle',
  ],
  'lists of choices that make the template too large': [
    packZip(
      bookParts({
        survey: prefixedSheet([
          ['type', 'name'],
          ['select_one l', 'q'],
        ]),
        choices: prefixedSheet([
          ['list_name', 'name', 'label'],
          ...Array.from({ length: 100 }, (_, i) => ['l', `${i}`, `${i}`.repeat(15_000)]),
        ]),
      }),
    ),
    'import-definition',
  ],
};

forOneEngine((engine) => {
  let node: Instance;
  let admin: Browser;
  before(async () => {
    node = await startInstance(engine);
    admin = await adminBrowser(node);
  });
  after(() => node.close());

  const send = (body: Buffer) =>
    admin.send('POST', '/app/v1/templates/import', {
      body,
      headers: { 'content-type': 'application/octet-stream' },
    });

  for (const [what, [bytes, reason]] of Object.entries(REFUSED)) {
    test(`${what}: ${reason}`, async () => {
      const { status, text, body } = await send(bytes);
      assert.equal(status, 422, text);
      assert.equal(Object(body).reason, reason, text);
    });
  }

  test('a form of 5 MB with a circle is refused within a second, and names the circle', async () => {
    const bytes = largeCircle();
    assert.ok(bytes.length > 4_800_000 && bytes.length <= MAX_IMPORT_BYTES, `${bytes.length}`);
    await send(lines('text|a|A'));
    const began = process.cpuUsage();
    assert.equal(await reasonOf(bytes), 'import-cycle');
    const { user, system } = process.cpuUsage(began);
    assert.ok(user + system < 1_000_000, `${(user + system) / 1000} ms`);
    const { body, status } = await send(bytes);
    assert.equal(status, 422);
    assert.match(String(Object(body).names), /^c0 → c1 → /);
  });

  test('a workbook with a password is said to be protected, in the new format and in the old', async () => {
    const sheets = [{ name: 'survey', rows: [['type'], ['text']] }];
    const encryption = { password: 'secret', spinCount: 1000 };
    const file = Buffer.from(await writeXlsx({ sheets, encryption }));
    const old = readFileSync('test/imports/files/machine-check.xls');
    // The record that announces the encryption takes the place of the second one of the workbook.
    old.writeUInt16LE(0x2f, old.indexOf(Buffer.from('0908100000060500', 'hex')) + 20);
    for (const bytes of [file, old]) {
      const { status, body } = await send(bytes);
      assert.deepEqual([status, Object(body).reason], [422, 'import-protected']);
    }
  });

  test('a file of more than 5 MB is not read', async () => {
    assert.equal((await send(Buffer.alloc(MAX_IMPORT_BYTES + 1))).status, 413);
  });

  test('whatever bytes of a workbook are changed, it is read or refused, and nothing else fails', async () => {
    const random = seeded(20);
    const old = readFileSync('test/imports/files/machine-check.xls');
    const files = [...(await Promise.all(XLSFORMS.map((form) => form.bytes()))), old];
    for (let round = 0; round < (IS_DEEP ? 5000 : 300); round += 1) {
      const bytes = Buffer.from(files[round % files.length] ?? []);
      for (let i = 0; i < 3; i += 1)
        bytes[between(random, 0, bytes.length - 1)] = between(random, 0, 255);
      await reasonOf(bytes);
    }
  });
});
