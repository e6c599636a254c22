/** The entry of purely informative public pages: style sheet and a little script. */
import './site.css';
import { startCounting } from '#features/operator/visits/web/count-visits.ts';
import { keepLanguage } from './keep-language.ts';
import { loadFontsLate } from './late-fonts.ts';
import { startCopying } from './site-copy.ts';
import { startEvents } from './site-events.ts';
import { startTheme } from './site-theme.ts';

startTheme();
startEvents();
startCounting();
keepLanguage();
startCopying();
loadFontsLate();
