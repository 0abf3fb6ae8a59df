// Between the engine's model, in which somebody types, and the draft on the device, where nothing is lost.
import { useEffect, useRef } from 'react';
import type { Model } from 'survey-core';
import type { Device } from '../offline/device.ts';
import { change, type Draft } from '../offline/drafts.ts';
import { type Answers, isEqual } from '../offline/merge.ts';

interface Filling {
  /** For a new model. */
  setUp(model: Model): void;
  /** Resolves when everything typed so far is on the device. */
  settled(): Promise<void>;
}

/** Each change goes to the device at once, and to the server soon; what others changed is shown. */
export function useFilling(device: Device, draft: Draft): Filling {
  const state = useRef<{ binding?: Binding }>({});
  useEffect(() => state.current.binding?.show(draft), [draft]);
  return {
    setUp: (model) => {
      state.current.binding = bind(device, draft.formId, model);
    },
    settled: () => state.current.binding?.settled() ?? Promise.resolve(),
  };
}

interface Binding {
  show(draft: Draft): void;
  settled(): Promise<void>;
}

function bind({ store, sendSoon }: Device, formId: string, model: Model): Binding {
  let known = answersIn(model);
  let writing = 0;
  let last: Promise<unknown> = Promise.resolve();
  let isShowing = false;
  const show = ({ answers }: Draft) => {
    // What is typed and not yet kept is newer than what is kept.
    if (writing > 0) return;
    isShowing = true;
    for (const [field, value] of differences(answersIn(model), answers)) {
      model.setValue(field, structuredClone(value));
    }
    isShowing = false;
    known = answersIn(model);
  };
  const write = async (changes: ReadonlyMap<string, unknown>) => {
    writing += 1;
    try {
      const kept = await store.update(formId, (draft) => change(draft, changes, Date.now()));
      sendSoon();
      return kept;
    } finally {
      writing -= 1;
    }
  };
  model.onValueChanged.add(() => {
    if (isShowing) return;
    const answers = answersIn(model);
    const changes = new Map(differences(known, answers));
    known = answers;
    if (changes.size === 0) return;
    last = write(changes).then((kept) => kept && show(kept));
  });
  return {
    show,
    async settled() {
      await last;
    },
  };
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

/** Without what the engine computes: the server computes it itself. */
function answersIn(model: Model): Answers {
  const data: Answers = structuredClone(model.data);
  return Object.fromEntries(
    Object.entries(data).filter(
      ([name]) => model.getQuestionByName(name)?.getType() !== 'expression',
    ),
  );
}
