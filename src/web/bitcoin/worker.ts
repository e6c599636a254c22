/** The worker: reads keys and derives addresses off the main thread; the page stays responsive. */
import { answerRequest, type Request } from './work.ts';

addEventListener('message', ({ data }: MessageEvent<Request>) => {
  answerRequest(data, (message) => postMessage(message));
});
