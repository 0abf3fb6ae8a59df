// Nightly: it takes over three seconds.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { commandLine, envOf, folder } from '../../../test/support/command-line.ts';
import { examine } from '../../../test/support/doctor.ts';
import { forEachEngine } from '../../../test/support/engines.ts';

const at = (ms: number) => ({ clock: { now: () => ms } });
const ahead = (ms: number) => ({ clock: { now: () => Date.now() + ms } });

test('a clock from before this version was written is a fault, also without any data', async (t) => {
  const env = { FORMSTEAD_DATA_DIR: await folder(t) };
  const found = await examine(commandLine(env, at(Date.UTC(1970, 0, 1))));
  assert.equal(found.code, 1);
  assert.match(
    found.of('clock'),
    /^fault: it shows 1970-01-01T00:00:00\.000Z, before this version was written -> set the clock/,
  );
});

test('a clock that differs from that of the data directory is a warning, by a minute a fault', async (t) => {
  const env = { FORMSTEAD_DATA_DIR: await folder(t) };
  const little = await examine(commandLine(env, ahead(20_000)));
  assert.match(
    little.of('clock'),
    /^warning: the clock of the data directory is (?:19|20|21) seconds behind this one/,
  );
  assert.equal(little.code, 0);
  const much = await examine(commandLine(env, ahead(-90_000)));
  assert.match(
    much.of('clock'),
    /^fault: the clock of the data directory is (?:89|90|91) seconds ahead of this one/,
  );
});

forEachEngine((engine) => {
  test('a clock that shows less than the newest row is a fault', async () => {
    const env = envOf(await engine.fresh());
    await commandLine(env, ahead(3_600_000))('setup', '--account', 'A', '--user-name', 'a');
    const found = await examine(commandLine(env));
    assert.equal(found.code, 1);
    assert.match(found.of('clock'), /^fault: it shows .*, and something was stored at /);
  });

  test('a clock apart from the one all nodes share is found', async () => {
    const env = envOf(await engine.fresh());
    await commandLine(env)('setup', '--account', 'A', '--user-name', 'a');
    const other =
      engine.name === 'postgres' ? "PostgreSQL's clock" : 'the clock of the data directory';
    const found = await examine(commandLine(env, ahead(300_000)));
    assert.equal(found.code, 1);
    assert.match(
      found.of('clock'),
      new RegExp(`^fault: ${other} is (?:299|300) seconds behind this one`),
    );
  });
});
