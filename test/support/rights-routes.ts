// The routes of the authorisation matrix that reach the template of the personnel department, and what lies in it.
import { MATRIX, type MatrixRow } from '../authorisation-matrix.ts';
import { BYTE_BODIES } from './attachments.ts';
import { JSON_BODIES } from './json-bodies.ts';
import type { Person, RightsWorld } from './rights-world.ts';

const partsOf = (world: RightsWorld, { id }: MatrixRow): readonly string[] | undefined => {
  const { salaries, ofHugo, file, hanna } = world;
  const parts: Readonly<Record<string, readonly string[]>> = {
    form: [ofHugo],
    completed: [ofHugo],
    attachment: [ofHugo, file],
    // Somebody who sees the form is told that it has no such field.
    answer: [ofHugo, file],
    template: [salaries],
    version: [salaries, '1'],
    grant: [salaries, hanna.by.userId],
  };
  return id === undefined ? [] : parts[id];
};
const pathFor = ({ route }: MatrixRow, [first = '', second = '']: readonly string[]) =>
  (route.split(' ')[1] ?? '').replace(':id', first).replace(/:\w+/, second);

/** Returns every route of forms and templates, with the objects of the template where its path names one. */
export const routesOver = (world: RightsWorld, { by, ask }: Person) =>
  MATRIX.flatMap((row) => {
    const isOfForms = row.right === 'session' || row.right?.startsWith('forms.') === true;
    const [method = ''] = row.route.split(' ');
    const parts = partsOf(world, row);
    // Writes that name no object of the template in their path reach nothing of it.
    if (!isOfForms || parts === undefined || (method !== 'GET' && parts.length === 0)) return [];
    const sent = BYTE_BODIES[row.route];
    const path = pathFor(row, parts) + (sent?.query ?? '');
    const body = sent?.bytes ?? JSON_BODIES[row.route]?.(by.userId);
    const headers = sent && { 'content-type': sent.type };
    const call = { ...(body && { body }), ...(headers && { headers }) };
    const named = { isNamed: parts.length > 0, outcome: row.outcomes[by.role] };
    return [{ route: row.route, ...named, send: () => ask(method, path, call) }];
  });
