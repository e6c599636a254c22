/**
 * System, light or dark; stored in this browser, and applied before the next page's first paint.
 */
import { t } from '@lingui/core/macro';
import { SegmentedControl } from './segmented-control.tsx';
import { storedChoice, useStoredChoice } from './stored-choice.ts';
import { THEME_KEY } from './theme-boot.ts';

type Theme = 'light' | 'dark';

const themeChoice = storedChoice<Theme>(THEME_KEY, ['light', 'dark']);
themeChoice.subscribe(() => applyTheme(themeChoice.get()));

export function ThemeSwitch() {
  const theme = useStoredChoice(themeChoice) ?? 'system';
  return (
    <SegmentedControl
      label={t`Theme`}
      value={theme}
      onChange={(value) => themeChoice.set(value === 'system' ? undefined : value)}
      options={[
        { value: 'system', label: t`System` },
        { value: 'light', label: t`Light` },
        { value: 'dark', label: t`Dark` },
      ]}
    />
  );
}

function applyTheme(theme: Theme | undefined) {
  if (theme) document.documentElement.dataset.theme = theme;
  else delete document.documentElement.dataset.theme;
}
