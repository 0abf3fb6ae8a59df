import { Button, Menu } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import type { Path } from '../../builder/definition.ts';
import { KIND_GROUPS } from '../../builder/kinds.ts';
import { KindIcon } from './kind-icon.tsx';
import { useDeeds } from './use-deeds.ts';

interface AddMenuProps {
  /** Of the page or section to add to, or of the field to add behind. */
  readonly to: Path;
  readonly label: string;
  /** When what stands on it is not enough to know where. */
  readonly fullLabel?: string;
  readonly isMain?: boolean;
}

const GROUPS = ['text', 'time', 'choice', 'attachment', 'layout', 'other'] as const;

/** Every kind of field, to add one. */
export function AddMenu({ to, label, fullLabel = label, isMain = false }: AddMenuProps) {
  const { t } = useTranslation();
  const deeds = useDeeds();
  return (
    // What is added takes the focus.
    <Menu position="bottom-start" returnFocus={false} width={260}>
      <Menu.Target>
        <Button
          variant={isMain ? 'filled' : 'default'}
          size={isMain ? 'sm' : 'xs'}
          leftSection={<IconPlus size={16} aria-hidden />}
          aria-label={fullLabel}
          style={{ alignSelf: 'start' }}
        >
          {label}
        </Button>
      </Menu.Target>
      <Menu.Dropdown mah="22rem" style={{ overflowY: 'auto' }}>
        {GROUPS.map((group) => (
          <Fragment key={group}>
            <Menu.Label>{t(`builder.kindGroups.${group}`)}</Menu.Label>
            {KIND_GROUPS[group].map((kind) => (
              <Menu.Item
                key={kind}
                leftSection={<KindIcon kind={kind} />}
                onClick={() => deeds.add(kind, to)}
              >
                {t(`builder.kinds.${kind}`)}
              </Menu.Item>
            ))}
          </Fragment>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
