/** A new version waits for a yes; the first one replaces nothing. */
import { fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { show } from '#tests/web/support.tsx';
import { Notes } from './notes.tsx';
import { resetState } from './state.ts';
import { startWorker } from './worker.ts';

afterEach(resetState);

/** The parts of the browser's own that are used. */
class Worker extends EventTarget {
  state = 'installing';
  said: unknown[] = [];
  postMessage(message: unknown) {
    this.said.push(message);
  }
  become(state: string) {
    this.state = state;
    this.dispatchEvent(new Event('statechange'));
  }
}
class Registration extends EventTarget {
  waiting: Worker | null = null;
  installing: Worker | null = null;
}
class Container extends EventTarget {
  controller: object | null = null;
  registration = new Registration();
  register = vi.fn(async () => this.registration);
}

const begin = async (container: Container, reload = vi.fn()) => {
  await startWorker(container as never, reload);
  show(<Notes />);
  return reload;
};

test('the first worker of a browser says nothing', async () => {
  const container = new Container();
  await begin(container);
  expect(container.register).toHaveBeenCalledWith('/sw.js');
  const first = new Worker();
  container.registration.installing = first;
  container.registration.dispatchEvent(new Event('updatefound'));
  first.become('installed');
  expect(screen.queryByText('A new version is ready')).toBeNull();
});

test('a new version changes nothing before "Open it", and then opens the page once', async () => {
  const container = new Container();
  container.controller = {};
  const reload = await begin(container);
  const next = new Worker();
  container.registration.installing = next;
  container.registration.dispatchEvent(new Event('updatefound'));
  expect(screen.queryByText('A new version is ready')).toBeNull();
  next.become('installed');
  await screen.findByText('A new version is ready');
  container.dispatchEvent(new Event('controllerchange')); // another tab agreed
  expect([next.said, reload.mock.calls]).toEqual([[], []]);
  fireEvent.click(screen.getByRole('button', { name: 'Open it' }));
  expect(next.said).toEqual(['take-over']);
  expect(reload).not.toHaveBeenCalled();
  container.dispatchEvent(new Event('controllerchange'));
  container.dispatchEvent(new Event('controllerchange'));
  expect(reload).toHaveBeenCalledOnce();
});

test('one that has waited since the last visit is offered at once', async () => {
  const container = new Container();
  container.controller = {};
  container.registration.waiting = new Worker();
  await begin(container);
  await screen.findByText('A new version is ready');
});
