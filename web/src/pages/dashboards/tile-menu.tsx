import { Menu } from '@mantine/core';
import type { TileSettings } from '#answer-tables/app-types.ts';
import { RowMenu } from '#web/lists/row-menu.tsx';
import { useTranslation } from '#web/texts/texts.ts';

/** How a tile is shown: as a chart, as a table, or as one number. */
export type TileView = Pick<TileSettings, 'show' | 'statistic'>;

/** What can be done with a tile: it moves, goes away, or is shown in another way. */
export type TileDeed = 'up' | 'down' | 'remove' | TileView;

const VIEWS = [
  { name: 'chart', view: { show: 'chart' } },
  { name: 'table', view: { show: 'table' } },
  { name: 'number', view: { show: 'number' } },
  { name: 'forms', view: { show: 'number', statistic: 'forms' } },
] as const satisfies readonly { readonly name: string; readonly view: TileView }[];
/** Of fields with numbers only. */
const NUMBER_VIEWS = (['mean', 'sum', 'median', 'min', 'max'] as const).map((name) => ({
  name,
  view: { show: 'number', statistic: name } as const,
}));

interface TileMenuProps {
  readonly name: string;
  /** Undefined for a tile that the reader may not see: it can only be moved and removed. */
  readonly shown: TileView | undefined;
  /** The field has numbers, which make others than their count. */
  readonly hasNumbers: boolean;
  readonly isFirst: boolean;
  readonly isLast: boolean;
  readonly onDeed: (deed: TileDeed) => void;
}

export function TileMenu(props: TileMenuProps) {
  const { name, shown, hasNumbers, isFirst, isLast, onDeed } = props;
  const { t } = useTranslation();
  const views = [...VIEWS, ...(hasNumbers ? NUMBER_VIEWS : [])];
  const isShown = ({ show, statistic }: TileView) =>
    show === shown?.show && statistic === shown.statistic;
  return (
    <RowMenu name={name}>
      {!isFirst && <Menu.Item onClick={() => onDeed('up')}>{t('dashboards.up')}</Menu.Item>}
      {!isLast && <Menu.Item onClick={() => onDeed('down')}>{t('dashboards.down')}</Menu.Item>}
      {shown &&
        views
          .filter((each) => !isShown(each.view))
          .map((each) => (
            <Menu.Item key={each.name} onClick={() => onDeed(each.view)}>
              {t(`dashboards.shows.${each.name}`)}
            </Menu.Item>
          ))}
      <Menu.Item onClick={() => onDeed('remove')}>{t('dashboards.remove')}</Menu.Item>
    </RowMenu>
  );
}
