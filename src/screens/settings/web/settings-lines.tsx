/** Links to the settings pages. */
import { RuledLink } from '../../shell/web/ruled-link.tsx';
import { PAGES, settingsPath } from './settings-path.ts';
import { pageDetail, pageName } from './settings-places.ts';
import '../../more/web/more.css';

export function SettingsLines() {
  return (
    <ul>
      {PAGES.map((place) => (
        <RuledLink key={place} href={settingsPath(place)} detail={pageDetail(place)}>
          {pageName(place)}
        </RuledLink>
      ))}
    </ul>
  );
}
