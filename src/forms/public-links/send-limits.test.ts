import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { AppError } from '#kernel/errors.ts';
import { forEachEngine } from '../../../test/support/engines.ts';
import { type Instance, startInstance } from '../../../test/support/instance.ts';
import { fresh } from '../../../test/support/scim.ts';
import { createSendLimits, type SendLimits } from './send-limits.ts';

forEachEngine((engine) => {
  let node: Instance;
  let limits: SendLimits;
  before(async () => {
    node = await startInstance(engine);
    const { settings, clock, rateLimits: client } = node.services;
    limits = createSendLimits(settings, { clock, client });
  });
  after(() => node.close());

  /** Tries codes one after the other, and returns how many of them were checked. */
  async function tryCodes(link: string, ips: readonly string[], isRight = false): Promise<number> {
    let checked = 0;
    for (const ip of ips) {
      try {
        const giveBack = await limits.countCode(link, ip);
        if (isRight) await giveBack();
        checked += 1;
      } catch (error) {
        assert.ok(error instanceof AppError && error.code === 'too-many-requests');
      }
    }
    return checked;
  }
  const times = (count: number, ipOf: (i: number) => string) =>
    Array.from({ length: count }, (_, i) => ipOf(i));
  const IP = '192.0.2.1';
  /** Uses up the wrong codes of a link from 30 addresses. */
  const closeBy30 = (link: string) =>
    tryCodes(
      link,
      times(300, (i) => `198.51.100.${i % 30}`),
    );

  test('an address may type the right code any number of times, and a wrong one ten times', async () => {
    const link = fresh();
    assert.equal(await tryCodes(link, [IP]), 1);
    assert.equal(
      await tryCodes(
        link,
        times(400, () => IP),
        true,
      ),
      400,
    );
    assert.equal(
      await tryCodes(
        link,
        times(12, () => IP),
      ),
      9,
    );
  });

  test('wrong codes from elsewhere stop those who typed one, and nobody else', async () => {
    const link = fresh();
    assert.equal(await tryCodes(link, ['203.0.113.5']), 1);
    assert.equal(await closeBy30(link), 299);
    assert.equal(await tryCodes(link, ['203.0.113.5', '198.51.100.29']), 0, 'they typed one');
    assert.equal(
      await tryCodes(
        link,
        times(20, () => IP),
        true,
      ),
      20,
      'right ones',
    );
    assert.equal(await tryCodes(link, [IP, IP]), 1, 'one wrong one');
  });

  test('a site with many networks guesses no further than another one', async () => {
    const link = fresh();
    await closeBy30(link);
    const networks = times(30, (i) => `2001:db8:1:${i.toString(16)}::1`);
    assert.equal(await tryCodes(link, networks), 10);
    assert.equal(await tryCodes(link, ['2001:db8:2::1'], true), 1);
  });
});
