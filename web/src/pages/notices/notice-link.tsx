import type { ReactNode } from 'react';
import type { NoticeItem } from '#notices/app-types.ts';
import { LinkAnchor } from '#web/components/link-anchor.tsx';

interface NoticeLinkProps {
  readonly notice: NoticeItem;
  readonly onGo: () => void;
  readonly children: ReactNode;
}

/** Leads to what a notice is about: the thing itself, or the list where several of them are. */
export function NoticeLink({ notice: { kind, about, count }, onGo, children }: NoticeLinkProps) {
  const { type, id, open } = about;
  const same = { onClick: onGo, c: 'inherit', fw: 'inherit', underline: 'always' } as const;
  if (!open) return children;
  if (type === 'export')
    return (
      <LinkAnchor {...same} to="/exports">
        {children}
      </LinkAnchor>
    );
  if (type === 'scheduled-export') {
    return (
      <LinkAnchor {...same} to="/scheduled-exports">
        {children}
      </LinkAnchor>
    );
  }
  if (type === 'bulk') {
    return (
      <LinkAnchor {...same} to="/bulk-actions" search={{ id }}>
        {children}
      </LinkAnchor>
    );
  }
  if (type === 'webhook') {
    return (
      <LinkAnchor {...same} to="/webhooks/$id" params={{ id }}>
        {children}
      </LinkAnchor>
    );
  }
  if (type === 'dashboard') {
    return (
      <LinkAnchor {...same} to="/dashboards/$id" params={{ id }}>
        {children}
      </LinkAnchor>
    );
  }
  if (type === 'alert') {
    return (
      <LinkAnchor {...same} to="/">
        {children}
      </LinkAnchor>
    );
  }
  if (type === 'template') {
    const tab = kind === 'retention' ? 'settings' : 'rules';
    return (
      <LinkAnchor {...same} to="/templates/$id" params={{ id }} search={{ tab }}>
        {children}
      </LinkAnchor>
    );
  }
  if (count > 1 && kind === 'review-asked') {
    return (
      <LinkAnchor {...same} to="/reviews">
        {children}
      </LinkAnchor>
    );
  }
  if (count > 1)
    return (
      <LinkAnchor {...same} to="/forms">
        {children}
      </LinkAnchor>
    );
  const to = type === 'form' ? '/forms/$id' : '/work/$id';
  return (
    <LinkAnchor {...same} to={to} params={{ id }}>
      {children}
    </LinkAnchor>
  );
}
