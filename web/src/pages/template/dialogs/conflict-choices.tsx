import { Radio, Stack, Text } from '@mantine/core';
import { isList, isObject, type Json, textOf, titleOf, wordsOf } from '#web/builder/definition.ts';
import type { DefinitionConflict, Side } from '#web/builder/merge-definitions.ts';
import { useTranslation } from '#web/texts/texts.ts';

/** The properties that are named; all others are settings. */
const NAMED = ['title', 'description', 'choices', 'rows', 'columns', 'visibleIf'] as const;

interface ConflictChoicesProps {
  readonly conflicts: readonly DefinitionConflict[];
  readonly choices: ReadonlyMap<string, Side>;
  readonly onChoose: (key: string, side: Side) => void;
}

/** Asks, for each page or field that both sides changed in the same way, which of the two to keep. */
export function ConflictChoices({ conflicts, choices, onChoose }: ConflictChoicesProps) {
  const { t } = useTranslation();
  return (
    <>
      <Text>{t('outline.merge.choose')}</Text>
      {conflicts.map((conflict) => {
        const { key, title, removedBy } = conflict;
        const first: Side = removedBy === 'mine' ? 'theirs' : 'mine';
        return (
          <Radio.Group
            key={key}
            label={title || t('outline.merge.form')}
            value={choices.get(key) ?? first}
            onChange={(value) => onChoose(key, value === 'theirs' ? 'theirs' : 'mine')}
          >
            <Stack gap="xs" mt={4}>
              <Version conflict={conflict} side="mine" />
              <Version conflict={conflict} side="theirs" />
            </Stack>
          </Radio.Group>
        );
      })}
    </>
  );
}

interface VersionProps {
  readonly conflict: DefinitionConflict;
  readonly side: Side;
}

function Version({ conflict, side }: VersionProps) {
  const { t } = useTranslation();
  const { differences, removedBy } = conflict;
  const nameOf = (property: string): string => {
    const known = NAMED.find((each) => each === property);
    return known === undefined ? t('outline.merge.setting') : t(`outline.merge.names.${known}`);
  };
  const told = differences.map((difference) =>
    t('outline.merge.value', {
      name: nameOf(difference.property),
      value: shortText(difference[side]) || t('outline.merge.none'),
    }),
  );
  const description =
    removedBy === undefined
      ? [...new Set(told)].join(' · ')
      : t(removedBy === side ? 'outline.merge.removed' : 'outline.merge.changed');
  return (
    <Radio
      value={side}
      label={t(`outline.merge.side.${side}`)}
      description={description}
      className="wrap-anywhere"
    />
  );
}

const LONGEST = 120;

function shortText(value: Json | undefined): string {
  const text = isList(value) ? value.map(partText).join(', ') : wordsOf(value);
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
}

const partText = (part: Json): string =>
  isObject(part)
    ? wordsOf(part['text']) || titleOf(part) || textOf(part['value'])
    : String(part ?? '');
