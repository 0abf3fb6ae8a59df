// A simulated disk that follows a recording. After a power cut it contains every byte and name that was synced, and of
// the rest whatever the fate selects.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import type { Entry } from './entries.ts';
import { type Fate, FileContent } from './file-content.ts';

type Found = FileContent | 'folder';

interface NameChange {
  /** Names that appear and disappear together: a rename is one step. */
  readonly sets: readonly (readonly [path: string, found: Found])[];
  readonly removes: readonly string[];
  readonly folders: readonly string[];
  isSynced: boolean;
}

export interface DiskFate extends Fate {
  /** Returns whether a name survives although its folder was not synced. */
  keepsName(): boolean;
}

/** SQLite maps this file into memory, and creates it anew when it opens a database that nobody else has open. */
const isMapped = (path: string): boolean => path.endsWith('-shm');
const folderOf = (path: string): string => (dirname(path) === '.' ? '' : dirname(path));

export class Disk {
  /** Names as a process sees them. */
  readonly #names = new Map<string, Found>();
  /** Names that are durable, and the changes since then, in order. */
  readonly #durable = new Map<string, Found>();
  #changes: NameChange[] = [];
  readonly #open = new Map<string, { readonly path: string; readonly found: Found }>();
  readonly #syncs = new Map<string, (failed: boolean) => void>();

  /** @param folder contains what was durable before the recording begins */
  constructor(folder: string) {
    for (const each of readdirSync(folder, { recursive: true, withFileTypes: true })) {
      const whole = join(each.parentPath, each.name);
      const found = each.isDirectory() ? 'folder' : new FileContent(readFileSync(whole));
      this.#durable.set(relative(folder, whole), found);
    }
    for (const [path, found] of this.#durable) this.#names.set(path, found);
  }

  follow(entry: Entry): void {
    const { call, path, other, file } = entry;
    if (isMapped(path) || call === 'fault') return;
    if (call === 'open') this.#opened(entry);
    else if (call === 'close') this.#open.delete(file);
    else if (call === 'mkdir') this.#rename([[path, 'folder']], []);
    else if (call === 'unlink' || call === 'rmdir') this.#rename([], [path]);
    else if (call === 'rename') this.#rename([[other, this.#at(path)]], [path]);
    else if (call === 'link') this.#rename([[other, this.#at(path)]], []);
    else this.#changed(entry);
  }

  /** Writes the state after a power cut at this moment into an empty folder. */
  writeTo(folder: string, fate: DiskFate): void {
    const names = new Map(this.#durable);
    for (const change of this.#changes) {
      if (change.isSynced || fate.keepsName()) apply(names, change);
    }
    // A folder comes before its contents; files whose folder is missing are unreachable.
    const made = new Set(['']);
    for (const [path, found] of [...names].sort(([a], [b]) => (a < b ? -1 : 1))) {
      if (!made.has(folderOf(path))) continue;
      if (found === 'folder') {
        mkdirSync(join(folder, path), { mode: 0o700 });
        made.add(path);
      } else writeFileSync(join(folder, path), found.after(fate), { mode: 0o600 });
    }
  }

  #opened({ file, path, isNew, isFolder }: Entry): void {
    if (isNew) this.#rename([[path, new FileContent()]], []);
    const found = isFolder ? 'folder' : this.#at(path);
    this.#open.set(file, { path, found });
  }

  #changed({ call, file, number, data, failure }: Entry): void {
    const open = this.#open.get(file);
    if (!open) return;
    const { found, path } = open;
    const serial = `${file}:${number}`;
    if (call === 'sync-begin') {
      this.#syncs.set(serial, found === 'folder' ? this.#beginNameSync(path) : found.beginSync());
    } else if (call === 'sync-end') {
      this.#syncs.get(serial)?.(failure !== 0);
      this.#syncs.delete(serial);
    } else if (found !== 'folder') {
      if (call === 'write') found.write(number, data);
      else if (call === 'truncate') found.truncate(number);
    }
  }

  #beginNameSync(folder: string): (failed: boolean) => void {
    const covered = this.#changes.filter(({ folders }) => folders.includes(folder));
    return (failed) => {
      if (failed) return;
      for (const change of covered) change.isSynced = true;
      while (this.#changes[0]?.isSynced) apply(this.#durable, this.#changes.shift());
    };
  }

  #at(path: string): Found {
    const found = this.#names.get(path);
    if (found === undefined) throw new Error(`the record does not say where ${path} comes from`);
    return found;
  }

  #rename(sets: NameChange['sets'], removes: readonly string[]): void {
    const folders = [...sets.map(([path]) => folderOf(path)), ...removes.map(folderOf)];
    const change = { sets, removes, folders, isSynced: false };
    apply(this.#names, change);
    this.#changes.push(change);
  }
}

function apply(names: Map<string, Found>, change: NameChange | undefined): void {
  for (const path of change?.removes ?? []) names.delete(path);
  for (const [path, found] of change?.sets ?? []) names.set(path, found);
}
