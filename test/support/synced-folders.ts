// Records which folders a program syncs, because only a power cut would show this otherwise.
import { open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import type { TestContext } from 'node:test';

interface Synced {
  readonly stat: () => Promise<{ readonly ino: number; isDirectory(): boolean }>;
}

/** Records from now until the end of the test. @returns the inodes of all folders synced so far */
export async function syncedFolders(t: TestContext): Promise<() => ReadonlySet<number>> {
  const handle = await open(tmpdir(), 'r');
  await handle.close();
  const kind = Object.getPrototypeOf(handle) as { sync: (this: Synced) => Promise<void> };
  const { sync } = kind;
  const found = new Set<number>();
  t.mock.method(kind, 'sync', async function record(this: Synced) {
    await sync.call(this);
    const of = await this.stat();
    if (of.isDirectory()) found.add(of.ino);
  });
  return () => found;
}
