/** Turns this browser's keyboard shortcuts on and off. */
import { t } from '@lingui/core/macro';
import { shortcutChoice, useShortcutsOn } from '#web/shortcuts.ts';
import { Switch } from '#web/ui/switch.tsx';

export function KeysSwitch() {
  const isOn = useShortcutsOn();
  return (
    <Switch
      label={t`Use keyboard shortcuts`}
      hint={t`This choice stays in this browser. Esc and F8 always work.`}
      checked={isOn}
      onChange={(on) => shortcutChoice.set(on ? undefined : 'off')}
    />
  );
}
