/** Addresses of databases on one server. */
import type { Address } from '../../src/server/db/sql.ts';

export const inDatabase = (address: Address, name: string): Address => {
  if (!('url' in address)) return { ...address, database: name };
  const url = new URL(address.url);
  url.pathname = `/${name}`;
  return { url: url.href, app: { ...address.app, url: url.href } };
};

/** Options of a postgres.js connection that may create databases. */
export const adminOf = (address: Address) => {
  const common = { max: 1, onnotice: () => undefined };
  if (!('url' in address))
    return {
      ...common,
      host: address.socketDir,
      port: address.port,
      user: address.user,
      database: address.database,
    };
  const { hostname, port, username, password, pathname } = new URL(address.url);
  return {
    ...common,
    host: hostname,
    port: Number(port || 5432),
    user: decodeURIComponent(username),
    password: decodeURIComponent(password),
    database: pathname.slice(1) || 'postgres',
  };
};
