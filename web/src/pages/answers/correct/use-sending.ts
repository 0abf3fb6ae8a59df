import { useState } from 'react';
import type { JsonValue } from '#kernel/json.ts';
import { ApiError } from '#web/api/client.ts';
import { type AppAnswer, correctAnswer, readAnswer } from '#web/api/corrections.ts';
import { useAct } from '#web/components/use-act.ts';
import { isRecord } from '#web/offline/merge.ts';
import { shownLanguage } from '#web/texts/i18n.ts';

/** What somebody else has saved meanwhile. */
export interface Conflict {
  /** Their name; undefined when it is not known. */
  readonly by: string | undefined;
  /** Whether they have changed the same answer. */
  readonly isOfAnswer: boolean;
}

interface Sending {
  /** The answer as it is stored, as far as it is known here. */
  readonly answer: AppAnswer;
  readonly conflict: Conflict | undefined;
  readonly problem: Error | undefined;
  readonly isRunning: boolean;
  send(value: JsonValue): void;
}

interface Place {
  readonly template: string;
  readonly form: string;
  readonly field: string;
}

/**
 * Sends a correction. When somebody else has saved the form meanwhile, the answer is read again, and the next attempt
 * is about the form as it is then.
 */
export function useSending(
  { template, form, field }: Place,
  first: AppAnswer,
  onSaved: () => void,
): Sending {
  const [answer, setAnswer] = useState(first);
  const [conflict, setConflict] = useState<Conflict>();
  const locale = shownLanguage();
  const { run, isRunning, problem } = useAct(
    async (value: JsonValue): Promise<boolean> => {
      const { revision } = answer;
      try {
        await correctAnswer({ template, form, field, revision, value, locale });
        return true;
      } catch (error) {
        if (!(error instanceof ApiError) || error.code !== 'precondition-failed') throw error;
        const now = await readAnswer(form, field, locale);
        const isOfAnswer = JSON.stringify(now.value) !== JSON.stringify(answer.value);
        setAnswer(now);
        setConflict({ by: nameIn(error.members['current']), isOfAnswer });
        return false;
      }
    },
    (isSaved) => {
      if (isSaved) onSaved();
    },
  );
  return { answer, conflict, problem, isRunning, send: run };
}

function nameIn(current: unknown): string | undefined {
  const by = isRecord(current) ? current['updatedBy'] : undefined;
  const name = isRecord(by) ? by['name'] : undefined;
  return typeof name === 'string' ? name : undefined;
}
