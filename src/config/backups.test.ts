import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readSettings } from './settings.ts';

const ON = {
  FORMSTEAD_BACKUP_TO: '/var/backups/formstead',
  FORMSTEAD_BACKUP_KEY: 'age1ql3z7hjy54pw3hyww5ayyfg7zqgvc7w3j2elw8zmrj2kg5sfn9aqmcac8p',
};

const SECRET_KEY = 'AGE-SECRET-KEY-1YZNUSS5RCC9ZWSEV46802CY4AVCEZW3LCFUGCJWTD67MVRQUFV6Q7Z3EJS';

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
    [{ ...ON, FORMSTEAD_BACKUP_KEY: 'age1mistyped' }, /looks like a key of age, and is none/],
    [{ ...ON, FORMSTEAD_BACKUP_KEY: SECRET_KEY }, /It is a secret key.*age160clvawh44uatwrk/s],
  ];
  for (const [env, expected] of cases) assert.throws(() => readSettings(env), expected);
});
