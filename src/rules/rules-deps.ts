import type { AssignmentWrites } from '#assignments/index.ts';
import type { Tx } from '#db/database.ts';
import type { Directory } from '#directory/index.ts';
import type { Form, FormsDeps } from '#form-basics/index.ts';
import type { Forms } from '#forms/index.ts';
import type { Idempotency } from '#idempotency/index.ts';
import type { Lists } from '#lists/index.ts';
import type { MailQueue } from '#mail-queue/index.ts';
import type { FormEngines } from '#questionnaires/engine/engine-types.ts';
import type { DeliveryQueue } from '#webhooks/index.ts';
import type { TemplateKey } from './rule-events.store.ts';

/** What reading a form for a rule needs. */
export interface RuleReads extends Pick<FormsDeps, 'db'> {
  readonly engine: Pick<FormEngines, 'of'>;
}

/** What the actions of rules need. */
export interface RuleWrites extends Omit<AssignmentWrites, 'forms' | 'directory'> {
  readonly forms: AssignmentWrites['forms'] & Pick<Forms, 'assignForm' | 'setByRule'>;
  readonly directory: AssignmentWrites['directory'] & Pick<Directory, 'readUser'>;
  readonly lists: Pick<Lists, 'writeRows'>;
  readonly deliveryQueue: Pick<DeliveryQueue, 'appendForRule' | 'requireFor' | 'resend'>;
  readonly mailQueue: MailQueue;
  readonly ruleEvents: RuleEvents;
}

/** The dependencies of the endpoints and of the runner. */
export interface RulesDeps extends RuleReads, RuleWrites, Pick<FormsDeps, 'seal'> {}

export interface RulesEndpointsDeps extends RulesDeps {
  readonly idempotency: Idempotency;
}

/** The events that wait for rules. */
export interface RuleEvents {
  /** Has the runner look at a template once the transaction is durable. */
  remind: (tx: Tx, of: TemplateKey) => void;
  /**
   * Stores that answers of a form were written, for rules that wait for a value.
   * @param before undefined for a new form
   * @param depth how many rules led to it
   */
  answered: (tx: Tx, before: Form | undefined, form: Form, depth?: number) => Promise<void>;
  /** Registers the function that is called then. */
  listen: (onDue: (of: TemplateKey) => void) => void;
}
