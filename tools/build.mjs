// `npm run build`: installs what is missing and builds the web pages, for a service that is started
// without npm. Plain JavaScript for Node 20 like the launcher.
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureWebBuilt } from './build-web.mjs';
import { ensureInstalled, pinnedNode } from './install.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const say = (text) => process.stderr.write(`formstead: ${text}\n`);

try {
  await ensureInstalled(root, { dev: true, say });
  await ensureWebBuilt(root, { node: pinnedNode(root) ?? process.execPath, say });
} catch (cause) {
  say(cause.message);
  process.exitCode = 1;
}
