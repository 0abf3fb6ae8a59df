import { Menu } from '@mantine/core';
import type { TileSettings } from '#forms/app-types.ts';
import { RowMenu } from '../../lists/row-menu.tsx';
import { useTranslation } from '../../texts.ts';

type Show = TileSettings['show'];

/** What can be done with a tile: it moves, goes away, or is shown in another way. */
export type TileDeed = 'up' | 'down' | 'remove' | Show;

const SHOWS: readonly Show[] = ['chart', 'table', 'number'];

interface TileMenuProps {
  readonly name: string;
  /** Undefined for a tile that the reader may not see: it can only be moved and removed. */
  readonly show: Show | undefined;
  readonly isFirst: boolean;
  readonly isLast: boolean;
  readonly onDeed: (deed: TileDeed) => void;
}

export function TileMenu({ name, show, isFirst, isLast, onDeed }: TileMenuProps) {
  const { t } = useTranslation();
  return (
    <RowMenu name={name}>
      {!isFirst && <Menu.Item onClick={() => onDeed('up')}>{t('dashboards.up')}</Menu.Item>}
      {!isLast && <Menu.Item onClick={() => onDeed('down')}>{t('dashboards.down')}</Menu.Item>}
      {show !== undefined &&
        SHOWS.filter((each) => each !== show).map((each) => (
          <Menu.Item key={each} onClick={() => onDeed(each)}>
            {t(`dashboards.shows.${each}`)}
          </Menu.Item>
        ))}
      <Menu.Item onClick={() => onDeed('remove')}>{t('dashboards.remove')}</Menu.Item>
    </RowMenu>
  );
}
