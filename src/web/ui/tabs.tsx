/**
 * Tabs: one Tab stop, arrows move and select, Home and End jump. A panel is rendered when it is
 * first opened and then stays mounted, hidden, to preserve what was typed into it.
 */
import { type KeyboardEvent, type ReactNode, useId, useState } from 'react';

export interface TabItem<T extends string> {
  id: T;
  label: ReactNode;
  panel: ReactNode;
}

export interface TabsProps<T extends string> {
  label: string;
  tabs: readonly TabItem<T>[];
  /** If both are omitted, the tabs keep their own state. */
  value?: T | undefined;
  onChange?: (id: T) => void;
}

export function Tabs<T extends string>({ label, tabs, value, onChange }: TabsProps<T>) {
  const [own, setOwn] = useState(tabs[0]?.id);
  const [seen, setSeen] = useState<readonly T[]>([]);
  const prefix = useId();
  const open = tabs.find((tab) => tab.id === (value ?? own)) ?? tabs[0];
  if (open && !seen.includes(open.id)) setSeen([...seen, open.id]);
  const choose = (id: T) => {
    setOwn(id);
    onChange?.(id);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const next = target(event.key, open ? tabs.indexOf(open) : 0, tabs.length);
    const tab = next === undefined ? undefined : tabs[next];
    if (!tab) return;
    event.preventDefault();
    choose(tab.id);
    document.getElementById(`${prefix}-${tab.id}`)?.focus();
  };
  return (
    <div>
      <div className="tabs" role="tablist" aria-label={label} onKeyDown={onKeyDown}>
        {tabs.map((tab) => (
          <button
            key={tab.id}
            type="button"
            role="tab"
            id={`${prefix}-${tab.id}`}
            className="tab"
            aria-selected={tab === open}
            aria-controls={seen.includes(tab.id) ? `${prefix}-${tab.id}-panel` : undefined}
            tabIndex={tab === open ? 0 : -1}
            onClick={() => choose(tab.id)}
          >
            {tab.label}
          </button>
        ))}
      </div>
      {tabs
        .filter((tab) => tab === open || seen.includes(tab.id))
        .map((tab) => (
          <div
            key={tab.id}
            id={`${prefix}-${tab.id}-panel`}
            role="tabpanel"
            className="tab-panel"
            aria-labelledby={`${prefix}-${tab.id}`}
            hidden={tab !== open}
          >
            {tab.panel}
          </div>
        ))}
    </div>
  );
}

function target(key: string, index: number, count: number): number | undefined {
  if (key === 'ArrowRight') return (index + 1) % count;
  if (key === 'ArrowLeft') return (index - 1 + count) % count;
  if (key === 'Home') return 0;
  return key === 'End' ? count - 1 : undefined;
}
