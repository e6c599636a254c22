/**
 * Opens the search, by a button or by a key: Ctrl-K or ⌘K searches, ? lists all keys. The dialogs
 * are loaded on first use.
 */
import { t } from '@lingui/core/macro';
import { Suspense, useEffect, useState } from 'react';
import { lazyPart } from '#web/lazy-part.ts';
import { isPlainKey, useShortcutsOn } from '#web/shortcuts.ts';
import { Button } from '#web/ui/button.tsx';
import { FindIcon } from '#web/ui/icons.tsx';

const Search = lazyPart(async () => (await import('./search.tsx')).Search);
const KeysDialog = lazyPart(async () => (await import('./keys-dialog.tsx')).KeysDialog);

type Opened = 'search' | 'keys' | undefined;

export function SearchButton() {
  const [opened, open] = useState<Opened>();
  const close = () => open(undefined);
  useKeys(open);
  return (
    <>
      <Button
        look="quiet"
        small
        iconOnly
        aria-label={t`Search`}
        aria-keyshortcuts="Control+K Meta+K"
        onClick={() => open('search')}
      >
        <FindIcon />
      </Button>
      <Suspense fallback={null}>
        {opened === 'search' && <Search onKeys={() => open('keys')} onClose={close} />}
        {opened === 'keys' && <KeysDialog onClose={close} />}
      </Suspense>
    </>
  );
}

/** An open dialog handles its own keys. */
function useKeys(open: (what: Opened) => void) {
  const isOn = useShortcutsOn();
  useEffect(() => {
    if (!isOn) return;
    const press = (event: KeyboardEvent) => {
      const what = wantedBy(event);
      if (!what || document.querySelector('dialog[open]')) return;
      event.preventDefault();
      open(what);
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, [isOn, open]);
}

function wantedBy(event: KeyboardEvent): Opened {
  const { key, ctrlKey, metaKey, altKey, shiftKey } = event;
  if (key.toLowerCase() === 'k' && (ctrlKey || metaKey) && !altKey && !shiftKey) return 'search';
  return key === '?' && isPlainKey(event) ? 'keys' : undefined;
}
