// The possible content of one file after a power cut: everything that was synced, and any part of the rest.

const SECTOR = 512;

interface Change {
  readonly kind: 'write' | 'truncate';
  /** Offset of a write, new length of a truncate. */
  readonly at: number;
  readonly data: Buffer;
  isSynced: boolean;
  /**
   * A sync that should have kept this change failed. A later sync won't keep it either, whatever it returns (fsync(2),
   * "EIO").
   */
  isDoubtful: boolean;
}

/** Selects which of the unsynced changes reached the disk. */
export interface Fate {
  /** @returns how much of a change: all, some of its sectors, or nothing */
  ofChange(): 'whole' | 'torn' | 'gone';
  keepsSector(): boolean;
}

export class FileContent {
  readonly #base: Growing;
  /** Changes since the base, in order. */
  #changes: Change[] = [];

  constructor(base: Buffer = Buffer.alloc(0)) {
    this.#base = new Growing(base);
  }

  write(at: number, data: Buffer): void {
    this.#changes.push({ kind: 'write', at, data, isSynced: false, isDoubtful: false });
  }

  truncate(at: number): void {
    const data = Buffer.alloc(0);
    this.#changes.push({ kind: 'truncate', at, data, isSynced: false, isDoubtful: false });
  }

  /** @returns a function that ends the sync, which covers the changes up to now */
  beginSync(): (failed: boolean) => void {
    const covered = [...this.#changes];
    return (failed) => {
      for (const change of covered) {
        if (failed && !change.isSynced) change.isDoubtful = true;
        else if (!change.isDoubtful) change.isSynced = true;
      }
      this.#settle();
    };
  }

  hasUnsynced(): boolean {
    return this.#changes.some((change) => !change.isSynced);
  }

  /** Returns the content after a power cut. */
  after(fate: Fate): Buffer {
    const file = new Growing(this.#base.content());
    for (const change of this.#changes) {
      const part = change.isSynced ? 'whole' : fate.ofChange();
      if (part === 'gone') continue;
      if (change.kind === 'truncate') file.truncate(change.at);
      else if (part === 'whole') file.write(change.at, change.data);
      else writeSectors(file, change, () => fate.keepsSector());
    }
    return file.content();
  }

  /** Moves durable changes into the base, up to the first change that is not durable. */
  #settle(): void {
    const open = this.#changes.findIndex((change) => !change.isSynced);
    const settled = this.#changes.splice(0, open === -1 ? this.#changes.length : open);
    for (const { kind, at, data } of settled) {
      if (kind === 'truncate') this.#base.truncate(at);
      else this.#base.write(at, data);
    }
  }
}

function writeSectors(file: Growing, { at, data }: Change, keeps: () => boolean): void {
  let from = 0;
  while (from < data.length) {
    const length = Math.min(SECTOR - ((at + from) % SECTOR), data.length - from);
    if (keeps()) file.write(at + from, data.subarray(from, from + length));
    from += length;
  }
}

/** Bytes that can grow; gaps are zeros, as in a file system. */
class Growing {
  #bytes: Buffer;
  #length: number;

  constructor(base: Buffer) {
    this.#bytes = Buffer.from(base);
    this.#length = base.length;
  }

  write(at: number, data: Buffer): void {
    this.#reserve(at + data.length);
    data.copy(this.#bytes, at);
  }

  truncate(length: number): void {
    if (length < this.#length) this.#bytes.fill(0, length, this.#length);
    this.#reserve(length);
    this.#length = length;
  }

  content(): Buffer {
    return this.#bytes.subarray(0, this.#length);
  }

  #reserve(length: number): void {
    if (length > this.#bytes.length) {
      const larger = Buffer.alloc(Math.max(length, this.#bytes.length * 2));
      this.#bytes.copy(larger, 0, 0, this.#length);
      this.#bytes = larger;
    }
    this.#length = Math.max(this.#length, length);
  }
}
