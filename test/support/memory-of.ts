import { readdirSync, readFileSync } from 'node:fs';

/**
 * Returns the memory that a process and its descendants have asked for, in bytes (proc(5), smaps_rollup). Files that are
 * mapped, such as the program, don't count: their share falls to whoever else runs the same program. Linux only.
 */
export function memoryOf(pid: number): number {
  const parents = new Map<number, number>();
  for (const name of readdirSync('/proc')) {
    const id = Number(name);
    const parent = Number.isInteger(id) ? numberIn(`/proc/${id}/status`, 'PPid') : undefined;
    if (parent !== undefined) parents.set(id, parent);
  }
  const isOurs = (id: number | undefined): boolean =>
    id !== undefined && (id === pid || isOurs(parents.get(id)));
  return [...parents.keys()]
    .filter(isOurs)
    .reduce((sum, id) => sum + (numberIn(`/proc/${id}/smaps_rollup`, 'Pss_Anon') ?? 0) * 1024, 0);
}

/** Returns undefined for a process that has ended. */
function numberIn(file: string, name: string): number | undefined {
  try {
    const found = new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(readFileSync(file, 'utf8'));
    return found ? Number(found[1]) : undefined;
  } catch {
    return undefined;
  }
}
