/**
 * The few bytes that run before the first paint: they put the reader's own choice of theme, if any,
 * on `<html data-theme>`; without a choice the style sheet follows the system. Inlined in every
 * page; the build writes the hash of this text for the content security policy.
 */
export const THEME_KEY = 'satling_theme';

export const THEME_BOOT = `try{var t=localStorage.getItem('${THEME_KEY}');if(t==='light'||t==='dark')document.documentElement.dataset.theme=t}catch(e){}`;
