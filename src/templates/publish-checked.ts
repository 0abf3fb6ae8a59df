import type { Tx } from '#db/database.ts';
import type { FormActor, FormsDeps, Template } from '#form-basics/index.ts';
import { AppError } from '#kernel/errors.ts';
import {
  invalidDefinition,
  reportOnDefinition,
} from '#questionnaires/definition/check-definition.ts';
import type { FormEngines } from '#questionnaires/engine/engine-types.ts';
import { requireTemplateRight } from './find-template.ts';
import type { Templates } from './templates.ts';

interface PublishDeps extends Pick<FormsDeps, 'db' | 'directory'> {
  readonly forms: Pick<Templates, 'publishTemplate'>;
  readonly engine: Pick<FormEngines, 'of'>;
}

/** The number of attempts when the draft changes during the check and the request names no revision. */
const ATTEMPTS = 3;

/**
 * Publishes exactly the draft that the engine has checked, for /app and /v2. The engine runs outside of the transaction.
 * @param revision the revision that the template must have; undefined: whichever it has
 * @param describe makes the answer, in the transaction
 * @throws AppError `not-found`, `forbidden`, `precondition-failed`, `invalid-definition`, `template-state`
 */
export async function publishChecked<T>(
  deps: PublishDeps,
  by: FormActor,
  id: string,
  revision: number | undefined,
  describe: (tx: Tx, template: Template) => Promise<T>,
): Promise<T> {
  for (let left = ATTEMPTS; ; left -= 1) {
    try {
      return await publish(deps, by, id, revision, describe);
    } catch (error) {
      const moved = error instanceof AppError && error.code === 'precondition-failed';
      if (!moved || revision !== undefined || left <= 1) throw error;
      // Reads see only committed changes: before this they may miss the change that caused the conflict.
      await deps.db.settled();
    }
  }
}

async function publish<T>(
  { db, directory, forms, engine }: PublishDeps,
  by: FormActor,
  id: string,
  revision: number | undefined,
  describe: (tx: Tx, template: Template) => Promise<T>,
): Promise<T> {
  const draft = await requireTemplateRight(db.reader, directory, by, id, 'manage');
  const { expressions } = reportOnDefinition(draft.hasChanges ? draft.draftDefinition : {});
  const faults = expressions.length > 0 ? await engine.of(by.accountId).inspect(expressions) : [];
  if (faults.length > 0) throw invalidDefinition(faults);
  const ifRevision = revision ?? draft.revision;
  return db.transaction(async (tx) => {
    const { template } = await forms.publishTemplate(tx, by, id, { ifRevision });
    return describe(tx, template);
  });
}
