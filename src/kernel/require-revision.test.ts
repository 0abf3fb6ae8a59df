import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AppError } from './errors.ts';
import { requireRevision, requireVersion } from './require-revision.ts';

test('a change to the stored revision passes, and so does one that names none', () => {
  requireRevision('link', 5, 5);
  requireRevision('link', 5, undefined);
});

test('a change to another revision, older or newer, is refused with both', () => {
  for (const sent of [0, 4, 6]) {
    assert.throws(
      () => requireRevision('link', 5, sent),
      (error) =>
        error instanceof AppError &&
        error.code === 'precondition-failed' &&
        error.detail === `The link is at revision 5, not ${sent}. Read it again.` &&
        error.extra['currentRevision'] === 5 &&
        error.extra['sentRevision'] === sent,
    );
  }
});

test('a refusal keeps its own sentence, reason and members beside both revisions', () => {
  assert.throws(
    () =>
      requireRevision('list', 2, 1, {
        text: 'Somebody changed the list.',
        because: { reason: 'list-changed' },
        extra: { current: 'x' },
      }),
    (error) => {
      assert.ok(error instanceof AppError);
      assert.equal(error.detail, 'Somebody changed the list.');
      assert.deepEqual(error.extra, {
        reason: 'list-changed',
        currentRevision: 2,
        sentRevision: 1,
        current: 'x',
      });
      return true;
    },
  );
});

test('rows of lists and people are refused by their version', () => {
  requireVersion('user', 3, 3);
  assert.throws(
    () => requireVersion('user', 4, 3),
    (error) => {
      assert.ok(error instanceof AppError);
      assert.equal(
        error.detail,
        'The user has version 4, not 3. Read it again, then repeat the change.',
      );
      assert.deepEqual(error.extra, { currentVersion: 4, sentVersion: 3 });
      return true;
    },
  );
});
