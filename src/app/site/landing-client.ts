/** The home page's entry: its style sheet and its script. The build puts both into the page. */
import './landing.css';
import { startLanding } from './landing-script.ts';
import { loadFontsLate } from './late-fonts.ts';
import { startTheme } from './site-theme.ts';

void startLanding();
startTheme();
loadFontsLate();
