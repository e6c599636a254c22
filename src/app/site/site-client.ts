/** The entry of the public pages that only tell something: style sheet and a little script. */
import './site.css';
import { loadFontsLate } from './late-fonts.ts';
import { startCopying } from './site-copy.ts';
import { startTheme } from './site-theme.ts';

startTheme();
startCopying();
loadFontsLate();
