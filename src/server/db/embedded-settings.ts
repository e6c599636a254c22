/**
 * The settings of the embedded PostgreSQL. Priorities: durable, then small, then no data in the
 * log.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Binaries } from './embedded-binaries.ts';
import { PORT, syncMethod } from './embedded-cluster.ts';

type Place = { clusterDir: string; socketDir: string; binaries: Binaries };

/** The arguments of `postgres`: on the command line, ALTER SYSTEM cannot override them. */
export function listArguments(place: Place): string[] {
  const settings = {
    cluster_name: `satling ${place.binaries.version}`,
    listen_addresses: '',
    port: PORT,
    unix_socket_directories: place.socketDir,
    unix_socket_permissions: '0700',
    fsync: 'on',
    synchronous_commit: 'on',
    full_page_writes: 'on',
    recovery_init_sync_method: syncMethod(),
    // Several programs and tests may share the server; an unused slot costs a few kB.
    max_connections: 150,
    shared_buffers: '64MB',
    // Nothing replicates from it, so the log holds only what recovery needs.
    wal_level: 'minimal',
    max_wal_senders: 0,
    max_logical_replication_workers: 0,
    min_wal_size: '32MB',
    max_wal_size: '256MB',
    // I/O workers pay off only on larger machines.
    io_method: 'sync',
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_line_prefix: '%m [%p] ',
    // Statements and the values in their errors are private; only the program gets them.
    log_min_messages: 'log',
    log_min_error_statement: 'panic',
    log_checkpoints: 'off',
  };
  const pairs = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  return ['-D', place.clusterDir, ...pairs];
}

/**
 * True if the server running in the folder was started with exactly these arguments, version
 * included: PostgreSQL writes its command line to postmaster.opts.
 */
export async function hasSameArguments(place: Place): Promise<boolean> {
  const line = await readFile(join(place.clusterDir, 'postmaster.opts'), 'utf8').catch(() => '');
  return line.trim().endsWith(` "${listArguments(place).join('" "')}"`);
}
