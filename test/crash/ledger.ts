// Records what clients were told and when, and thereby the values that an object may have after a crash.

interface Version {
  /** Undefined if the object does not exist. */
  readonly value: string | undefined;
  /** When the answer arrived; undefined if none did. */
  toldAt: number | undefined;
}

/** Moments are growing numbers, such as the length of a recording. */
export class Ledger {
  readonly #things = new Map<string, Version[]>();

  /**
   * Must be called before the request is sent. Requests about one object must not overlap, and each value must be
   * unique. @returns a function that records the answer that it was done
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

  /** Returns the objects of one kind, by the beginning of their names. */
  things(kind: string): readonly string[] {
    return [...this.#things.keys()].filter((thing) => thing.startsWith(`${kind} `));
  }

  /** Returns the last acknowledged value; undefined if there is none, or if the object was deleted. */
  told(thing: string): string | undefined {
    return this.#things.get(thing)?.findLast(({ toldAt }) => toldAt !== undefined)?.value;
  }

  /** Returns the number of answers that had arrived by a moment. */
  toldBy(moment: number): number {
    const versions = [...this.#things.values()].flat();
    return versions.filter((version) => isToldBy(version, moment)).length;
  }

  /** Returns what is wrong with a value found after a crash at a moment; undefined if the value is allowed. */
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
