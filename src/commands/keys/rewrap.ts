import { resolve } from 'node:path';
import { withExisting } from '#commands/open-services.ts';
import { ALL_SEALED_TEXTS } from '#commands/sealed-texts.ts';
import { command, type World } from '#commands/shell/command.ts';
import { CommandFailure } from '#commands/shell/failures.ts';
import { record } from '#commands/shell/text.ts';
import { readSettings, type Settings } from '#config/settings.ts';
import type { Reader } from '#db/database.ts';
import {
  type MasterKey,
  masterKeyFile,
  moveSealedTexts,
  moveToMasterKey,
  newMasterKeyFile,
  nodesWithout,
  replaceKeyFile,
  writeMovedId,
} from '#keys/index.ts';
import type { Services } from '#services.ts';
import { layNewMasterKey } from './new-master-key.ts';

/** Nodes look for a new master key every 5 seconds, and a killed node counts as alive for 15 seconds. */
const NODES_WITHIN_MS = 25_000;
const ASK_EVERY_MS = 500;
/** By then, texts that a node sealed with the old key are stored, even if the write waited for locks. */
const SETTLED_AFTER_MS = 20_000;

export const keysRewrap = command({
  name: 'keys rewrap',
  summary: 'change the master key',
  details:
    'No request fails: running nodes use the new master key automatically, and keep\n' +
    'both until nothing is sealed with the old one. The file contains 32 bytes in\n' +
    'base64. It is copied to DATA_DIR/master.key.new. With several nodes, put it\n' +
    'there on each of them first. If the command is interrupted, run it again to\n' +
    'continue. At the end, DATA_DIR/master.key contains the new key. If\n' +
    'FORMSTEAD_MASTER_KEY is set, change it before the next start. Older backups need\n' +
    'the old key.',
  options: {
    'new-master-key-file': {
      value: 'FILE',
      description:
        'The file with the new master key. If omitted, the command continues an interrupted change.',
    },
  },
  json: true,
  examples: ['formstead keys rewrap --new-master-key-file master.key.next'],
  async run(world, args) {
    const settings = readSettings(world.env);
    const file = args.text('new-master-key-file');
    const to = await layNewMasterKey(world, settings, file);
    const moved = await withExisting(world, (services) => moveEverything(world, services, to));
    const todo = [await finish(settings), ...leftBehind(settings, file)].join('\n');
    const { keys, texts } = moved;
    return {
      data: { masterKey: to.id, ...moved },
      text: `${record({ 'master key': to.id, keys: `${keys} moved`, 'sealed texts': `${texts} moved` })}\n${todo}`,
    };
  },
});

async function moveEverything(
  world: World,
  services: Services,
  to: MasterKey,
): Promise<{ readonly keys: number; readonly texts: number }> {
  const { db, masterKeys } = services;
  const isHeld = { id: to.id, seals: false };
  const without = (wanted: typeof isHeld) => (reader: Reader) =>
    nodesWithout(reader, world.clock.now(), wanted);
  await waitFor(world, db.reader, without(isHeld), notHeld);
  const moveKeys = () =>
    moveToMasterKey(services, to, 'command-line', async (tx) => {
      const nodes = await without(isHeld)(tx);
      if (nodes.length > 0) throw new CommandFailure(notHeld(nodes));
    });
  let keys = await moveKeys();
  await masterKeys.refresh();
  await waitFor(world, db.reader, without({ id: to.id, seals: true }), notSealing);
  let texts = 0;
  const moveRound = async (): Promise<number> => {
    let round = 0;
    for (const sealedTexts of ALL_SEALED_TEXTS)
      round += await moveSealedTexts(db, sealedTexts, masterKeys.inHand());
    const late = await moveKeys();
    keys += late;
    texts += round;
    return round + late;
  };
  await moveRound();
  await world.sleep(SETTLED_AFTER_MS);
  while ((await moveRound()) > 0);
  // Nodes may forget the old key only now: if they did so earlier, an interruption would lose data.
  await db.transaction((tx) => writeMovedId(tx, to.id));
  return { keys, texts };
}

/** @throws CommandFailure if `ask` still returns nodes after NODES_WITHIN_MS. */
async function waitFor(
  world: World,
  reader: Reader,
  ask: (reader: Reader) => Promise<readonly string[]>,
  complaint: (nodes: readonly string[]) => string,
): Promise<void> {
  for (let waited = 0; ; waited += ASK_EVERY_MS) {
    const nodes = await ask(reader);
    if (nodes.length === 0) return;
    if (waited >= NODES_WITHIN_MS) throw new CommandFailure(complaint(nodes));
    await world.sleep(ASK_EVERY_MS);
  }
}

const notHeld = (nodes: readonly string[]): string =>
  `These nodes do not hold the new master key: ${nodes.join(', ')}. Nothing was moved. ` +
  'Put its file into their data directory as master.key.new (mode 0600), and call this again.';

const notSealing = (nodes: readonly string[]): string =>
  `These nodes still seal with the old master key: ${nodes.join(', ')}. ` +
  'See what their log says; call this again to go on.';

/** Names what still has a copy of a master key and is of no use any more. */
function leftBehind({ security }: Settings, file: string | undefined): readonly string[] {
  return [
    ...(file === undefined ? [] : [`Remove ${resolve(file)}: it is another copy of the new key.`]),
    security.masterKey === undefined
      ? 'Remove each copy of the old master key that is not kept with backups from before.'
      : 'Remove the file or setting that FORMSTEAD_MASTER_KEY had before, unless it is kept with backups from before.',
  ];
}

/** Puts the new master key in place. @returns what the operator still has to do. */
async function finish({ server, security }: Settings): Promise<string> {
  const { dataDir } = server;
  if (security.masterKey === undefined) {
    await replaceKeyFile(dataDir);
    return `${masterKeyFile(dataDir)} is the new master key. Keep a copy of it apart from the backups.`;
  }
  return (
    'Give all nodes the new master key as FORMSTEAD_MASTER_KEY before their next start, then remove\n' +
    `${newMasterKeyFile(dataDir)} on each. Keep a copy of it apart from the backups.`
  );
}
