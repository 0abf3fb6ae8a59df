// Between the engine's model, in which somebody types, and the draft on the device, where nothing is lost.
import { useEffect, useRef, useState } from 'react';
import type { Model } from 'survey-core';
import type { Device } from '../offline/device.ts';
import { change, type Draft } from '../offline/drafts.ts';
import { type Answers, isEqual } from '../offline/merge.ts';
import { typedAnswers } from './typed-answers.ts';

interface Filling {
  /** The device did not keep something: it may be full. */
  readonly hasFailed: boolean;
  /** For a new model. */
  setUp(model: Model): void;
  /** Resolves when everything typed so far is on the device. */
  settled(): Promise<void>;
}

/** Each change goes to the device at once, and to the server soon; what others changed is shown. */
export function useFilling(device: Device, draft: Draft): Filling {
  const state = useRef<{ binding?: Binding }>({});
  const [hasFailed, setFailed] = useState(false);
  useEffect(() => state.current.binding?.show(draft), [draft]);
  return {
    hasFailed,
    setUp: (model) => {
      state.current.binding = bind(device, draft, model, setFailed);
    },
    settled: () => state.current.binding?.settled() ?? Promise.resolve(),
  };
}

interface Binding {
  show(draft: Draft): void;
  settled(): Promise<void>;
}

function bind(
  { store, sendSoon }: Device,
  { formId, definition }: Draft,
  model: Model,
  onFailure: (hasFailed: boolean) => void,
): Binding {
  const typed = typedAnswers(definition);
  const read = () => typed(structuredClone(model.data));
  let known = read();
  let writing = 0;
  let last: Promise<unknown> = Promise.resolve();
  let isShowing = false;
  const show = ({ answers }: Draft) => {
    // What is typed and not yet kept is newer than what is kept.
    if (writing > 0) return;
    isShowing = true;
    for (const [field, value] of differences(read(), typed(answers))) {
      model.setValue(field, structuredClone(value));
    }
    isShowing = false;
    known = read();
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
    const answers = read();
    const changes = new Map(differences(known, answers));
    known = answers;
    if (changes.size === 0) return;
    last = write(changes).then(
      (kept) => {
        onFailure(false);
        if (kept !== undefined) show(kept);
      },
      () => onFailure(true),
    );
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
