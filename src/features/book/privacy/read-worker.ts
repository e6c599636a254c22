/** The worker thread that reads our own backups (history.ts). */
import { serveThread } from '#server/thread.ts';
import { parseBackup } from './rules.ts';

serveThread(parseBackup);
