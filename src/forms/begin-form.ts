// The answers of a form that begins. Some default values are calculated, such as `today()`: by the forms engine, which may
// compute for seconds, and therefore outside of any transaction.
import type { Reader } from '#db/database.ts';
import { readTimeZone, type TemplateVersion } from '#form-basics/index.ts';
import type { JsonObject } from '#kernel/json.ts';
import { hasCalculatedDefault } from '#questionnaires/answers/starting-answers.ts';
import type { FormEngines } from '#questionnaires/engine/engine-types.ts';
import { isEngineFailure } from '#questionnaires/engine/is-engine-failure.ts';

interface BeginDeps {
  readonly db: { readonly reader: Reader };
  readonly engine: Pick<FormEngines, 'of'>;
}

/** Adds the calculated default values to the answers that a form of this version begins with. */
export type Begin = (version: TemplateVersion, answers: JsonObject) => JsonObject;

/** Thrown inside of the transaction, so that it ends while the engine computes. */
class Missing extends Error {
  readonly version: TemplateVersion;
  readonly answers: JsonObject;

  constructor(version: TemplateVersion, answers: JsonObject) {
    super('the default values are not calculated yet');
    this.version = version;
    this.answers = answers;
  }
}

/** The number of attempts when another version of the template is published meanwhile. */
const ATTEMPTS = 3;

/**
 * Creates a form in one transaction, which may begin more than once. What the engine cannot calculate stays empty.
 * @throws AppError `busy`, and those of `create`
 */
export async function beginForm<T>(
  { db, engine }: BeginDeps,
  accountId: string,
  create: (begin: Begin) => Promise<T>,
): Promise<T> {
  const known = new Map<string, JsonObject>();
  const begin: Begin = (version, answers) => {
    if (!hasCalculatedDefault(version.definition)) return answers;
    const defaults = known.get(version.id);
    if (defaults === undefined && known.size < ATTEMPTS) throw new Missing(version, answers);
    return { ...defaults, ...answers };
  };
  for (;;) {
    try {
      return await create(begin);
    } catch (error) {
      if (!(error instanceof Missing)) throw error;
      const timeZone = await readTimeZone(db.reader, accountId);
      const { definition, id } = error.version;
      const calculating = engine.of(accountId).defaults(definition, error.answers, { timeZone });
      known.set(id, await calculating.catch(nothingUnlessBusy));
    }
  }
}

function nothingUnlessBusy(error: unknown): JsonObject {
  if (isEngineFailure(error)) return {};
  throw error;
}
