/** Data across all families that prevents changing the server's settings. */
import type { Sql } from '#server/db/sql.ts';

/** Tables with rows that belong to one network. */
const OF_A_NETWORK = [
  ...['wallet', 'vault', 'earlier_address', 'payment', 'lightning_connection', 'sub_wallet'],
];

export async function isNetworkInUse(sql: Sql): Promise<boolean> {
  const found = OF_A_NETWORK.map((table) => `EXISTS (SELECT FROM ${table})`).join(' OR ');
  const [row] = await sql.unsafe<{ used: boolean }[]>(`SELECT ${found} AS used`);
  return row?.used === true;
}

export async function peopleWithPasskeys(sql: Sql): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    SELECT count(DISTINCT user_id)::integer AS count FROM passkey`;
  return row?.count ?? 0;
}
