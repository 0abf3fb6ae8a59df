// A backup is untrusted input. Each attack starts with the bytes of a real backup, changes what the person who hands it
// to an operator can change, and lets the operator restore it.
// Nightly: it makes and spoils many backups.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { cp, mkdir, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { after, before, describe, type TestContext, test } from 'node:test';
import SqliteDatabase from 'better-sqlite3';
import { Client } from 'pg';
import { FILE_DEFINITION, PNG } from '../support/attachments.ts';
import { commandLine, envOf, folder } from '../support/command-line.ts';
import { examine } from '../support/doctor.ts';
import { type EngineInstance, forEachEngine } from '../support/engines.ts';
import { type Instance, startInstance } from '../support/instance.ts';

const SECRET = 'what only the operator may read';
/** Has the same size as the photo that the data names, so that its size does not give it away. */
const OTHER_BYTES = SECRET.padEnd(PNG.length, '.').slice(0, PNG.length);
const PROMOTE =
  "create trigger helper after insert on sessions begin update users set role = 'admin'; end";

forEachEngine((engine) => {
  describe('a hostile backup', () => {
    let instance: Instance;
    let storage: EngineInstance;
    before(async () => {
      storage = await engine.fresh('any');
      instance = await startInstance(engine, { storage });
      await attachPhotos(instance);
    });
    after(() => instance.close());

    if (engine.name === 'postgres') {
      test('a trigger, rule, policy or changed function that came with a restored dump is named by doctor', async () => {
        const formstead = commandLine(envOf(storage));
        assert.match((await examine(formstead)).of('database'), /^ok: .*\nok: the schema is/);
        const client = new Client({ connectionString: storage.databaseUrl });
        await client.connect();
        try {
          await client.query(`create function helper() returns trigger language plpgsql as
            $$ begin update users set role = 'admin'; return new; end $$`);
          const plant: readonly (readonly [string, string, RegExp])[] = [
            [
              'create trigger helper after insert on sessions for each row execute function helper()',
              'drop trigger helper on sessions',
              /trigger helper on sessions/,
            ],
            [
              "create rule helper as on insert to sessions do also update users set role = 'admin'",
              'drop rule helper on sessions',
              /rule helper on sessions/,
            ],
            [
              'create policy helper on users using (true)',
              'drop policy helper on users',
              /policy helper on users/,
            ],
            [
              'alter trigger audit_events_no_delete on audit_events rename to helper',
              'alter trigger helper on audit_events rename to audit_events_no_delete',
              /trigger audit_events_no_delete on audit_events is missing/,
            ],
            [
              `create or replace function audit_events_refuse() returns trigger language plpgsql as
                $$ begin return null; end $$`,
              'select 1',
              /function audit_events_refuse/,
            ],
          ];
          for (const [attack, undo, named] of plant) {
            await client.query(attack);
            const found = await examine(formstead);
            assert.match(found.of('database'), /^fault: .*not made by Formstead.* -> /m, attack);
            assert.match(found.of('database'), named);
            assert.equal(found.code, 1);
            await client.query(undo);
          }
        } finally {
          await client.end();
        }
      });
      return;
    }

    for (const key of [
      '../../../../outside',
      '../outside',
      'acme/00/../../../outside',
      '/outside',
      'acme//outside',
      'acme/00/outside\u0000',
      '',
    ]) {
      test(`a file under the key ${JSON.stringify(key)} is written nowhere, with the master key and without`, async (t) => {
        for (const columns of ['attachments', 'export_jobs'] as const) {
          const attack = await backupOf(t, storage);
          change(attack.backup, (db) => nameFile(db, columns, key));
          for (const path of [attack.backup, attack.dataDir]) {
            // At each path where the attacker might expect the files of the backup.
            const bait = join(`${path}.files`, key.replace('\u0000', ''));
            if (!existsSync(bait)) await plantFile(bait);
          }
          await refused(attack, /a file under a key that Formstead did not make/);
          await refused(
            attack,
            /a file under a key that Formstead did not make/,
            '--without-files',
          );
          const bucket = { FORMSTEAD_FILES_S3_ENDPOINT: 'http://127.0.0.1:1', ...BUCKET };
          await refused(
            { ...attack, env: bucket },
            /a file under a key that Formstead did not make/,
          );
        }
      });
    }

    test('results of exports that are no list of files are refused', async (t) => {
      for (const files of ['{"a":1}', 'null', '[1]', '"text"', 'no json']) {
        const attack = await backupOf(t, storage);
        change(attack.backup, (db) => nameResults(db, files));
        await refused(attack, /the results of an export/);
      }
    });

    test('no link in a backup is followed, whatever it stands for', async (t) => {
      const links: Readonly<Record<string, (attack: Attack) => Promise<void>>> = {
        file: async ({ files, photo, secret }) => {
          await rm(join(files, photo));
          await symlink(secret, join(files, photo));
        },
        folder: async ({ files, photo, home }) => {
          const real = dirname(join(files, photo));
          await rename(real, join(home, 'moved'));
          await symlink(join(home, 'moved'), real);
        },
        'all files': async ({ files, home }) => {
          await rename(files, join(home, 'moved'));
          await symlink(join(home, 'moved'), files);
        },
        database: async ({ backup, home }) => {
          await rename(backup, join(home, 'moved.db'));
          await symlink(join(home, 'moved.db'), backup);
        },
      };
      for (const [name, plant] of Object.entries(links)) {
        const attack = await backupOf(t, storage);
        await plant(attack);
        await refused(attack, /is a symbolic link/, `--json`);
        if (name !== 'database') await refused(attack, /is a symbolic link/, '--without-files');
      }
    });

    test('what is no file holds nobody up', async (t) => {
      const attack = await backupOf(t, storage);
      const photo = join(attack.files, attack.photo);
      await rm(photo);
      execFileSync('mkfifo', [photo]);
      change(attack.backup, (db) =>
        db.prepare('update attachments set size = 0 where storage_key = ?').run(attack.photo),
      );
      await refused(attack, /1 of 4 files is missing/);
    });

    test('one key that is named twice is refused', async (t) => {
      const attack = await backupOf(t, storage);
      change(attack.backup, (db) =>
        db.prepare('update attachments set storage_key = ?').run(attack.photo),
      );
      await refused(attack, /names .* twice/);
    });

    test('a schema that this program did not make is refused', async (t) => {
      const plants: readonly (readonly [string, string])[] = [
        ['trigger helper', PROMOTE],
        ['trigger audit_events_no_delete', 'drop trigger audit_events_no_delete'],
        ['view helper', 'create view helper as select * from users'],
        ['table helper', 'create table helper (text)'],
        ['index helper', 'create index helper on users (lower(user_name))'],
        ['table users', 'alter table users add column helper text'],
        [
          'table users',
          "update sqlite_schema set sql = replace(sql, '\"role\" text', '\"role\" text default ''admin''') where name = 'users'",
        ],
        ['table helper', 'create virtual table helper using fts5(text)'],
      ];
      for (const [named, attackSql] of plants) {
        const attack = await backupOf(t, storage);
        change(attack.backup, (db) => {
          db.unsafeMode(true);
          db.pragma('writable_schema = on');
          const before = db.prepare('select sql from sqlite_schema').all();
          db.exec(attackSql);
          assert.notDeepEqual(db.prepare('select sql from sqlite_schema').all(), before, attackSql);
        });
        await refused(attack, new RegExp(`not made by Formstead.*${named}`));
        await refused(attack, new RegExp(`not made by Formstead.*${named}`), '--discard-keys');
      }
    });

    test('a schema that says of no migration that it ran is refused', async (t) => {
      const attack = await backupOf(t, storage);
      change(attack.backup, (db) => db.exec('delete from migrations'));
      await refused(attack, /not a backup of Formstead/);
    });

    test('a trigger planted in the data of a service is named by doctor, and is in no backup', async (t) => {
      const attack = await backupOf(t, storage);
      await mkdir(join(attack.home, 'live'));
      await cp(attack.backup, join(attack.home, 'live', 'formstead.db'));
      await cp(join(storage.dataDir, 'master.key'), join(attack.home, 'live', 'master.key'));
      const env = { FORMSTEAD_DATA_DIR: join(attack.home, 'live') };
      const formstead = commandLine(env);
      assert.match((await examine(formstead)).of('database'), /^ok: .*\nok: the schema is/);
      change(join(attack.home, 'live', 'formstead.db'), (db) => db.exec(PROMOTE));
      const found = await examine(formstead);
      assert.match(found.of('database'), /^fault: .*not made by Formstead.*trigger helper.* -> /m);
      const to = join(attack.home, 'again.db');
      const made = await formstead('backup', '--to', to);
      assert.deepEqual([made.code, existsSync(to)], [1, false]);
      assert.match(made.stderr, /not made by Formstead.*trigger helper/);
    });

    test('the same backup unchanged, and one whose indexes somebody analysed, is restored', async (t) => {
      for (const sql of ['select 1', 'analyze']) {
        const attack = await backupOf(t, storage);
        change(attack.backup, (db) => db.exec(sql));
        const { code, stderr } = await restore(attack);
        assert.equal(code, 0, stderr);
        assert.deepEqual(readFileSync(join(attack.dataDir, 'files', attack.photo)), PNG);
      }
    });
  });
});

