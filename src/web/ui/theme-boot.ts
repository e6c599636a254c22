/**
 * The few bytes that run before the first paint: they set the reader's choice of theme, if any, on
 * `<html data-theme>`; without a choice the style sheet follows the system. It is inlined in every
 * page; the build adds its hash to the content security policy.
 */
export const THEME_KEY = 'satling_theme';

export const THEME_BOOT = `try{var t=localStorage.getItem('${THEME_KEY}');if(t==='light'||t==='dark')document.documentElement.dataset.theme=t}catch(e){}`;
