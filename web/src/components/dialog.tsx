import { Modal, type ModalProps } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useIsTopmost } from './topmost.ts';

/** The openers of the dialog that was opened last. Another dialog may be opened from it and stay open longer. */
let lastOpeners: readonly Element[] = [];

/** A dialog that is open while it is mounted, and then returns the focus to the element that opened it. */
export function Dialog({ onClose, ...props }: Omit<ModalProps, 'opened'>) {
  const isTopmost = useIsTopmost(true);
  const [openers] = useState(findOpeners);
  useEffect(() => {
    lastOpeners = openers;
    // Runs later, so that a dialog that replaces this one can take the focus first.
    return () => void setTimeout(() => giveBack(openers));
  }, [openers]);
  const close = () => {
    if (isTopmost()) onClose();
  };
  return <Modal opened onClose={close} {...props} />;
}

/** Returns the element with the focus, and elements that remain when that one is removed. */
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
  // The opener may have been deleted together with its row; the focus then moves to the title of the screen.
  for (const each of [...openers, document.querySelector('h1[tabindex]')]) {
    if (each instanceof HTMLElement && each.isConnected) each.focus({ preventScroll: true });
    if (document.activeElement === each) return;
  }
}
