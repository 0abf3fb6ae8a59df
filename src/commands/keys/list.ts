import { withExisting } from '#commands/open-services.ts';
import { command } from '#commands/shell/command.ts';
import { keyData, keysText } from './key-data.ts';

export const keysList = command({
  name: 'keys list',
  summary: 'list the keys of access tokens, newest first',
  options: {},
  json: true,
  examples: ['formstead keys list'],
  async run(world) {
    const keys = await withExisting(world, ({ ring }) => ring.list());
    return { data: keys.map(keyData), text: keysText(keys) };
  },
});
