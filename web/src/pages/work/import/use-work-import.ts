import { useEffect, useRef, useState } from 'react';
import { type AssignmentRowResult, workChanged } from '#web/api/assignments.ts';
import { useAct } from '#web/components/use-act.ts';
import { type Meaning, personColumn, rowsFor } from './columns.ts';
import { type Outcome, outcomesOf, tooLongRows } from './outcomes.ts';
import type { WorkFile } from './read-work-file.ts';
import { sendPortions } from './send-portions.ts';

/** What is to be sent. */
export interface WorkImport {
  readonly templateId: string;
  readonly file: WorkFile;
  readonly meanings: readonly Meaning[];
}

/** What is known of the rows after they were checked, or sent. */
export interface Ran {
  readonly wasCheck: boolean;
  readonly results: ReadonlyMap<number, AssignmentRowResult>;
  readonly outcomes: readonly Outcome[];
}

/** Checks the rows of a file, and sends them. */
export function useWorkImport() {
  const [ran, setRan] = useState<Ran>();
  const [progress, setProgress] = useState<{ readonly done: number; readonly of: number }>();
  const running = useRef<AbortController>(undefined);
  // Leaving the page stops what is not sent yet. The same file can be sent again.
  useEffect(() => () => running.current?.abort(), []);
  const act = useAct(async ({ dryRun, ...what }: WorkImport & { readonly dryRun: boolean }) => {
    const { templateId, file, meanings } = what;
    const person = personColumn(meanings);
    if (person === undefined) return;
    const rows = rowsFor(file, meanings);
    const tooLong = tooLongRows(file);
    const results = new Map(dryRun ? [] : settledIn(ran));
    const asked = rows.filter(({ row }) => !tooLong.has(row) && !results.has(row));
    const wanted = results.size + asked.length;
    const done = () => asked.length - (wanted - results.size);
    const tellProgress = () => setProgress({ done: done(), of: asked.length });
    running.current = new AbortController();
    tellProgress();
    try {
      await sendPortions(
        { templateId, dryRun, personBy: person.by, decimalComma: file.decimalComma },
        asked,
        {
          signal: running.current.signal,
          onResults(found) {
            for (const each of found) results.set(each.row, each);
            tellProgress();
          },
        },
      );
    } finally {
      setProgress(undefined);
      const outcomes = outcomesOf(rows, tooLong, results);
      // A check that was stopped says nothing. Of what is sent, the rows before a failure are.
      if (!dryRun || results.size === wanted) setRan({ wasCheck: dryRun, results, outcomes });
      if (!dryRun) await workChanged();
    }
  });
  return {
    ...act,
    ran,
    progress,
    cancel: () => running.current?.abort(),
    forget: () => setRan(undefined),
  };
}

/** Returns the results that sending can't change: after a check, those of rows that are faulty or were sent before. */
function settledIn(ran: Ran | undefined): readonly (readonly [number, AssignmentRowResult])[] {
  const all = [...(ran?.results ?? [])];
  return ran?.wasCheck === true ? all.filter(([, { outcome }]) => outcome !== 'new') : all;
}
