import { withExisting } from '#commands/open-services.ts';
import { command } from '#commands/shell/command.ts';
import { UsageError } from '#commands/shell/failures.ts';
import { keyData, keysText } from './key-data.ts';

const USES = ['sig', 'enc', 'both'] as const;

export const keysRotate = command({
  name: 'keys rotate',
  summary: 'create new keys for access tokens',
  details:
    'No request fails: tokens of the old keys are valid until they expire, and\n' +
    'running nodes use the new keys within a minute. Old keys are deleted when their\n' +
    'last token has expired.',
  options: { use: { value: 'USE', description: 'sig, enc or both (which is the default).' } },
  json: true,
  examples: ['formstead keys rotate', 'formstead keys rotate --use enc'],
  async run(world, args) {
    const word = args.text('use') ?? 'both';
    const use = USES.find((each) => each === word);
    if (!use) throw new UsageError(`--use is one of ${USES.join(', ')}, not ${word}.`);
    const made = await withExisting(world, async ({ ring }) => {
      const keys = await ring.rotate(use, 'command-line');
      await ring.purge();
      return keys;
    });
    return { data: made.map(keyData), text: keysText(made) };
  },
});
