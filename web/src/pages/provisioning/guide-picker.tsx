import { NativeSelect } from '@mantine/core';
import type { GuideId } from '#web/guides/guide-ids.ts';
import { GUIDES } from '#web/guides/index.ts';
import { useTranslation } from '#web/texts/texts.ts';

export interface GuideChoice {
  readonly idp: GuideId;
  readonly onChoose: (idp: GuideId) => void;
}

const ALL = Object.values(GUIDES);

/** Chooses the identity provider that the guide is for. */
export function GuidePicker({ idp, onChoose }: GuideChoice) {
  const { t } = useTranslation();
  return (
    <NativeSelect
      label={t('provisioning.connect.which')}
      maw="20rem"
      value={idp}
      data={ALL.map(({ id, name }) => ({ value: id, label: name }))}
      onChange={({ currentTarget: { value } }) => {
        const chosen = ALL.find(({ id }) => id === value);
        if (chosen !== undefined) onChoose(chosen.id);
      }}
    />
  );
}
