import type { ReactNode } from 'react';
import classes from './item-list.module.css';

export interface ListedItem {
  readonly id: string;
  readonly title: ReactNode;
  /** The state of the item, as a badge beside the title. */
  readonly state?: ReactNode;
  /** Further facts, in one line. */
  readonly facts?: ReactNode;
  readonly actions?: ReactNode;
}

/** A short list inside a section, for items with too few common values for a table. */
export function ItemList({ items }: { readonly items: readonly ListedItem[] }) {
  return (
    <ul className={classes['items']}>
      {items.map(({ id, title, state, facts, actions }) => (
        <li key={id}>
          <div className="wrap-anywhere">
            <div className={classes['title']}>
              <span>{title}</span>
              {state}
            </div>
            {facts !== undefined && <div className={classes['facts']}>{facts}</div>}
          </div>
          {actions !== undefined && <div className={classes['actions']}>{actions}</div>}
        </li>
      ))}
    </ul>
  );
}
