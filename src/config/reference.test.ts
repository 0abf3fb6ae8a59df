import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readSettings, renderSettingsReference, SETTINGS_REFERENCE } from './settings.ts';

const settings = SETTINGS_REFERENCE.flatMap((section) => section.settings);

test('the reference names every setting once, with default, example and the file of a secret', () => {
  const text = renderSettingsReference();
  const headings = [...text.matchAll(/^### `(\w+)`$/gm)].map(([, name]) => name);
  assert.deepEqual(
    headings,
    settings.map(({ name }) => name),
  );
  assert.equal(new Set(headings).size, headings.length);
  for (const setting of settings) {
    assert.ok(setting.description.endsWith('.'), setting.name);
    assert.ok(text.includes(`- Default: ${setting.default}\n- Example: ${setting.example}\n`));
    assert.equal(text.includes(`\`${setting.name}_FILE\``), setting.secret, setting.name);
  }
  assert.ok(text.endsWith('\n') && !text.endsWith('\n\n') && !text.includes('\n\n\n'));
});

test('every example that is not a secret works as it stands', () => {
  for (const { name, example, secret } of settings) {
    if (secret) continue;
    const env: Record<string, string> = { [name]: example };
    if (name.includes('TLS_')) {
      env['FORMSTEAD_TLS_CERT_FILE'] = '/c.pem';
      env['FORMSTEAD_TLS_KEY_FILE'] = '/k.pem';
    }
    if (name.includes('FILES_S3_') || name.endsWith('_TO_BUCKET')) {
      env['FORMSTEAD_FILES_S3_ENDPOINT'] ??= 'https://s3.example.org';
      env['FORMSTEAD_FILES_S3_BUCKET'] ??= 'files';
      env['FORMSTEAD_FILES_S3_ACCESS_KEY'] = 'key';
      env['FORMSTEAD_FILES_S3_SECRET_KEY'] = 'secret';
    }
    if (name.endsWith('BACKUP_TO')) env['FORMSTEAD_BACKUP_KEY'] = 'a long passphrase';
    if (name.includes('ACME_')) env['FORMSTEAD_ACME_DIRECTORY'] ??= 'https://acme.example.org/dir';
    if (name.includes('TRACE_')) env['FORMSTEAD_OTLP_ENDPOINT'] ??= 'http://localhost:4318';
    if (/PROXIES$|ACME_/.test(name)) env['FORMSTEAD_PUBLIC_URL'] = 'https://forms.example.org';
    assert.ok(readSettings(env), name);
  }
});

test('the defaults that the reference names are the defaults', () => {
  const numeric = settings.filter((setting) => /^\d+$/.test(setting.default));
  assert.deepEqual(
    readSettings(Object.fromEntries(numeric.map((setting) => [setting.name, setting.default]))),
    readSettings({}),
  );
  assert.ok(numeric.length >= 5);
});
