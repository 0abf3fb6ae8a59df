import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readSettings } from './settings.ts';

test('the share of logged requests is a number from 0 to 1, and all are logged without it', () => {
  const shareOf = (value: string) =>
    readSettings({ FORMSTEAD_LOG_SAMPLE: value }).logging.sampling?.share;
  assert.deepEqual(['', '1', '1.0', '0.1', '.05', '0'].map(shareOf), [
    undefined,
    undefined,
    undefined,
    0.1,
    0.05,
    0,
  ]);
  for (const wrong of ['10%', '1.5', '-0.1', '0,1', 'NaN', '1e-1']) {
    assert.throws(() => shareOf(wrong), {
      faults: [
        {
          name: 'FORMSTEAD_LOG_SAMPLE',
          problem: `"${wrong}" is not a number from 0 to 1.`,
          fix: 'Give a number from 0 (none) to 1 (all), for instance 0.1.',
        },
      ],
    });
  }
});
