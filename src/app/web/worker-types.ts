/** What the service worker uses of its surroundings; the library of the DOM does not know them. */
export interface WaitingEvent extends Event {
  waitUntil(work: Promise<unknown>): void;
}

export interface FetchEvent extends WaitingEvent {
  readonly request: Request;
  respondWith(reply: Promise<Response>): void;
}

interface Events {
  install: WaitingEvent;
  activate: WaitingEvent;
  message: MessageEvent<unknown>;
  fetch: FetchEvent;
}

export interface WorkerScope {
  readonly location: Location;
  skipWaiting(): Promise<void>;
  addEventListener<K extends keyof Events>(type: K, listen: (event: Events[K]) => void): void;
}
