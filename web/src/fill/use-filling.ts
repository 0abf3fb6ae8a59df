// Connects the engine's model, in which the person types, with the draft on the device, which keeps every change.
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import type { Model } from 'survey-core';
import { onUnread } from '#web/kinds/unread-text.ts';
import type { Device } from '#web/offline/device.ts';
import type { Draft } from '#web/offline/draft.ts';
import { change } from '#web/offline/drafts.ts';
import { keepChange } from '#web/offline/keep-change.ts';
import { type Answers, at, isEqual, withFields } from '#web/offline/merge.ts';
import { forgetAside, putAside, readAside } from '#web/offline/unkept.ts';
import { afterPointer } from '#web/survey/after-pointer.ts';
import { restoreUnread, unreadIn } from '#web/survey/unread.ts';
import { isBare, showEmptied, withEmptied } from './emptied-rows.ts';
import { fieldsInUse } from './fields-in-use.ts';
import { type Keeping, keepingLog } from './keeping.ts';
import { typedAnswers } from './typed-answers.ts';

interface Filling {
  readonly keeping: Keeping;
  /** Connects a new model. */
  setUp(model: Model): void;
  /** Resolves when everything typed so far is on the device. @returns whether the device stored it */
  settled(): Promise<boolean>;
  /** Shows answers that the person has chosen, also in a field that is in use. */
  adopt(draft: Draft): void;
}

/** Stores each change on the device at once and sends it soon, and shows what other people changed. */
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
    // A phone ends a tab that is out of sight, and says nothing more.
    document.addEventListener('visibilitychange', leave);
    document.addEventListener('focusout', left);
    return () => {
      removeEventListener('pagehide', leave);
      document.removeEventListener('visibilitychange', leave);
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
    settled: () => state.current.binding?.settled() ?? Promise.resolve(true),
    adopt: (chosen) => state.current.binding?.adopt(chosen),
  };
}

interface Binding {
  show(draft: Draft): void;
  adopt(draft: Draft): void;
  /** Called when a field was left: shows the changes that waited for that. */
  left(): void;
  /** Called when the document is left, perhaps before everything is stored. */
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
  /** The draft's answer to each field at the time when the screen showed it. */
  let seen = draft.answers;
  let newest = draft.edits;
  let writing = 0;
  let isTyped = false;
  let hasAside = false;
  const unkept = () => new Map(differences(known, read()));
  const isUnkept = () => unkept().size > 0 || !isEqual(knownUnread, unreadIn(model));
  const put = (next: Draft, inUse: ReadonlySet<string>) => {
    newest = next.edits;
    model.setPropertyValue('isShowing', true);
    const waiting = new Set<string>();
    const shown = read();
    for (const [field, value] of differences(shown, typed(next.answers))) {
      // Nobody has touched a table that starts without rows, or whose rows hold only calculated values.
      if (value === undefined && isBare(shown[field])) continue;
      if (inUse.has(field)) waiting.add(field);
      else model.setValue(field, structuredClone(value));
    }
    showEmptied(model, next.answers, waiting);
    model.setPropertyValue('isShowing', false);
    seen = withFields(next.answers, seen, waiting);
    known = read();
    knownUnread = unreadIn(model);
  };
  const show = (next: Draft) => {
    if (next.edits >= latest.edits) latest = next;
    // Typed text that is not stored yet is newer than the stored draft, and a draft that was read before the last write
    // is older than the screen.
    if (!isTyped && next.edits >= newest) put(next, fieldsInUse(model));
  };
  /** Writes run one after the other, so that the last write holds what was typed last. */
  const write = async () => {
    writing += 1;
    try {
      const [changes, answers, unread] = [unkept(), read(), unreadIn(model)];
      const page = { seen, unread };
      const kept = await keepChange(store, latest, (was) => change(was, changes, Date.now(), page));
      known = answers;
      knownUnread = unread;
      seen = withFields(seen, answers, changes.keys());
      newest = Math.max(newest, kept.edits);
      sendSoon();
      return kept;
    } finally {
      writing -= 1;
    }
  };
  /** Stores changes until none is left. What is typed during a write goes into the next one. */
  const keep = async (): Promise<boolean> => {
    if (!isTyped) return true;
    try {
      while (isUnkept()) latest = await write();
    } catch {
      // The changes stay unstored, so that the next change tries again; the screen says so.
      if (isUnkept()) {
        note({ hasFailed: true });
        return false;
      }
    }
    if (writing > 0) return true;
    isTyped = false;
    forget();
    note({ isKeeping: false, hasFailed: false, edits: newest });
    show(latest);
    return true;
  };
  /** Leaves what another tab has put aside, which nobody has read yet. */
  const forget = () => {
    if (hasAside) forgetAside(userId, formId);
    hasAside = false;
  };
  const changed = () => {
    // Writes also when the value is again the stored one: a write that is running, or has failed, had another value.
    if (model.getPropertyValue('isShowing') || (!isTyped && !isUnkept())) return;
    isTyped = true;
    note({ isKeeping: true });
    if (writing === 0) void keep();
  };
  model.onValueChanged.add(changed);
  // Removing an entry that nobody had filled in changes no value, and the engine reports it only before it happens.
  model.onDynamicPanelRemoving.add(() => queueMicrotask(changed));
  model.onMatrixRowRemoved.add(changed);
  onUnread(model, changed);
  // Unread text may be readable by now, for example because the language of the screen has changed.
  const aside = readAside(userId, draft);
  hasAside = true;
  restoreUnread(model, { ...draft.unread, ...aside.unread });
  for (const [field, value] of aside.changes) {
    seen = withFields(seen, aside.seen, [field]);
    model.setValue(field, value);
  }
  if (!isTyped) forget();
  return {
    show,
    adopt(next) {
      latest = next;
      put(next, new Set());
    },
    left: () => show(latest),
    leave() {
      if (!isTyped || store.isFleeting) return;
      putAside(userId, formId, { changes: unkept(), seen, unread: unreadIn(model) });
      hasAside = true;
    },
    settled: keep,
  };
}

/** Returns the fields in which `after` differs from `before`, with its values; undefined where it has none. */
function differences(before: Answers, after: Answers): readonly (readonly [string, unknown])[] {
  const fields = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...fields].flatMap((field) => {
    const value = at(after, field);
    return isEqual(value, at(before, field)) ? [] : [[field, value] as const];
  });
}
