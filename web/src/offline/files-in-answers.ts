// The files that answers name, and answers without those that are not sent yet.
import { type Answers, isRecord } from './merge.ts';

/** Returns the ids of all files that answers name, at any depth. */
export function fileIdsIn(value: unknown): ReadonlySet<string> {
  const ids = new Set<string>();
  const look = (each: unknown): void => {
    if (Array.isArray(each)) each.forEach(look);
    if (!isRecord(each)) return;
    if (typeof each['id'] === 'string' && typeof each['type'] === 'string') ids.add(each['id']);
    Object.values(each).forEach(look);
  };
  look(value);
  return ids;
}

/**
 * Returns the answers without the files that are not uploaded yet: the server refuses answers that name a file it does
 * not have.
 */
export function withoutFiles(answers: Answers, unsent: ReadonlySet<string>): Answers {
  if (unsent.size === 0) return answers;
  const without = strip(answers, unsent);
  return isRecord(without) ? without : {};
}

function strip(value: unknown, unsent: ReadonlySet<string>): unknown {
  if (Array.isArray(value)) {
    const kept = value.map((each) => strip(each, unsent)).filter((each) => each !== undefined);
    return kept.length === 0 && value.length > 0 ? undefined : kept;
  }
  if (!isRecord(value)) return value;
  if (typeof value['id'] === 'string' && unsent.has(value['id'])) return undefined;
  // A drawing on a photo is sent once the server has both of its files.
  const { photo, picture, shapes } = value;
  const isSketch = isRecord(photo) && isRecord(picture) && Array.isArray(shapes);
  if (isSketch && [photo, picture].some((each) => strip(each, unsent) === undefined))
    return undefined;
  const members = Object.entries(value).map(([name, each]) => [name, strip(each, unsent)]);
  return Object.fromEntries(members.filter(([, each]) => each !== undefined));
}
