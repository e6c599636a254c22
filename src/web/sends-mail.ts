/** Whether this server sends mail, as stated in the page (app/server.ts). */
export const sendsMail = (): boolean => document.documentElement.dataset.noMail === undefined;
