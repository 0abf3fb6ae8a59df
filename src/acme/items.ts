import type { Reader } from '#db/database.ts';
import type { SealedTexts } from '#db/sealed-texts.ts';
import { isObject, type JsonObject, member } from '#kernel/json.ts';
import { parseJson } from '#kernel/parse-json.ts';
import type { Seal } from '#kernel/seal.ts';
import { deleteItem, listItems, readItem, replaceItem, writeItem } from './acme.store.ts';

/** A certificate chain and its private key, in PEM. */
export interface PemPair {
  readonly cert: string;
  readonly key: string;
}

/** Failed attempts to get a certificate since the last success. */
export interface Attempts {
  readonly failures: number;
  /** The time of the last one, in milliseconds since the epoch. */
  readonly at: number;
}

export const ACCOUNT = 'account';
export const CERTIFICATE = 'certificate';
export const ATTEMPTS = 'attempts';
export const challengeName = (host: string): string => `challenge ${host}`;

export interface Items {
  /** Returns undefined for none, and for one of another master key. */
  read(name: string): Promise<JsonObject | undefined>;
  readPair(name: string): Promise<PemPair | undefined>;
  readAttempts(): Promise<Attempts>;
  write(name: string, value: object): Promise<void>;
  remove(name: string): Promise<void>;
}

export function createItems(db: { readonly reader: Reader }, seal: Seal): Items {
  const read: Items['read'] = async (name) => {
    const sealed = await readItem(db.reader, name);
    const text = sealed === undefined ? undefined : seal.open(contextOf(name), sealed);
    const value = text === undefined ? undefined : parseJson(Buffer.from(text));
    return isObject(value) ? value : undefined;
  };
  return {
    read,
    async readPair(name) {
      const item = await read(name);
      const [cert, key] = [item && member(item, 'cert'), item && member(item, 'key')];
      return typeof cert === 'string' && typeof key === 'string' ? { cert, key } : undefined;
    },
    async readAttempts() {
      const item = await read(ATTEMPTS);
      const [failures, at] = [item && member(item, 'failures'), item && member(item, 'at')];
      return { failures: Number(failures ?? 0), at: Number(at ?? 0) };
    },
    write: (name, value) =>
      writeItem(db.reader, { name, sealed: seal.seal(contextOf(name), JSON.stringify(value)) }),
    remove: (name) => deleteItem(db.reader, name),
  };
}

const contextOf = (name: string): string => `acme ${name}`;

/** Everything that is kept about certificates, for a move to another master key. */
export const sealedAcmeItems: SealedTexts = {
  name: 'ACME account and certificates',
  async list(db, after, limit) {
    const items = await listItems(db, after?.id, limit);
    return items.map(({ name, sealed }) => ({
      accountId: '',
      id: name,
      context: contextOf(name),
      sealed,
    }));
  },
  replace: (db, { id, sealed }, after) => replaceItem(db, { name: id, sealed }, after),
};
