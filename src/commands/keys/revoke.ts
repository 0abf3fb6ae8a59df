import { withExisting } from '#commands/open-services.ts';
import { command } from '#commands/shell/command.ts';
import { keyData, keysText } from './key-data.ts';

export const keysRevoke = command({
  name: 'keys revoke',
  summary: 'revoke a key and all its tokens immediately, on every node',
  details:
    'Use it for a leaked key. Clients get status 401 and request a new token. An\n' +
    'active key is replaced immediately.',
  operands: [{ name: 'KID', description: 'The key id, from keys list.' }],
  options: {},
  json: true,
  examples: ['formstead keys revoke s-2026-11-a1b2'],
  async run(world, args) {
    const keys = await withExisting(world, async ({ ring }) => {
      await ring.revoke(args.operand('KID'), 'command-line');
      return ring.list();
    });
    return { data: keys.map(keyData), text: keysText(keys) };
  },
});
