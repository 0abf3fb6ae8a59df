import type { AnswerField } from '#answer-index/index.ts';
import { type Countable, requireCountable } from '#answer-tables/summaries/require-countable.ts';
import { withSharedDeadline } from '#db/shared-deadline.ts';
import type { FormsDeps, Viewer } from '#form-basics/index.ts';
import { requireTemplateOfForms } from '#form-records/index.ts';
import { AppError, fail } from '#kernel/errors.ts';
import { remembering } from '#templates/index.ts';
import type { DashboardBody, TileSettings, WorkTile } from './dashboard.shapes.ts';
import type { Dashboard, Tile, TileContent } from './dashboard.ts';

type Deps = Pick<FormsDeps, 'db' | 'clock' | 'directory'>;

/** What the tiles of one request share: their scans have two seconds together, and each template is read once. */
interface Reading extends Deps {
  readonly viewer: Viewer;
  readonly read: Map<string, Countable>;
}

const readingOf = (deps: Deps, viewer: Viewer): Reading => ({
  db: withSharedDeadline(deps.db),
  clock: deps.clock,
  directory: remembering(deps.directory),
  viewer,
  read: new Map(),
});

/**
 * Returns the tiles of a body as they are stored. A tile without settings stays as it is, so that people can arrange
 * tiles that they may not see. Reads outside of a transaction, because conditions may need a scan.
 * @param makeId makes the ids of new tiles
 * @throws AppError `invalid-value` at the tile
 */
export async function checkTiles(
  deps: Deps,
  viewer: Viewer,
  given: NonNullable<DashboardBody['tiles']>,
  stored: Dashboard['tiles'],
  makeId: () => string,
): Promise<readonly Tile[]> {
  const reading = readingOf(deps, viewer);
  const tiles: Tile[] = [];
  for (const [i, { id, ...asked }] of given.entries()) {
    const at = `tiles[${i}]`;
    const before = stored.find((tile) => tile.id === id);
    if (id !== undefined && (!before || tiles.some((tile) => tile.id === id))) {
      throw fail('invalid-value', 'The dashboard has no such tile, or it comes twice.', {
        at: `${at}.id`,
        because: { reason: 'uuid' },
      });
    }
    const content = contentIn(asked, at);
    if (content) await requireReadable(reading, content, at);
    const own = content ?? before;
    if (!own) {
      throw fail('invalid-value', 'A new tile needs settings or work.', {
        at: `${at}.settings`,
        because: { reason: 'missing' },
      });
    }
    tiles.push({ ...own, id: before?.id ?? makeId() });
  }
  return tiles;
}

/** Returns what a tile is to show; undefined if it stays as it is. */
function contentIn(
  { settings, work }: Omit<NonNullable<DashboardBody['tiles']>[number], 'id'>,
  at: string,
): TileContent | undefined {
  if (settings && work) {
    throw fail('invalid-value', 'A tile has settings or work, not both.', {
      at: `${at}.work`,
      because: { reason: 'conflict' },
    });
  }
  if (settings) return { settings };
  return work && { work };
}

/** @param tileAt the position of the tile */
async function requireReadable(reading: Reading, tile: TileContent, tileAt: string): Promise<void> {
  const at = `${tileAt}.${tile.work ? 'work' : 'settings'}`;
  try {
    if (tile.work) await checkWork(reading, tile.work);
    else checkStatistic(tile.settings, await checkSettings(reading, tile.settings));
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    if (error.code === 'not-found') {
      throw fail('invalid-value', error.detail, {
        at: `${at}.template`,
        because: { reason: 'unknown-template' },
      });
    }
    if (error.code !== 'invalid-parameter') throw error;
    const place = error.at === 'fields' ? 'field' : error.at;
    throw new AppError('invalid-value', error.detail, {
      at: `${at}.${place}`,
      extra: error.extra,
      cause: error,
    });
  }
}

/**
 * Returns which of some tiles somebody may see: those that they could have made, as far as that is found out in time. What
 * was stored is never told to have failed because one of them takes long.
 */
export async function seenTiles(
  deps: Deps,
  viewer: Viewer,
  tiles: readonly Tile[],
): Promise<ReadonlySet<Tile>> {
  const reading = readingOf(deps, viewer);
  const seen = new Set<Tile>();
  for (const tile of tiles) {
    if (await isReadable(reading, tile)) seen.add(tile);
  }
  return seen;
}

/** The errors that leave the settings of a tile out instead of failing the dashboard. */
const HIDING: readonly string[] = ['not-found', 'invalid-parameter', 'query-too-slow', 'busy'];

async function isReadable(reading: Reading, { settings, work }: TileContent): Promise<boolean> {
  try {
    await (work ? checkWork(reading, work) : checkSettings(reading, settings));
    return true;
  } catch (error) {
    if (error instanceof AppError && HIDING.includes(error.code)) return false;
    throw error;
  }
}

/** Of all templates, everybody may count the work that they see. */
async function checkWork(
  { viewer, read: _read, ...deps }: Reading,
  { template }: WorkTile,
): Promise<void> {
  if (template !== undefined) await requireTemplateOfForms(deps, viewer, template);
}

async function checkSettings(
  { viewer, read, ...deps }: Reading,
  { template, field, show: _show, statistic: _statistic, title: _title, ...query }: TileSettings,
): Promise<AnswerField | undefined> {
  const fields = JSON.stringify([field]);
  const before = read.get(template);
  const countable = await requireCountable(deps, viewer, template, { ...query, fields }, before);
  read.set(template, countable);
  return countable.fields[0];
}

const WITH_NUMBERS: readonly (AnswerField['kind'] | undefined)[] = ['number', 'rows', 'any'];

/** Checks that the one number of a tile is one that its field has. */
function checkStatistic({ show, statistic }: TileSettings, field: AnswerField | undefined): void {
  if (statistic === undefined) return;
  if (show === 'number' && (statistic === 'forms' || WITH_NUMBERS.includes(field?.kind))) return;
  throw fail('invalid-parameter', 'Only a tile of numbers that shows one number has this.', {
    at: 'statistic',
    because: { reason: 'not-allowed', allowed: show === 'number' ? 'forms' : '' },
  });
}
