import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inspect } from 'node:util';
import { readSettings, SettingsError } from './settings.ts';

const S3 = {
  FORMSTEAD_FILES_S3_ENDPOINT: 'https://s3.example.org/',
  FORMSTEAD_FILES_S3_BUCKET: 'form-files',
  FORMSTEAD_FILES_S3_ACCESS_KEY: 'AKIAEXAMPLE',
  FORMSTEAD_FILES_S3_SECRET_KEY: 'hunter2/hunter2',
};

function faultsOf(env: Record<string, string>): string {
  try {
    readSettings(env);
  } catch (error) {
    assert.ok(error instanceof SettingsError);
    return error.faults.map(({ name, problem }) => `${name}: ${problem}`).join('\n');
  }
  return '';
}

test('files are kept in a bucket when it is named whole, and its keys are never printed', () => {
  const { files } = readSettings({ ...S3, FORMSTEAD_ATTACHMENT_MAX_MIB: '25' });
  assert.equal(files.maxAttachmentBytes, 25 * 1_048_576);
  assert.equal(files.s3?.endpoint, 'https://s3.example.org');
  assert.equal(files.s3?.region, 'us-east-1');
  assert.equal(files.s3?.secretKey.reveal(), 'hunter2/hunter2');
  assert.doesNotMatch(`${inspect(files)} ${JSON.stringify(files)}`, /hunter2|AKIA/);
});

test('half a bucket is a fault, so that no file ends up in the data directory by mistake', () => {
  const { FORMSTEAD_FILES_S3_ENDPOINT: _, ...rest } = S3;
  assert.match(faultsOf(rest), /^FORMSTEAD_FILES_S3_BUCKET: It is set, but .*ENDPOINT is not\.$/);
  for (const name of ['BUCKET', 'ACCESS_KEY', 'SECRET_KEY']) {
    const env: Record<string, string> = { ...S3 };
    delete env[`FORMSTEAD_FILES_S3_${name}`];
    assert.match(faultsOf(env), new RegExp(`^FORMSTEAD_FILES_S3_${name}: It is not set`));
  }
});

test('an endpoint is an address and nothing more', () => {
  for (const endpoint of ['s3.example.org', 'ftp://s3.example.org', 'https://a:b@s3.example.org']) {
    const faults = faultsOf({ ...S3, FORMSTEAD_FILES_S3_ENDPOINT: endpoint });
    assert.match(faults, /^FORMSTEAD_FILES_S3_ENDPOINT: /, endpoint);
    assert.doesNotMatch(faults, /a:b/);
  }
  assert.match(faultsOf({ ...S3, FORMSTEAD_FILES_S3_BUCKET: 'Up/..' }), /not a valid bucket name/);
});
