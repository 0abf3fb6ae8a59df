import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readSettings } from './settings.ts';

const ON = {
  FORMSTEAD_BACKUP_TO: '/var/backups/formstead',
  FORMSTEAD_BACKUP_KEY: 'age1ql3z7hjy54pw3hyww5ayyfg7zqgvc7w3j2elw8zmrj2kg5sfn9aqmcac8p',
};

test('with a folder and a key, a backup is made each night and two weeks of them are kept', () => {
  const { backups } = readSettings(ON);
  assert.deepEqual(
    [backups?.folder, backups?.keep, backups?.keepDays],
    [ON.FORMSTEAD_BACKUP_TO, 14, 0],
  );
  assert.deepEqual(backups?.schedule, { minute: 120 });
  assert.equal(JSON.stringify(backups).includes('age1'), false);
  assert.equal(readSettings({}).backups, undefined);
});

test('a schedule is a time of day or a number of hours', () => {
  const read = (text: string) =>
    readSettings({ ...ON, FORMSTEAD_BACKUP_SCHEDULE: text }).backups?.schedule;
  assert.deepEqual(read('23:59'), { minute: 1439 });
  assert.deepEqual(read('0:05'), { minute: 5 });
  assert.deepEqual(read('6h'), { hours: 6 });
  for (const wrong of ['24:00', '2', '0h', '169h', '6 hours', 'daily']) {
    assert.throws(() => read(wrong), /FORMSTEAD_BACKUP_SCHEDULE/, wrong);
  }
});

test('a backup without a key, with a weak one, or with one that opens backups is refused', () => {
  const { FORMSTEAD_BACKUP_TO, FORMSTEAD_BACKUP_KEY } = ON;
  const cases: readonly [Record<string, string>, RegExp][] = [
    [{ FORMSTEAD_BACKUP_TO }, /FORMSTEAD_BACKUP_KEY: It is not set/],
    [{ FORMSTEAD_BACKUP_KEY }, /FORMSTEAD_BACKUP_TO: It is not set/],
    [{ ...ON, FORMSTEAD_BACKUP_TO: 'bucket' }, /FORMSTEAD_FILES_S3_ENDPOINT is not set/],
    [{ ...ON, FORMSTEAD_BACKUP_KEY: 'short' }, /less than 16 characters/],
    [{ ...ON, FORMSTEAD_BACKUP_KEY: 'age1mistyped' }, /not a public key of age/],
    [{ ...ON, FORMSTEAD_BACKUP_KEY: `AGE-SECRET-KEY-1${'Q'.repeat(58)}` }, /It is a secret key/],
  ];
  for (const [env, expected] of cases) assert.throws(() => readSettings(env), expected);
});
