import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { AppError } from '#kernel/errors.ts';
import { forEachEngine } from '../../test/support/engines.ts';
import { type Instance, startInstance } from '../../test/support/instance.ts';
import { fresh } from '../../test/support/scim.ts';
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

  test('searches count for the site and for the link, and a site that has searched little goes on', async () => {
    const { settings, clock, rateLimits: client } = node.services;
    // 30 searches per form: 120 by a link, of which a quarter is kept, and 60 from a site.
    const few = {
      ...settings.limits,
      linkSendsPerLink: 4,
      linkSendsPerAddress: 1,
      linkSiteShare: 50,
    };
    const own = createSendLimits({ ...settings, limits: few }, { clock, client });
    const search = async (link: string, ip: string, count: number): Promise<readonly unknown[]> => {
      const refused: unknown[] = [];
      for (let i = 0; i < count; i += 1) {
        await own.countSearch(link, ip).catch((error: unknown) => {
          assert.ok(error instanceof AppError && error.code === 'too-many-requests');
          refused.push(error.extra['reason']);
        });
      }
      return refused;
    };
    const [link, other] = [fresh(), fresh()];
    assert.deepEqual(await search(link, IP, 60), []);
    assert.deepEqual(await search(link, '192.0.2.99', 1), ['link-searches-site']);
    assert.deepEqual(await search(other, IP, 1), []);
    // Of another site 30 are left of the 90, and 30 more are those of the reserve.
    assert.deepEqual(await search(link, '198.51.100.1', 31), ['link-searches']);
    assert.deepEqual(await search(link, '203.0.113.1', 31), ['link-searches']);
  });
});
