// Nightly: it takes over three seconds.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { readXlsx } from 'hucre/xlsx';
import type { JsonObject, JsonValue } from '#kernel/json.ts';
import { PNG } from '../../test/support/attachments.ts';
import { adminBrowser, type Browser } from '../../test/support/browser.ts';
import { forEachEngine } from '../../test/support/engines.ts';
import { type Answer, type Instance, startInstance } from '../../test/support/instance.ts';
import { unzip } from '../../test/support/unzip.ts';

const DEFINITION: JsonObject = {
  elements: [
    { type: 'text', name: 'at', inputType: 'time', title: { default: 'At', de: 'Uhrzeit' } },
    { type: 'text', name: 'day', inputType: 'date', title: 'Day' },
    { type: 'rating', name: 'stars', title: 'Stars' },
    { type: 'sketch', name: 'sketch', title: 'Sketch' },
    { type: 'signaturepad', name: 'sign', title: 'Sign' },
  ],
};
const SHAPE = { kind: 'line', color: '#ff0000', width: 5, points: [0, 0, 1, 1] };

forEachEngine((engine) => {
  let node: Instance;
  let admin: Browser;
  let templateId: string;
  let formId: string;
  const files = new Map<string, JsonObject>();
  before(async () => {
    node = await startInstance(engine);
    admin = await adminBrowser(node);
    const template = await admin.send('POST', '/app/v1/templates', {
      body: { name: 'Round', definition: DEFINITION, openToAll: true },
    });
    templateId = String(template.at('id'));
    await admin.send('POST', `/app/v1/templates/${templateId}/publish`, { body: {} });
    const answers: Record<string, JsonValue> = { at: '06:30', day: '2026-02-28', stars: 4 };
    const form = await admin.send('POST', '/app/v1/forms', { body: { templateId, answers } });
    formId = String(form.at('id'));
    for (const [name, field] of [
      ['photo', 'sketch'],
      ['picture', 'sketch'],
      ['sign', 'sign'],
    ] as const) {
      const path = `/app/v1/forms/${formId}/attachments?field=${field}`;
      const headers = {
        'content-type': 'image/png',
        'content-disposition': `attachment; filename="${name}.png"`,
      };
      const sent = await admin.send('POST', path, { body: PNG, headers });
      assert.equal(sent.status, 201, sent.text);
      const { id, type, size } = JSON.parse(sent.text);
      files.set(name, { id, name: `${name}.png`, type, size });
    }
    const [photo = {}, picture = {}, sign = {}] = files.values();
    const body = {
      revision: form.at('revision'),
      answers: { ...answers, sketch: { photo, picture, shapes: [SHAPE] }, sign },
    };
    const patched = await admin.send('PATCH', `/app/v1/forms/${formId}`, { body });
    assert.equal(patched.status, 200, patched.text);
  });
  after(() => node.close());

  const workbook = async (locale: string): Promise<Buffer> => {
    const body = { kind: 'xlsx', templateId, locale };
    const begun = await admin.send('POST', '/app/v1/exports', { body });
    for (let waited = 0; waited < 30_000; waited += 25) {
      const job: Answer = await admin.send('GET', String(begun.headers['location']));
      if (job.at('finishedAt') !== undefined) {
        assert.deepEqual([job.at('state'), job.at('problemCount')], ['done', 0], job.text);
        return (await admin.send('GET', String(job.at('files', 0, 'url')))).bytes;
      }
      await setTimeout(25);
    }
    throw new Error('the export never ends');
  };

  test('times of day are times, and drawings and signatures lead to their pictures', async () => {
    const bytes = await workbook('en');
    const parts = unzip(bytes);
    const sheet = String(parts.get('xl/worksheets/sheet1.xml'));
    const style = /<c r="F2" s="(\d+)"><v>([\d.]+)<\/v>/.exec(sheet);
    assert.equal(Number(style?.[2]) * 24, 6.5, sheet);
    const styles = String(parts.get('xl/styles.xml'));
    const [, inCells = ''] = /<cellXfs[^>]*>(.*)<\/cellXfs>/.exec(styles) ?? [];
    const format = /numFmtId="(\d+)"/.exec(
      inCells.split('<xf ')[Number(style?.[1]) + 1] ?? '',
    )?.[1];
    assert.ok(styles.includes(`numFmtId="${format}" formatCode="hh:mm"`), styles);
    for (const name of ['picture', 'sign']) {
      const { id } = files.get(name) ?? {};
      assert.ok(sheet.includes(`/app/v1/forms/${formId}/attachments/${String(id)}&quot;`), name);
    }
  });

  test('the sheet of fields says what each asks for in the language of the export', async () => {
    const kindsIn = async (locale: string) => {
      const { sheets } = await readXlsx(await workbook(locale));
      const [heads = [], ...fields] = sheets[1]?.rows ?? [];
      return [heads[3], ...fields.map((row) => `${row[2]}: ${row[3]}`)];
    };
    assert.deepEqual(await kindsIn('en'), [
      'Kind',
      ...['At: Time', 'Day: Date', 'Stars: Rating'],
      ...['Sketch: Drawing on a photo', 'Sign: File'],
    ]);
    assert.deepEqual(await kindsIn('de'), [
      'Art',
      ...['Uhrzeit: Uhrzeit', 'Day: Datum', 'Stars: Bewertung'],
      ...['Sketch: Zeichnung auf Foto', 'Sign: Datei'],
    ]);
  });
});
