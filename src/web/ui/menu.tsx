/**
 * Rarely needed actions behind one button: a list of buttons that opens and closes. Esc and losing
 * the focus close it; Tab reaches every action.
 */
import {
  type FocusEvent,
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import { Button } from './button.tsx';
import { MoreIcon } from './icons.tsx';

export interface MenuAct {
  label: ReactNode;
  onChoose: () => void;
}

export interface MenuProps {
  /** Names the button: `More for Mia`. */
  label: string;
  acts: readonly MenuAct[];
}

export function Menu({ label, acts }: MenuProps) {
  const [open, setOpen] = useState(false);
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !open) return;
    event.stopPropagation();
    setOpen(false);
    button.current?.focus();
  };
  const onBlur = ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (relatedTarget && !currentTarget.contains(relatedTarget)) setOpen(false);
  };
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!open) return;
    const onPress = ({ target }: Event) => {
      if (!box.current?.contains(target as Node)) setOpen(false);
    };
    document.addEventListener('pointerdown', onPress);
    return () => document.removeEventListener('pointerdown', onPress);
  }, [open]);
  const choose = (act: MenuAct) => {
    setOpen(false);
    // The dialog restores the focus to the element that had it: this button, which stays.
    button.current?.focus();
    act.onChoose();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys bubble up from the buttons inside
    <div ref={box} className="menu" onKeyDown={onKeyDown} onBlur={onBlur}>
      <Button
        ref={button}
        look="quiet"
        small
        iconOnly
        aria-label={label}
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={() => setOpen(!open)}
      >
        <MoreIcon />
      </Button>
      {open && (
        <ul id={id} className="menu-list">
          {acts.map((act, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the actions of a menu keep their places
            <li key={index}>
              <button type="button" className="menu-act" onClick={() => choose(act)}>
                {act.label}
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
