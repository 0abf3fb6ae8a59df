import type { Reader } from '#db/database.ts';
import type { Viewer } from '#form-basics/index.ts';
import type { NoticeSubject } from '#kernel/notice.ts';

/** What somebody sees of a thing that a notice is about. */
export interface SeenSubject {
  /** Undefined for things without a name, such as exports. It holds no answer that the viewer may not see. */
  readonly name?: string | undefined;
  /** False if the viewer can no longer open its page. Then only the notice that they lost it is shown. */
  readonly isOpen: boolean;
}

/** Returns those of the things that are there, and that the viewer sees, by id. It asks the rights of this moment. */
export type Sight = (
  db: Reader,
  viewer: Viewer,
  ids: readonly string[],
) => Promise<ReadonlyMap<string, SeenSubject>>;

/** How things are seen; each domain brings its own, and `endpoints.ts` puts them together. */
export type Sights = Readonly<Record<NoticeSubject, Sight>>;
