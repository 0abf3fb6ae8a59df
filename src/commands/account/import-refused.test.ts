// What is wrong with an archive is told in one line, before anything of it reaches the storage.
// Nightly: it spoils each part of an archive.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { cp, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { before, type TestContext, test } from 'node:test';
import { promisify } from 'node:util';
import { openDatabase } from '#db/open.ts';
import { systemClock } from '#kernel/clock.ts';
import { systemRandom } from '#kernel/ids.ts';
import { commandLine, envOf, folder } from '../../../test/support/command-line.ts';
import { forOneEngine } from '../../../test/support/engines.ts';
import { startInstance } from '../../../test/support/instance.ts';
import { makeWholeAccounts, rowsOfAccount } from '../../../test/support/whole-account.ts';

const run = promisify(execFile);

/** Packs a folder as an archive. */
async function pack(t: TestContext, home: string, names: readonly string[]): Promise<string> {
  const archive = join(await folder(t), 'packed.tar.gz');
  await run('tar', ['czf', archive, '--format=ustar', '-C', home, ...names]);
  return archive;
}

forOneEngine((engine) => {
  let id: string;
  let keyFile: string;
  let archive: string;
  before(async () => {
    const storage = await engine.fresh('any');
    const instance = await startInstance(engine, { storage });
    id = (await makeWholeAccounts(instance)).accountId;
    keyFile = join(storage.dataDir, 'passphrase.txt');
    await writeFile(keyFile, 'eleven wooden spoons in a drawer\n');
    archive = join(storage.dataDir, 'whole.tar.gz');
    const { db, directory } = instance.services;
    const code = String((await directory.readAccount(db.reader, id))?.code);
    const ran = await commandLine(envOf(storage))(
      ...['account', 'export', '--account', code, '--out', archive, '--key-file', keyFile],
    );
    assert.equal(ran.code, 0, ran.stderr);
    await instance.close();
  });

  test('an archive that somebody changed is refused in one line, and nothing of it arrives', async (t) => {
    const there = await engine.fresh('any');
    const formstead = commandLine(envOf(there));
    const home = await folder(t);
    await run('tar', ['xzf', archive, '-C', home]);
    const names = (await run('tar', ['tzf', archive])).stdout.trim().split('\n');
    const manifestFile = join(home, 'manifest.json');
    const manifest = readFileSync(manifestFile, 'utf8');
    const formsFile = join(home, 'data', 'forms.jsonl');
    const forms = readFileSync(formsFile, 'utf8');
    const refused = async (expected: RegExp, path: string): Promise<void> => {
      const ran = await formstead('account', 'import', path, '--key-file', keyFile, '--yes');
      assert.equal(ran.code, 1, ran.stdout);
      assert.match(ran.stderr, expected);
      assert.equal(ran.stderr.trim().split('\n').length, 1, ran.stderr);
    };
    /** Puts other lines in the place of forms, with the right size and hash. */
    const withForms = async (text: string): Promise<string> => {
      await writeFile(formsFile, text);
      const changed = JSON.parse(manifest);
      const part = changed.parts.find(({ path }: { path: string }) => path === 'data/forms.jsonl');
      part.bytes = Buffer.byteLength(text);
      part.rows = text.split('\n').length - 1;
      part.sha256 = createHash('sha256').update(text).digest('hex');
      await writeFile(manifestFile, JSON.stringify(changed));
      return pack(t, home, names);
    };
    const withManifest = async (change: (value: Record<string, unknown>) => void) => {
      const value = JSON.parse(manifest);
      change(value);
      await writeFile(manifestFile, JSON.stringify(value));
      return pack(t, home, names);
    };
    await refused(
      /forms\.jsonl in the archive was changed: its size, lines or hash/,
      await (async () => {
        await writeFile(formsFile, forms.replace('"name":"', '"name":"Other '));
        return pack(t, home, names);
      })(),
    );
    await refused(
      /Line 1 of data\/forms\.jsonl is not an object in JSON/,
      await withForms('[[[\n'),
    );
    await refused(
      /Line 1 of data\/forms\.jsonl has no id that fits/,
      await withForms('{"id":7}\n'),
    );
    const [first = ''] = forms.split('\n');
    await refused(
      /Line 2 of data\/forms\.jsonl does not fit: UNIQUE/,
      await withForms(`${first}\n${first}\n`),
    );
    await refused(
      /no templateId that fits|does not fit: NOT NULL/,
      await withForms(`${first.replace(/"templateId":"[^"]*"/, '"templateId":null')}\n`),
    );
    // What is read as JSON by jobs for all organisations.
    for (const answers of ['{', [], 'null', `${'['.repeat(5000)}${']'.repeat(5000)}`]) {
      await refused(
        /A row of forms in the archive holds something else than a JSON object as answers/,
        await withForms(`${JSON.stringify({ ...JSON.parse(first), answers })}\n`),
      );
    }
    await writeFile(formsFile, forms);
    await refused(
      /has the format formstead-account-9, which this version .* use a newer one/,
      await withManifest((value) => {
        value['format'] = 'formstead-account-9';
      }),
    );
    await refused(
      /whose schema is newer \(it has 29990101-later\)/,
      await withManifest((value) => {
        value['schema'] = [...(value['schema'] as string[]), '29990101-later'];
      }),
    );
    await refused(
      /whose schema is older \(it lacks /,
      await withManifest((value) => {
        value['schema'] = (value['schema'] as string[]).slice(0, -1);
      }),
    );
    await refused(
      /changed since the archive was made: its hash chain/,
      await withManifest((value) => {
        value['auditLog'] = { intact: true, seq: 3, hash: 'x' };
      }),
    );
    await refused(
      /holds more files than its manifest says/,
      await withManifest((value) => {
        value['attachments'] = { files: 0, bytes: 0 };
      }),
    );
    await refused(
      /needs about \d+ bytes .* make room first/,
      await withManifest((value) => {
        value['attachments'] = { files: 1, bytes: 2 ** 50 };
      }),
    );
    await writeFile(manifestFile, manifest);
    const [attachment = ''] = names.filter((name) => name.startsWith('attachments/'));
    const escaped = join(await folder(t), 'escaped.tar.gz');
    await run('tar', [
      ...['czPf', escaped, '--format=ustar', '-C', home],
      ...[`--transform=s,^${attachment}$,attachments/../../../../escaped,`, ...names],
    ]);
    await refused(/which no attachment in it names/, escaped);
    const bytes = readFileSync(join(home, attachment));
    await writeFile(join(home, attachment), Buffer.from(bytes.map((byte) => byte ^ 1)));
    await refused(/is damaged: its hash is wrong/, await pack(t, home, names));
    await writeFile(join(home, attachment), bytes);
    await rename(formsFile, `${formsFile}.aside`);
    await symlink('/etc/passwd', formsFile);
    await refused(/does not hold what Formstead puts into one/, await pack(t, home, names));
    await rm(formsFile);
    await rename(`${formsFile}.aside`, formsFile);
    await refused(
      /is incomplete: data\/forms\.jsonl is missing/,
      await pack(
        t,
        home,
        names.filter((name) => name !== 'data/forms.jsonl'),
      ),
    );
    await writeFile(join(home, 'extra'), 'x');
    await refused(
      /holds "extra", which Formstead does not put there/,
      await pack(t, home, [...names, 'extra']),
    );
    await refused(/is no archive of an organisation/, await pack(t, home, names.toReversed()));
    await refused(/is no archive of an organisation/, keyFile);
    const cut = join(home, 'cut.tar.gz');
    await cp(archive, cut);
    await run('truncate', ['-s', '-100', cut]);
    await refused(/is cut off: its end is missing/, cut);
    await refused(/There is no file/, join(home, 'none'));

    const wrongKey = join(home, 'wrong.txt');
    await writeFile(wrongKey, 'twelve wooden spoons in a drawer');
    const ran = await formstead('account', 'import', archive, '--key-file', wrongKey, '--yes');
    assert.equal(ran.code, 1);
    assert.match(ran.stderr, /passphrase|key/);
    const db = await openDatabase({ ...there, clock: systemClock, random: systemRandom });
    const rows = [...(await rowsOfAccount(db, id)).values()].flat();
    await db.close();
    assert.deepEqual(rows, []);
    assert.deepEqual(
      readdirSync(there.dataDir).filter((name) => name.startsWith('.account-import')),
      [],
    );
    assert.equal(existsSync(join(there.dataDir, 'escaped')), false);
  });
});
