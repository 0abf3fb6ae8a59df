import { Kbd, Stack, Switch } from '@mantine/core';
import { useState } from 'react';
import { Dialog } from '#web/components/dialog.tsx';
import { FactList } from '#web/components/fact-list.tsx';
import { paletteKeys, setSingleKeys, usesSingleKeys } from '#web/shell/keys.ts';
import { useTranslation } from '#web/texts/texts.ts';

/** Lists the keyboard shortcuts of the app and turns the single-key ones on or off. */
export function KeysDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation();
  const [isOn, setOn] = useState(usesSingleKeys);
  return (
    <Dialog onClose={onClose} title={t('palette.keys')}>
      <Stack>
        <FactList
          facts={[
            {
              name: t('palette.keysList.open'),
              value: <Kbd>{paletteKeys(t('shell.control'))}</Kbd>,
            },
            { name: t('palette.keysList.search'), value: <Kbd>/</Kbd> },
            { name: t('palette.keysList.help'), value: <Kbd>?</Kbd> },
          ]}
        />
        <Switch
          label={t('palette.single')}
          checked={isOn}
          onChange={({ currentTarget: { checked } }) => {
            setOn(checked);
            setSingleKeys(checked);
          }}
        />
      </Stack>
    </Dialog>
  );
}
