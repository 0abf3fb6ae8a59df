// Parts of Mantine that its own files import, and that no page of ours shows. Each page would load them.
import type { Plugin } from 'vite';

/**
 * With these, `resizable`, `Aside`, `Footer` and `Section` of AppShell, the groups of buttons, `success` of a field and
 * loaders of bars or dots would show nothing.
 */
const UNUSED =
  /[\\/](AppShell(?:ResizeHandle|Aside|Footer|Section)|(?:ActionIcon|Button)Group(?:Section)?|InputSuccess|Bars|Dots)\.mjs$/;

export const unusedParts = (): Plugin => ({
  name: 'unused-parts',
  load(id) {
    const [, name] = UNUSED.exec(id) ?? [];
    return name === undefined ? undefined : `export const ${name} = () => null;`;
  },
});
