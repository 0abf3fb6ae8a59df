import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import {
  IconAlertTriangle,
  IconCircleCheck,
  IconCurrentLocation,
  IconPlayerStop,
} from '@tabler/icons-react';
import { useId, useState } from 'react';
import {
  accuracyIn,
  coordinatesText,
  positionIn,
} from '#questionnaires/reading/structured-text.ts';
import { StateBadge } from '#web/components/state-badge.tsx';
import { useTranslation } from '#web/texts/texts.ts';
import type { ScreenProps } from './later.tsx';
import { readCoordinates } from './read-coordinates.ts';
import type { TypedPlace } from './typed-place.ts';
import { instantOf, useLocating } from './use-locating.ts';
import { inputAttributes, useQuestion } from './use-question.ts';

/** The accuracy that is good enough where the template sets none, in metres. */
const USUAL_ACCURACY = 50;

/** Takes the position of the device on a tap, or coordinates that somebody types or pastes. */
export function PlaceScreen({ question }: ScreenProps<TypedPlace>) {
  useQuestion(question);
  const { t } = useTranslation();
  const hintId = useId();
  const wanted = wantedBy(question);
  const { state, start, stop } = useLocating(wanted, (place) => question.take(place));
  const { text, type, leave } = useTypedCoordinates(question);
  const value: unknown = question.value;
  const isReadOnly = question.isInputReadOnly;
  const accuracy = accuracyIn(value);
  const isLooking = state === 'looking';
  return (
    <Stack gap="xs" align="start">
      {!isReadOnly && 'geolocation' in navigator && (
        <Group gap="sm">
          <Button
            variant="default"
            leftSection={<IconCurrentLocation size={18} aria-hidden />}
            loading={isLooking}
            onClick={start}
          >
            {t(positionIn(value) === undefined ? 'kinds.locate' : 'kinds.locateAgain')}
          </Button>
          {isLooking && accuracy !== undefined && (
            <Button
              variant="default"
              leftSection={<IconPlayerStop size={18} aria-hidden />}
              onClick={stop}
            >
              {t('kinds.keepPosition')}
            </Button>
          )}
        </Group>
      )}
      <TextInput
        {...inputAttributes(question, hintId)}
        w="100%"
        maw={420}
        value={text}
        readOnly={isReadOnly}
        maxLength={200}
        autoComplete="off"
        spellCheck={false}
        error={question.errors.length > 0}
        onChange={({ currentTarget }) => {
          // A position that is found later is not put over what somebody types.
          stop();
          type(currentTarget.value);
        }}
        onBlur={leave}
      />
      {!isReadOnly && (
        <Text id={hintId} size="sm" c="dimmed">
          {t('kinds.coordinatesHint')}
        </Text>
      )}
      <div role="status">
        {isLooking && <Text size="sm">{t('kinds.looking')}</Text>}
        {state === 'denied' && <Text size="sm">{t('kinds.placeDenied')}</Text>}
        {state === 'failed' && <Text size="sm">{t('kinds.placeFailed')}</Text>}
        {accuracy !== undefined && <Accuracy meters={accuracy} isGood={accuracy <= wanted} />}
      </div>
    </Stack>
  );
}

/** Returns the accuracy that the template asks for, in metres. */
function wantedBy(question: TypedPlace): number {
  const own: unknown = question.getPropertyValue('maxAccuracy');
  return typeof own === 'number' && own > 0 ? own : USUAL_ACCURACY;
}

/**
 * The text of the input: what was typed as long as it means the answer, else the answer as text. A text that is no place
 * stays as it was typed.
 */
function useTypedCoordinates(question: TypedPlace) {
  const [typed, setTyped] = useState<string>();
  const position = positionIn(question.value);
  const isOfAnswer = typed !== undefined && isSame(readCoordinates(typed), position);
  const own = position === undefined ? '' : coordinatesText(position);
  return {
    text: question.unread ?? (isOfAnswer ? typed : own),
    type: (text: string) => {
      setTyped(text);
      const read = readCoordinates(text);
      if (text.trim() === '') question.take(undefined);
      else if (read === undefined) question.take(undefined, text);
      else question.take({ ...read, at: instantOf(Date.now()), source: 'typed' });
    },
    leave: () => {
      setTyped(undefined);
      if (question.unread !== undefined) question.validate(true);
    },
  };
}

type Position = ReturnType<typeof positionIn>;

const isSame = (a: Position, b: Position): boolean => a?.lat === b?.lat && a?.lon === b?.lon;

interface AccuracyProps {
  readonly meters: number;
  readonly isGood: boolean;
}

function Accuracy({ meters, isGood }: AccuracyProps) {
  const { t } = useTranslation();
  const values = { meters: Math.ceil(meters) };
  return isGood ? (
    <StateBadge tone="green" icon={IconCircleCheck}>
      {t('kinds.accuracyGood', values)}
    </StateBadge>
  ) : (
    <Stack gap={4} align="start">
      <StateBadge tone="amber" icon={IconAlertTriangle}>
        {t('kinds.accuracyPoor', values)}
      </StateBadge>
      <Text size="sm">{t('kinds.accuracyPoorHint')}</Text>
    </Stack>
  );
}
