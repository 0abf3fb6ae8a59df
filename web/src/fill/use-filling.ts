// Between the engine's model, in which somebody types, and the draft on the device, where nothing is lost.
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import type { Model } from 'survey-core';
import type { Device } from '../offline/device.ts';
import { change, type Draft } from '../offline/drafts.ts';
import { type Answers, at, isEqual } from '../offline/merge.ts';
import { afterPointer } from '../survey/after-pointer.ts';
import { onUnread } from '../survey/typed-text.ts';
import { restoreUnread, unreadIn } from '../survey/unread.ts';
import { isBare, showEmptied, withEmptied } from './emptied-rows.ts';
import { fieldsInUse, fieldWithFocus } from './fields-in-use.ts';
import { type Keeping, keepingLog } from './keeping.ts';
import { typedAnswers } from './typed-answers.ts';
import { putAside, takeBack } from './unkept.ts';

interface Filling {
  readonly keeping: Keeping;
  /** For a new model. */
  setUp(model: Model): void;
  /** Resolves when everything typed so far is on the device. @returns whether the device kept it */
  settled(): Promise<boolean>;
  /** Somebody chose these answers: they are shown, also in a field that is in use. */
  adopt(draft: Draft): void;
}

/** Each change goes to the device at once, and to the server soon; what others changed is shown. */
export function useFilling(device: Device, draft: Draft): Filling {
  const state = useRef<{ binding?: Binding }>({});
  const [log] = useState(keepingLog);
  const keeping = useSyncExternalStore(log.listen, log.now);
  useEffect(() => state.current.binding?.show(draft), [draft]);
  useEffect(() => {
    const flush = () => void state.current.binding?.settled();
    const left = () => afterPointer(() => state.current.binding?.left());
    const leave = () => {
      state.current.binding?.leave();
      flush();
    };
    addEventListener('pagehide', leave);
    document.addEventListener('visibilitychange', flush);
    document.addEventListener('focusout', left);
    return () => {
      removeEventListener('pagehide', leave);
      document.removeEventListener('visibilitychange', flush);
      document.removeEventListener('focusout', left);
      flush();
    };
  }, []);
  return {
    keeping,
    setUp: (model) => {
      void state.current.binding?.settled();
      state.current.binding = bind(device, draft, model, log.note);
    },
    settled: () => {
      // Not every browser takes the focus from a field when a button is touched.
      fieldWithFocus()?.blur();
      return state.current.binding?.settled() ?? Promise.resolve(true);
    },
    adopt: (chosen) => state.current.binding?.adopt(chosen),
  };
}

interface Binding {
  show(draft: Draft): void;
  adopt(draft: Draft): void;
  /** A field was: what waited for that is shown. */
  left(): void;
  /** The page goes, perhaps before the disk has everything. */
  leave(): void;
  settled(): Promise<boolean>;
}

function bind(
  { store, sendSoon, person: { userId } }: Device,
  draft: Draft,
  model: Model,
  note: (news: Partial<Keeping>) => void,
): Binding {
  const { formId } = draft;
  const typed = typedAnswers(draft.definition);
  const read = () => typed(withEmptied(model, structuredClone(model.data)));
  showEmptied(model, draft.answers);
  let latest = draft;
  let known = read();
  let knownUnread = draft.unread ?? {};
  /** What the draft had of each field when that was put on the page. */
  let seen = draft.answers;
  let newest = draft.edits;
  let writing = 0;
  let isShowing = false;
  let isTyped = false;
  const unkept = () => new Map(differences(known, read()));
  const isUnkept = () => unkept().size > 0 || !isEqual(knownUnread, unreadIn(model));
  const put = (next: Draft, inUse: ReadonlySet<string>) => {
    newest = next.edits;
    isShowing = true;
    const waiting = new Set<string>();
    const shown = read();
    for (const [field, value] of differences(shown, typed(next.answers))) {
      // Nobody touched a table that starts without a row, or whose rows have nothing but what is calculated.
      if (value === undefined && isBare(shown[field])) continue;
      if (inUse.has(field)) waiting.add(field);
      else model.setValue(field, structuredClone(value));
    }
    showEmptied(model, next.answers, waiting);
    isShowing = false;
    seen = withFields(next.answers, seen, waiting);
    known = read();
    knownUnread = unreadIn(model);
  };
  const show = (next: Draft) => {
    if (next.edits >= latest.edits) latest = next;
    // What is typed and not yet kept is newer than what is kept; and what was read from the device before
    // the last of it was kept is older than what is shown.
    if (!isTyped && next.edits >= newest) put(next, fieldsInUse(model));
  };
  /** The disk takes one write after the other, so that what it has last is what was typed last. */
  const write = async () => {
    writing += 1;
    try {
      const [changes, answers, unread] = [unkept(), read(), unreadIn(model)];
      const page = { seen, unread };
      const kept = await store.update(formId, (was) => change(was, changes, Date.now(), page));
      known = answers;
      knownUnread = unread;
      seen = withFields(seen, answers, new Set(changes.keys()));
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
    try {
      while (isUnkept()) latest = (await write()) ?? latest;
    } catch {
      // Still unkept, so that the next change tries it again; the page says so.
      if (isUnkept()) {
        note({ hasFailed: true });
        return false;
      }
    }
    if (writing > 0) return true;
    isTyped = false;
    note({ isKeeping: false, hasFailed: false, edits: newest });
    show(latest);
    return true;
  };
  const changed = () => {
    // Also when it is again what was kept: a write that runs, or failed, had something else.
    if (isShowing || (!isTyped && !isUnkept())) return;
    isTyped = true;
    note({ isKeeping: true });
    if (writing === 0) void keep();
  };
  model.onValueChanged.add(changed);
  // An entry that nobody had filled in goes without a change of any value; the engine tells of it only before.
  model.onDynamicPanelRemoving.add(() => queueMicrotask(changed));
  model.onMatrixRowRemoved.add(changed);
  onUnread(model, changed);
  // What could not be read may be an answer by now: the page may speak another language.
  restoreUnread(model, draft.unread ?? {});
  for (const [field, value] of takeBack(userId, formId)) model.setValue(field, value);
  return {
    show,
    adopt(next) {
      latest = next;
      put(next, new Set());
    },
    left: () => show(latest),
    leave() {
      if (isTyped) putAside(userId, formId, unkept());
    },
    settled: keep,
  };
}

/** With those fields as `others` has them. */
function withFields(answers: Answers, others: Answers, fields: ReadonlySet<string>): Answers {
  const changed = [...fields].map((field): [string, unknown] => [field, at(others, field)]);
  const entries = [...Object.entries(answers).filter(([field]) => !fields.has(field)), ...changed];
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
}

/** What `after` has otherwise than `before`; undefined where it has nothing. */
function differences(before: Answers, after: Answers): readonly (readonly [string, unknown])[] {
  const fields = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...fields].flatMap((field) => {
    const value = at(after, field);
    return isEqual(value, at(before, field)) ? [] : [[field, value] as const];
  });
}
