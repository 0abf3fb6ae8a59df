import { Group, Text } from '@mantine/core';
import {
  IconAlertTriangle,
  IconCheck,
  IconCloudOff,
  IconLogin2,
  IconRefresh,
} from '@tabler/icons-react';
import { useSession } from '#web/api/session.ts';
import { useSessionEnded } from '#web/api/session-end.ts';
import { clockText } from '#web/components/formats.ts';
import type { Draft, FileState } from '#web/offline/draft.ts';
import { isGone, isHolding, nextStep } from '#web/offline/drafts.ts';
import { useKept } from '#web/offline/use-device.ts';
import { useIsOnline } from '#web/offline/use-is-online.ts';
import { useTranslation } from '#web/texts/texts.ts';
import type { Keeping } from './keeping.ts';

const PICTURES = {
  saved: IconCheck,
  saving: IconRefresh,
  waiting: IconCloudOff,
  signedOut: IconLogin2,
  held: IconAlertTriangle,
  problem: IconAlertTriangle,
  conflict: IconAlertTriangle,
  gone: IconAlertTriangle,
} as const;

/** The colours of states; the others stay grey, because they ask nothing of the person. */
const TONES: Readonly<Partial<Record<keyof typeof PICTURES, string>>> = {
  held: 'var(--amber-text)',
  problem: 'var(--mantine-color-error)',
  conflict: 'var(--amber-text)',
  gone: 'var(--mantine-color-error)',
};

interface StatusLineProps {
  readonly draft: Draft;
  readonly keeping: Keeping;
  /** Says where the answers are, for the form of a public link: it is sent as a whole, so until then only here. */
  readonly keptHere: string | undefined;
}

/** Shows whether the answers are stored and sent. Screen readers announce changes of the state, not every key. */
export function StatusLine({ draft, keeping, keptHere }: StatusLineProps) {
  const { t, i18n } = useTranslation();
  const isOnline = useIsOnline();
  const { data: files = [] } = useKept(['files', draft.formId], ({ store }) =>
    store.files(draft.formId),
  );
  // The draft's state applies to the screen only if the draft has everything that the screen shows.
  const isBehind = keeping.isKeeping || draft.edits < keeping.edits;
  const hasEnded = useSessionEnded(useSession().user.id);
  const sent = stateOf(draft, files, isOnline);
  const state = keeping.hasFailed
    ? 'problem'
    : shownState(sent, { isBehind, hasEnded, isVisit: keptHere !== undefined });
  const text = textOf(draft, state);
  // On the clock of the device, which is beside it.
  const time =
    text === 'fill.state.saved' && draft.confirmedAt !== undefined
      ? clockText(new Date(draft.confirmedAt), i18n.locale)
      : '';
  const Picture = PICTURES[state];
  return (
    <Group
      gap={6}
      wrap="nowrap"
      role="status"
      aria-busy={isBehind}
      c={TONES[state] ?? 'dimmed'}
      mih={20}
    >
      <Picture size={16} aria-hidden style={{ flexShrink: 0 }} />
      <Text size="xs">{(state === 'saved' && keptHere) || t(text, { time })}</Text>
    </Group>
  );
}

type State = keyof typeof PICTURES;

function shownState(
  sent: State,
  shown: { readonly isBehind: boolean; readonly hasEnded: boolean; readonly isVisit: boolean },
): State {
  if (shown.isVisit) return sent === 'problem' ? sent : 'saved';
  // Nothing is being sent while nobody is signed in.
  const isHeld = shown.hasEnded && (sent === 'saving' || sent === 'waiting');
  if (shown.isBehind) return 'saving';
  return isHeld ? 'signedOut' : sent;
}

function textOf({ confirmedAt }: Draft, state: State) {
  if (state !== 'saved') return `fill.state.${state}` as const;
  return confirmedAt === undefined ? 'fill.state.asOnServer' : 'fill.state.saved';
}

function stateOf(
  draft: Draft,
  files: readonly FileState[],
  isOnline: boolean,
): keyof typeof PICTURES {
  if (isGone(draft)) return 'gone';
  if (draft.conflict !== undefined) return 'conflict';
  if (draft.problem !== undefined && draft.problem.step !== 'complete') return 'problem';
  // What is rejected, or is no answer yet, is reported once everything else has been sent.
  const isInvalid = isHolding(draft) || Object.keys(draft.unread ?? {}).length > 0;
  if (nextStep(draft, files) === undefined) return isInvalid ? 'held' : 'saved';
  return isOnline && draft.failures === 0 ? 'saving' : 'waiting';
}
