// Parts of Mantine that its own files import, and that no page of ours shows. Each page would load them.
import type { Plugin } from 'vite';

/** People don't change the width of the navigation: `resizable` of AppShell would show nothing. */
const UNUSED = /[\\/](AppShellResizeHandle)\.mjs$/;

export const unusedParts = (): Plugin => ({
  name: 'unused-parts',
  load(id) {
    const [, name] = UNUSED.exec(id) ?? [];
    return name === undefined ? undefined : `export const ${name} = () => null;`;
  },
});
