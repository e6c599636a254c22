/** Whether this server sells anything, as stated in the page (app/server.ts). */
export const sells = (): boolean => document.documentElement.dataset.sells !== undefined;
