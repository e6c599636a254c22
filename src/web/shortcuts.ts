/** Keys that act at once. Each reader can switch them off in this browser. */
import type { KeyboardEvent as ReactKeyboardEvent } from 'react';
import { storedChoice, useStoredChoice } from '#web/ui/stored-choice.ts';

export const shortcutChoice = storedChoice<'off'>('satling_shortcuts', ['off']);

export const useShortcutsOn = (): boolean => useStoredChoice(shortcutChoice) !== 'off';

type KeyPress = KeyboardEvent | ReactKeyboardEvent;

/** A single key, pressed once, outside any text input. */
export function isPlainKey(event: KeyPress): boolean {
  const isRepeated = 'nativeEvent' in event ? event.nativeEvent.repeat : event.repeat;
  return !isRepeated && !hasModifier(event) && !isTyping(event.target);
}

const hasModifier = ({ ctrlKey, metaKey, altKey }: KeyPress) => ctrlKey || metaKey || altKey;

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || target.matches('input, textarea, select'))
  );
}

/**
 * For a request's row: Y approves and N begins a denial, while something in the row has the focus.
 */
export function useAnswerKeys({ onYes, onNo }: { onYes: () => void; onNo: () => void }) {
  const isOn = useShortcutsOn();
  return (event: ReactKeyboardEvent) => {
    const act = { y: onYes, n: onNo }[event.key.toLowerCase()];
    if (!isOn || !act || !isPlainKey(event)) return;
    event.preventDefault();
    act();
  };
}
