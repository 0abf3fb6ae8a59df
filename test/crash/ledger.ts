// What clients were told, and when: the values that something may have after a crash.

interface Version {
  /** Undefined: it is not there. */
  readonly value: string | undefined;
  /** When the answer had arrived; undefined: none came. */
  toldAt: number | undefined;
}

/** Moments are numbers that grow, for instance how long a record was. */
export class Ledger {
  readonly #things = new Map<string, Version[]>();

  /**
   * To be called before the request is sent; requests about one thing come one after the other, and each has a value that
   * no other had. @returns what notes the answer that it was done
   */
  attempt(thing: string, value: string | undefined): (toldAt: number) => void {
    const versions = this.#things.get(thing) ?? [];
    this.#things.set(thing, versions);
    const version: Version = { value, toldAt: undefined };
    versions.push(version);
    return (toldAt) => {
      version.toldAt = toldAt;
    };
  }

  /** Things of one kind, by the beginning of their names. */
  things(kind: string): readonly string[] {
    return [...this.#things.keys()].filter((thing) => thing.startsWith(`${kind} `));
  }

  /** The value that was told last; undefined where none was, or that it is not there. */
  told(thing: string): string | undefined {
    return this.#things.get(thing)?.findLast(({ toldAt }) => toldAt !== undefined)?.value;
  }

  /** How many answers had arrived at a moment. */
  toldBy(moment: number): number {
    const versions = [...this.#things.values()].flat();
    return versions.filter((version) => isToldBy(version, moment)).length;
  }

  /** What is wrong with a value that was found after a crash at a moment; undefined when it may be. */
  fault(thing: string, found: string | undefined, moment: number): string | undefined {
    const versions = this.#things.get(thing) ?? [];
    const last = versions.findLastIndex((version) => isToldBy(version, moment));
    const allowed = versions.slice(Math.max(last, 0)).map(({ value }) => value);
    if (last === -1) allowed.push(undefined);
    if (allowed.includes(found)) return undefined;
    return `${thing} is ${nameOf(found)}, and should be ${allowed.map(nameOf).join(' or ')}`;
  }
}

const isToldBy = ({ toldAt }: Version, moment: number): boolean =>
  toldAt !== undefined && toldAt <= moment;

const nameOf = (value: string | undefined): string => value?.slice(0, 80) ?? 'not there';
