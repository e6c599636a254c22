/** The home page's entry: its style sheet and its script. The build inlines both into the page. */
import './landing.css';
import { startCounting } from '#features/operator/visits/web/count-visits.ts';
import { keepLanguage } from './keep-language.ts';
import { startLanding } from './landing-script.ts';
import { loadFontsLate } from './late-fonts.ts';
import { startEvents } from './site-events.ts';
import { startTheme } from './site-theme.ts';

void startLanding();
startTheme();
startEvents();
startCounting();
keepLanguage();
loadFontsLate();