const BUCKET = {
  FORMSTEAD_FILES_S3_BUCKET: 'away',
  FORMSTEAD_FILES_S3_ACCESS_KEY: 'a',
  FORMSTEAD_FILES_S3_SECRET_KEY: 'b',
};

interface Attack {
  /** A folder of the attacker, with the backup and its other files. */
  readonly home: string;
  readonly backup: string;
  readonly files: string;
  /** The key of a photo in the backup. */
  readonly photo: string;
  /** A file of the operator's machine, outside all of these folders. */
  readonly secret: string;
  /** The target of the restore: an otherwise empty folder that contains the master key. */
  readonly dataDir: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** Attaches two photos to one form. */
async function attachPhotos(instance: Instance): Promise<void> {
  const { db, forms } = instance.services;
  const { accountId, userId } = instance.account;
  const by = { accountId, userId, role: 'admin', via: 'api' } as const;
  const formId = await db.transaction(async (tx) => {
    const template = { name: 'Inspection', definition: FILE_DEFINITION };
    const { id: templateId } = await forms.createTemplate(tx, by, template);
    await forms.publishTemplate(tx, by, templateId);
    return (await forms.createForm(tx, by, { templateId })).form.id;
  });
  for (const _ of [1, 2]) {
    const path = `/v2/formz/${formId}/attachments?field=photo`;
    const headers = { 'content-type': 'image/png' };
    const answer = await instance.request('POST', path, { body: PNG, headers });
    assert.equal(answer.status, 201, answer.text);
  }
}

/** Makes a real backup, and an empty folder to restore it into. */
async function backupOf(t: TestContext, storage: EngineInstance): Promise<Attack> {
  const home = await folder(t);
  const backup = join(home, 'a', 'b', 'c', 'copy.db');
  await mkdir(dirname(backup), { recursive: true });
  const made = await commandLine(envOf(storage))('backup', '--to', backup);
  assert.equal(made.code, 0, made.stderr);
  const secret = join(home, 'secret');
  await writeFile(secret, OTHER_BYTES);
  const dataDir = join(home, 'd', 'e', 'f', 'data');
  await mkdir(dataDir, { recursive: true });
  await cp(join(storage.dataDir, 'master.key'), join(dataDir, 'master.key'));
  const db = new SqliteDatabase(backup, { readonly: true });
  const photo = String(db.prepare('select storage_key from attachments').pluck().get());
  db.close();
  // Whoever changes the database takes away what would show it.
  await rm(join(`${backup}.files`, 'manifest.json'));
  return { home, backup, files: `${backup}.files`, photo, secret, dataDir };
}

function change(backup: string, work: (db: SqliteDatabase.Database) => unknown): void {
  const db = new SqliteDatabase(backup);
  db.pragma('journal_mode = delete');
  work(db);
  db.close();
}

function nameFile(db: SqliteDatabase.Database, table: 'attachments' | 'export_jobs', key: string) {
  if (table === 'export_jobs') {
    nameResults(db, JSON.stringify([{ name: 'a.csv', storageKey: key, size: PNG.length }]));
    return;
  }
  const id = db.prepare('select id from attachments').pluck().get();
  db.prepare('update attachments set storage_key = ? where id = ?').run(key, id);
}

function nameResults(db: SqliteDatabase.Database, files: string): void {
  const columns: readonly { name: string; type: string; notnull: number }[] = db
    .prepare<[], { name: string; type: string; notnull: number }>(
      'select name, type, "notnull" from pragma_table_info(\'export_jobs\')',
    )
    .all();
  const needed = columns.filter((each) => each.notnull === 1 || each.name === 'id');
  const user = db
    .prepare<[], { account_id: string; id: string }>('select account_id, id from users')
    .get();
  const known: Readonly<Record<string, unknown>> = { account_id: user?.account_id, files };
  const values = needed.map(({ name, type }) => {
    if (name in known) return known[name];
    return /int/i.test(type) ? 0 : (user?.id ?? '');
  });
  db.prepare(
    `insert into export_jobs (${needed.map(({ name }) => name)}) values (${needed.map(() => '?')})`,
  ).run(...values);
}

async function plantFile(path: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, OTHER_BYTES);
}

const restore = ({ backup, dataDir, env = {} }: Attack, ...more: readonly string[]) =>
  commandLine({ FORMSTEAD_DATA_DIR: dataDir, ...env })('restore', '--from', backup, ...more);

/** Checks that the restore is refused and leaves no file, inside the data directory or elsewhere. */
async function refused(attack: Attack, why: RegExp, ...more: readonly string[]): Promise<void> {
  const before = listing(attack.home);
  const { code, stdout, stderr } = await restore(attack, ...more);
  assert.deepEqual([code, stdout], [1, ''], `restored: ${stdout}${listing(attack.home)}`);
  assert.match(stderr, why);
  assert.deepEqual(listing(attack.home), before);
  assert.deepEqual(readdirSync(attack.dataDir), ['master.key']);
}

const listing = (path: string): readonly string[] =>
  readdirSync(path, { recursive: true, encoding: 'utf8' }).toSorted();
