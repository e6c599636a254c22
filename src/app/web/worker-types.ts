/** Types for a service worker; the DOM library lacks them. */
export interface WaitingEvent extends Event {
  waitUntil(work: Promise<unknown>): void;
}

export interface FetchEvent extends WaitingEvent {
  readonly request: Request;
  respondWith(reply: Promise<Response>): void;
}

export interface PushEvent extends WaitingEvent {
  readonly data: { json(): unknown } | null;
}

interface NotificationEvent extends WaitingEvent {
  readonly notification: { close(): void; readonly data?: unknown };
}

interface Clients {
  matchAll(which: object): Promise<readonly { url: string; focus(): Promise<unknown> }[]>;
  openWindow(path: string): Promise<unknown>;
}

interface Events {
  install: WaitingEvent;
  activate: WaitingEvent;
  message: MessageEvent<unknown>;
  fetch: FetchEvent;
  push: PushEvent;
  notificationclick: NotificationEvent;
}

export interface WorkerScope {
  readonly location: Location;
  readonly registration: ServiceWorkerRegistration;
  readonly clients: Clients;
  skipWaiting(): Promise<void>;
  addEventListener<K extends keyof Events>(type: K, listen: (event: Events[K]) => void): void;
}
