import type { Endpoint } from '#http/endpoint.ts';
import { linkEndpoint } from '#public-links/link-endpoint.ts';
import { savePuzzle } from '#public-links/link-session.store.ts';
import { PUZZLE_BITS } from '#public-links/puzzle-rule.ts';
import { requireOpen } from '#public-links/require-open.ts';
import { readVisit } from '#public-links/visit.ts';
import { LinkPuzzle } from '#public-links/visitor.shapes.ts';
import type { VisitorDeps } from '#public-links/visitor-deps.ts';

const PUZZLE_BYTES = 18;
const LIFE_MS = 10 * 60_000;

/** POST /link/v1/puzzle: returns the puzzle whose solution goes with the answers. It replaces an earlier one. */
export const postPuzzle = ({ db, clock, random }: VisitorDeps): Endpoint =>
  linkEndpoint({
    method: 'POST',
    path: '/link/v1/puzzle',
    doc: {
      summary: 'Get a puzzle',
      tag: 'Public links',
      description: 'It belongs to this session, is valid for 10 minutes, and can be used once.',
      responses: {
        201: { description: 'The puzzle.', schema: LinkPuzzle },
        403: { description: 'The link is paused, or turned off by an admin.' },
        410: 'link ended',
      },
    },
    async handle({ principal }) {
      const now = clock.now();
      const { link, session } = await readVisit(db.reader, principal, now);
      await requireOpen(db.reader, link, now);
      const puzzle = random.bytes(PUZZLE_BYTES).toString('base64url');
      const endsAt = now + LIFE_MS;
      await savePuzzle(db.reader, session, puzzle, endsAt);
      const expiresAt = new Date(endsAt).toISOString();
      return { status: 201, body: { puzzle, bits: PUZZLE_BITS, expiresAt } };
    },
  });
