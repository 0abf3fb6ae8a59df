import { withExisting } from '#commands/open-services.ts';
import { command } from '#commands/shell/command.ts';
import { keyData, keysText } from './key-data.ts';

export const keysList = command({
  name: 'keys list',
  summary: 'list the keys of access tokens, newest first',
  details:
    'announced: published, not used yet. active: makes new tokens. verify-only: tokens\n' +
    'made with it are good until they expire. revoked: none of them is. A running\n' +
    'service rotates by itself: signing keys after 90 days, encryption keys after 30\n' +
    'days or 2^31 tokens; deleted keys are not shown.',
  options: {},
  json: true,
  examples: ['formstead keys list'],
  async run(world) {
    const keys = await withExisting(world, ({ ring }) => ring.list());
    return { data: keys.map(keyData), text: keysText(keys) };
  },
});
