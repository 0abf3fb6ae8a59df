import { Modal, type ModalProps } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useIsTopmost } from './topmost.ts';

/** Of the dialog that was opened last: another one may follow from it, and outlive it. */
let lastOpeners: readonly Element[] = [];

/** A dialog that is there while it is open: gives the focus back to what opened it. */
export function Dialog({ onClose, ...props }: Omit<ModalProps, 'opened'>) {
  const isTopmost = useIsTopmost(true);
  const [openers] = useState(findOpeners);
  useEffect(() => {
    lastOpeners = openers;
    // Once what comes in its place has taken the focus, where something does.
    return () => void setTimeout(() => giveBack(openers));
  }, [openers]);
  const close = () => {
    if (isTopmost()) onClose();
  };
  return <Modal opened onClose={close} {...props} />;
}

/** What has the focus, and whatever stays when that goes. */
function findOpeners(): readonly Element[] {
  const active = document.activeElement;
  if (active === null || active === document.body) return [];
  if (active.closest('[role=dialog]') !== null) return [active, ...lastOpeners];
  const menu = active.closest('[role=menu]')?.getAttribute('aria-labelledby') ?? '';
  const button = document.getElementById(menu);
  return button === null ? [active] : [active, button];
}

function giveBack(openers: readonly Element[]): void {
  const { activeElement, body } = document;
  if (activeElement !== null && activeElement !== body) return;
  // It is gone when what it belonged to was deleted: then to the title of the page.
  for (const each of [...openers, document.querySelector('h1[tabindex]')]) {
    if (each instanceof HTMLElement && each.isConnected) each.focus({ preventScroll: true });
    if (document.activeElement === each) return;
  }
}
