/** Notifies this browser's other tabs that another person may be here now. */
const channel = new BroadcastChannel('satling_person');

export const tellOtherTabs = (): void => channel.postMessage('changed');

export const onOtherTab = (check: () => void): void => {
  channel.onmessage = check;
};
