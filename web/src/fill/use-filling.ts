// Between the engine's model, in which somebody types, and the draft on the device, where nothing is lost.
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import type { Model } from 'survey-core';
import type { Device } from '../offline/device.ts';
import { change, type Draft } from '../offline/drafts.ts';
import { type Answers, isEqual } from '../offline/merge.ts';
import { type Keeping, keepingLog } from './keeping.ts';
import { typedAnswers } from './typed-answers.ts';

interface Filling {
  readonly keeping: Keeping;
  /** For a new model. */
  setUp(model: Model): void;
  /** Resolves when everything typed so far is on the device. @returns whether the device kept it */
  settled(): Promise<boolean>;
}

/** Each change goes to the device at once, and to the server soon; what others changed is shown. */
export function useFilling(device: Device, draft: Draft): Filling {
  const state = useRef<{ binding?: Binding }>({});
  const [log] = useState(keepingLog);
  const keeping = useSyncExternalStore(log.listen, log.now);
  useEffect(() => state.current.binding?.show(draft), [draft]);
  useEffect(() => {
    const flush = () => void state.current.binding?.settled();
    addEventListener('pagehide', flush);
    document.addEventListener('visibilitychange', flush);
    return () => {
      removeEventListener('pagehide', flush);
      document.removeEventListener('visibilitychange', flush);
      flush();
    };
  }, []);
  return {
    keeping,
    setUp: (model) => {
      void state.current.binding?.settled();
      state.current.binding = bind(device, draft, model, log.note);
    },
    settled: () => state.current.binding?.settled() ?? Promise.resolve(true),
  };
}

interface Binding {
  show(draft: Draft): void;
  settled(): Promise<boolean>;
}

function bind(
  { store, sendSoon }: Device,
  { formId, definition, edits }: Draft,
  model: Model,
  note: (news: Partial<Keeping>) => void,
): Binding {
  const typed = typedAnswers(definition);
  const read = () => typed(structuredClone(model.data));
  let known = read();
  let newest = edits;
  let writing = 0;
  let isShowing = false;
  let isTyped = false;
  const unkept = () => new Map(differences(known, read()));
  const show = (draft: Draft) => {
    // What is typed and not yet kept is newer than what is kept; and what was read from the device before
    // the last of it was kept is older than what is shown.
    if (isTyped || draft.edits < newest) return;
    newest = draft.edits;
    isShowing = true;
    for (const [field, value] of differences(read(), typed(draft.answers))) {
      model.setValue(field, structuredClone(value));
    }
    isShowing = false;
    known = read();
  };
  /** The disk takes one write after the other, so that what it has last is what was typed last. */
  const write = async (changes: ReadonlyMap<string, unknown>, answers: Answers) => {
    writing += 1;
    try {
      const kept = await store.update(formId, (draft) => change(draft, changes, Date.now()));
      known = answers;
      newest = Math.max(newest, kept?.edits ?? 0);
      sendSoon();
      return kept;
    } finally {
      writing -= 1;
    }
  };
  /** What is typed while a write runs goes together, with the next. */
  const keep = async (): Promise<boolean> => {
    if (!isTyped) return true;
    let kept: Draft | undefined;
    try {
      for (let changes = unkept(); changes.size > 0; changes = unkept()) {
        kept = await write(changes, read());
      }
    } catch {
      // Still unkept, so that the next change tries it again; the page says so.
      if (unkept().size > 0) {
        note({ hasFailed: true });
        return false;
      }
    }
    if (writing > 0) return true;
    isTyped = false;
    note({ isKeeping: false, hasFailed: false, edits: newest });
    if (kept !== undefined) show(kept);
    return true;
  };
  model.onValueChanged.add(() => {
    // Also when it is again what was kept: a write that runs, or failed, had something else.
    if (isShowing || (!isTyped && unkept().size === 0)) return;
    isTyped = true;
    note({ isKeeping: true });
    if (writing === 0) void keep();
  });
  return { show, settled: keep };
}

/** What `after` has otherwise than `before`; undefined where it has nothing. */
function differences(before: Answers, after: Answers): readonly (readonly [string, unknown])[] {
  const fields = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...fields].flatMap((field) => {
    const value = Object.hasOwn(after, field) ? after[field] : undefined;
    const old = Object.hasOwn(before, field) ? before[field] : undefined;
    return isEqual(value, old) ? [] : [[field, value] as const];
  });
}
