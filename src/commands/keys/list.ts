import { withExisting } from '#commands/open-services.ts';
import { command } from '#commands/shell/command.ts';
import { keyData, keysText } from './key-data.ts';

export const keysList = command({
  name: 'keys list',
  summary: 'list the keys of access tokens, newest first',
  details:
    'announced: published, but not used yet. active: signs or encrypts new tokens.\n' +
    'verify-only: its tokens are valid until they expire. revoked: its tokens are\n' +
    'invalid. A running service rotates keys automatically: signing keys after 90\n' +
    'days, encryption keys after 30 days or 2^31 tokens. Deleted keys are not shown.',
  options: {},
  json: true,
  examples: ['formstead keys list'],
  async run(world) {
    const keys = await withExisting(world, ({ ring }) => ring.list());
    return { data: keys.map(keyData), text: keysText(keys) };
  },
});
